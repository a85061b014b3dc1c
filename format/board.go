package format

var board = Format{
	Name:    "board",
	Summary: "Pictures of Q and dots, or --symbols, with empty lines between",
	Encoder: encodeBoard,
}
