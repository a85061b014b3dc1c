// Package format writes and reads lists of solutions: text, JSON, CSV, and boards of letters.
// [All] lists the formats, and docs/formats/solutions.md specifies each byte.
//
// An [Encoder] appends solutions to a byte slice. A [Writer] adds the beginning and the end of the
// list. A [Reader] reads boards and placements of any origin: it recognises the shape of a text,
// not the program that wrote it. It streams placements in constant memory and stops at the first
// error, which names the line. It does not look for attacks: use queens.Check.
//
//	f, _ := format.Find("ndjson")
//	w := format.NewWriter(os.Stdout, f.Encoder(8, format.Options{}))
//	w.WritePerm(p)
//	w.Close()
//
// Numbers count from 1, or from 0 with Options.FromZero. Constellations have a format of their
// own, .sam: see [SAM] and [DecodeSAM].
package format

import (
	"slices"

	"queens"
	"queens/internal/named"
)

// Format is a way to write a list of solutions. The zero value is not valid.
type Format struct {
	Name    string // stable identifier: "ndjson"
	Summary string // one sentence, no final period

	// Encoder returns the encoder for order n >= 0.
	Encoder func(n int, o Options) *Encoder
}

// Options are the choices within a format. The zero value is the default.
type Options struct {
	Spelling queens.Spelling `json:"spelling,omitempty"` // of text output; other formats have only one
	// rows count from 0 instead of 1; for input in text only, since other formats declare it
	FromZero bool `json:"fromZero,omitempty"`
	// of boards: a queen and an empty square; the default is "Q."
	Symbols string `json:"symbols,omitempty"`
}

func (o Options) base() int {
	if o.FromZero {
		return 0
	}
	return 1
}

// table holds every format, sorted by name. To add one, add a line here.
var table = []Format{
	asp,
	board,
	csv,
	dzn,
	fen,
	json,
	leetcode,
	ndjson,
	param,
	text,
}

// All returns every format, sorted by name.
func All() []Format { return slices.Clone(table) }

// Find returns the format of that name. Errors: queens.ErrFormat with the list of names.
func Find(name string) (Format, error) {
	return named.Find("format:", name, table, func(f Format) string { return f.Name })
}
