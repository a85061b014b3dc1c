// Package format writes and reads lists of solutions: text, JSON, CSV, and boards of letters.
// [All] lists the formats, and docs/formats/solutions.md specifies each byte.
//
// An [Encoder] appends solutions to a byte slice. A [Writer] adds the beginning and the end of the
// list. A decoder streams solutions in constant memory and stops at the first error, which names
// the line. It checks that every column has one queen on the board, but not attacks: use
// queens.Check.
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
	"bufio"
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/internal/named"
)

// Format is a way to write a list of solutions. The zero value is not valid.
type Format struct {
	Name    string // stable identifier: "ndjson"
	Summary string // one sentence, no final period

	// Encoder returns the encoder for order n >= 0.
	Encoder func(n int, o Options) *Encoder
	// Decode yields the solutions of a list and stops after the first error: queens.ErrFormat or
	// one of r. The yielded slice is the caller's. Lines longer than MaxLine and orders above
	// MaxOrder are errors.
	Decode func(r io.Reader, o Options) iter.Seq2[queens.Perm, error]
}

// Options are the choices within a format. The zero value is the default.
type Options struct {
	Spelling queens.Spelling `json:"spelling,omitempty"` // of text output; other formats have only one
	// rows count from 0 instead of 1; for input in text only, since other formats declare it
	FromZero bool `json:"fromZero,omitempty"`
}

func (o Options) base() int {
	if o.FromZero {
		return 0
	}
	return 1
}

// Limits of the input, against hostile files.
const (
	MaxLine  = 1 << 20 // bytes of a line, or between two solutions of a JSON document
	MaxOrder = 1 << 16 // order of a solution
)

// table holds every format, sorted by name. To add one, add a line here.
var table = []Format{
	board,
	csv,
	json,
	ndjson,
	text,
}

// All returns every format, sorted by name.
func All() []Format { return slices.Clone(table) }

// Find returns the format of that name. Errors: queens.ErrFormat with the list of names.
func Find(name string) (Format, error) {
	return named.Find("format:", name, table, func(f Format) string { return f.Name })
}

// Sniff guesses the format of the list in r from its first line that is neither empty nor a
// comment; the default is text. It consumes nothing, and waits for no more than that line or a full
// buffer.
func Sniff(r *bufio.Reader) Format {
	for all := false; ; {
		start, _ := r.Peek(r.Buffered())
		all = all || len(start) == r.Size()
		for l := range bytes.Lines(start) {
			whole := all || l[len(l)-1] == '\n'
			if l = bytes.TrimSpace(l); whole && len(l) > 0 && l[0] != '#' {
				return formatOf(string(l))
			}
		}
		if all {
			return text
		}
		_, err := r.Peek(len(start) + 1)
		all = err != nil // the next read returns the error
	}
}

func formatOf(line string) Format {
	switch {
	case line == "{", line[0] == '{' && strings.Contains(strings.ReplaceAll(line, " ", ""), `"solutions":[`):
		return json
	case line[0] == '{':
		return ndjson
	case isHeader(line):
		return csv
	case strings.Trim(line, ".Q ") == "":
		return board
	default:
		return text
	}
}

// isHeader reports whether a line begins like a CSV header. No solution in squares does: its first
// two queens would share a file.
func isHeader(line string) bool {
	for _, base := range []int{0, 1} {
		if line == csvHeader(1, base) || strings.HasPrefix(line, csvHeader(2, base)) {
			return true
		}
	}
	return false
}
