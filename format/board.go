package format

var board = Format{
	Name:    "board",
	Summary: "A picture of Q and dots per solution, row 1 on top, then an empty line",
	Encoder: func(int, Options) *Encoder {
		return &Encoder{small: appendBoard[uint8], large: appendBoard[int], read: readBoard}
	},
}

func appendBoard[E row](b []byte, p []E) []byte {
	for r := range p {
		for c := range p {
			if c > 0 {
				b = append(b, ' ')
			}
			mark := byte('.')
			if int(p[c]) == r {
				mark = 'Q'
			}
			b = append(b, mark)
		}
		b = append(b, '\n')
	}
	return append(b, '\n')
}
