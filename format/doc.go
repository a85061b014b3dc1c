// Package format writes and reads lists of solutions: as lines of text, JSON, CSV,
// FEN and pictures of the board. Every format is a line of one table, see [All];
// docs/formats/solutions.md specifies them byte by byte.
//
// An [Encoder] appends one solution after the other to a byte slice and is safe for
// use by several goroutines; a [Writer] adds what stands before, between and
// behind them. A decoder yields the solutions of a stream, one at a time, in little
// memory, and stops at the first error, which names the line. It checks that each is
// one queen per column on the board, not that queens do not attack: that is
// queens.Check.
//
//	f, _ := format.Find("ndjson")
//	w := format.NewWriter(os.Stdout, f.Encoder(8, format.Options{}))
//	w.WritePerm(p)
//	w.Close()
//
// Numbers count from 1 unless Options.FromZero says otherwise. Constellations have a
// format of their own, .sam: see [SAM] and [DecodeSAM]. Files of other contents (plans,
// formulas) belong to other packages.
package format
