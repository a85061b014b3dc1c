package format

import (
	"io"
	"iter"
	"slices"

	"queens"
	"queens/internal/named"
)

// Format describes one way to write a list of solutions. The zero value is not
// valid.
type Format struct {
	Name    string // stable identifier: "ndjson"
	Summary string // one sentence, no final period

	// Encoder returns the encoder for solutions of order n >= 0.
	Encoder func(n int, o Options) *Encoder
	// Decode yields the solutions of a list and stops after the first error,
	// which matches queens.ErrFormat unless it is one of r. The yielded slice is
	// the caller's. Lines longer than MaxLine and orders above MaxOrder are errors.
	Decode func(r io.Reader, o Options) iter.Seq2[queens.Perm, error]
}

// Options are the choices within a format. The zero value is the usual one.
type Options struct {
	Spelling queens.Spelling `json:"spelling,omitempty"` // of text, when writing; other formats have one
	// rows count from 0 instead of 1; when reading, text only: others say it themselves
	FromZero bool `json:"fromZero,omitempty"`
}

func (o Options) base() int {
	if o.FromZero {
		return 0
	}
	return 1
}

// Limits of what is read, against input that is not what it claims to be.
const (
	MaxLine  = 1 << 20 // bytes of a line, or between two solutions of a JSON document
	MaxOrder = 1 << 16 // order of a solution
)

// table holds every format, sorted by name. A new format is a file and a line here.
var table = []Format{
	board,
	csv,
	fen,
	json,
	ndjson,
	text,
}

// All returns every format, sorted by name.
func All() []Format { return slices.Clone(table) }

// Find returns the format of that name.
//
// Errors: queens.ErrFormat if there is none, naming those there are.
func Find(name string) (Format, error) {
	return named.Find("format:", name, table, func(f Format) string { return f.Name })
}
