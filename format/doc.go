// Package format writes and reads lists of solutions: lines of text, JSON, CSV, FEN, and boards
// of letters. [All] has the table of formats, and docs/formats/solutions.md specifies each byte.
//
// An [Encoder] appends solutions to a byte slice and is safe for use by several goroutines. A
// [Writer] adds the beginning and the end of the list. A decoder yields the solutions of a
// stream one at a time, in little memory, and stops at the first error, which names the line.
// It checks that every column has one queen on the board. Whether queens attack each other is
// checked by queens.Check.
//
//	f, _ := format.Find("ndjson")
//	w := format.NewWriter(os.Stdout, f.Encoder(8, format.Options{}))
//	w.WritePerm(p)
//	w.Close()
//
// Numbers count from 1, or from 0 with Options.FromZero. Constellations have a format of their
// own, .sam: see [SAM] and [DecodeSAM].
package format
