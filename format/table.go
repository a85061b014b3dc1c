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
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
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
	{"asp", "Facts of answer set programming", facts(1, "asp", func(out *bytes.Buffer, p queens.Problem, base int) {
		writePairs(out, pairsOf(p.Given, base), "", "queen(%d,%d).", " ", "\n")
	})},
	{"board", "Pictures of Q and dots, or --symbols, with empty lines between", encodeBoard},
	{"csv", "Comma separated values under c1 to cn", encodeCSV},
	{"dzn", "Data of MiniZinc", facts(1, "dzn", writeDZN)},
	{"fen", "Boards as in chess: 1Q2/3Q/Q3/2Q1", encodeFEN},
	{"json", "A JSON document, one array per line", encodeJSON},
	{"leetcode", "JSON lists of rows like \".Q..\"", encodeLeetcode},
	{"ndjson", "One JSON object per line", encodeNDJSON},
	{"param", "Parameters of CSPLib", facts(0, "param", writeParam)},
	{"text", "One solution per line, see --spelling", encodeText},
}

// All returns every format, sorted by name.
func All() []Format { return slices.Clone(table) }

// Find returns the format of that name. Errors: queens.ErrFormat with the list of names.
func Find(name string) (Format, error) {
	return named.Find("format:", name, table, func(f Format) string { return f.Name })
}

func encodeText(n int, o Options) *Encoder {
	spelling, separator := o.Spelling, ","
	switch oneDigit := n-1+o.base() <= 9; {
	case spelling >= queens.Squares: // for people, and not fast
		return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
			return append(p.AppendText(b, spelling, o.base()), '\n')
		})
	case spelling == queens.Auto && n <= 9, spelling == queens.Digits && oneDigit:
		separator = ""
	case spelling == queens.Spaces:
		separator = " "
	}
	return newNumbers(n, o.base(), "", separator, "\n")
}

func encodeCSV(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "", ",", "\n")
	for c := range n {
		e.head += ",c" + strconv.Itoa(c+o.base())
	}
	e.head = strings.TrimPrefix(e.head, ",") + "\n"
	return e
}

// baseMember returns the member of an object with numbers from 0.
func (o Options) baseMember() string {
	if o.FromZero {
		return `"base":0,`
	}
	return ""
}

func encodeJSON(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "[", ",", "]")
	e.head = fmt.Sprintf(`{"schema":"queens.list/1","order":%d,%s"solutions":[`+"\n", n, o.baseMember())
	e.lead, e.foot = ",\n", "\n]}\n"
	return e
}

func encodeNDJSON(n int, o Options) *Encoder {
	return newNumbers(n, o.base(), "{"+o.baseMember()+`"solution":[`, ",", "]}\n")
}

// ParseSymbols returns the queen and the empty square of Options.Symbols. Errors: queens.ErrFormat
// unless these are two different characters that are not blank, and perhaps a third, which is
// ignored.
func ParseSymbols(s string) (queen, empty string, err error) {
	marks := strings.Split(cmp.Or(s, "Q."), "")
	if n := len(marks); n < 2 || n > 3 || marks[0] == marks[1] || len(strings.Fields(strings.Join(marks, " "))) < n {
		return "", "", errs.Errorf("symbols %.40q: want two different characters, for a queen and for an empty "+
			"square, like %q: %w", s, "Q.", queens.ErrFormat)
	}
	return marks[0], marks[1], nil
}

// encodeBoard panics if ParseSymbols refuses the symbols.
func encodeBoard(n int, o Options) *Encoder {
	queen, empty, err := ParseSymbols(o.Symbols)
	if err != nil {
		panic(err)
	}
	return slow(n, "board", o, func(b []byte, p queens.Perm) []byte {
		return append(appendRows(b, p, queen, empty, " ", "\n"), "\n\n"[:1+min(1, len(p))]...)
	})
}

func encodeLeetcode(_ int, o Options) *Encoder {
	e := slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
		quote := `"`[:min(1, len(p))]
		return append(appendRows(append(b, "["+quote...), p, "Q", ".", "", `","`), quote+"]"...)
	})
	e.head, e.lead, e.foot = "[\n", ",\n", "\n]\n"
	return e
}

var emptyRun = regexp.MustCompile(`\.+`)

func encodeFEN(_ int, o Options) *Encoder {
	return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
		rows := string(appendRows(nil, p, "Q", ".", "", "/"))
		rows = emptyRun.ReplaceAllStringFunc(rows, func(run string) string { return strconv.Itoa(len(run)) })
		return append(b, rows+"\n"...)
	})
}

// appendRows appends the rows of a board, with what is between two squares and between two rows.
func appendRows(b []byte, p queens.Perm, queen, empty, between, next string) []byte {
	for row := range p {
		for c, r := range p {
			mark := empty
			if r == row {
				mark = queen
			}
			if b = append(b, mark...); c < len(p)-1 {
				b = append(b, between...)
			}
		}
		if row < len(p)-1 {
			b = append(b, next...)
		}
	}
	return b
}

// facts returns the encoder of lists with a problem per line, whose given queens are all queens;
// rows and columns count from base at most.
func facts(base int, name string, write func(*bytes.Buffer, queens.Problem, int)) func(int, Options) *Encoder {
	return func(_ int, o Options) *Encoder {
		o.FromZero = o.FromZero || base == 0
		return slow(1, name, o, func(b []byte, p queens.Perm) []byte {
			var text bytes.Buffer
			write(&text, queens.Problem{Order: len(p), Given: p.Squares()}, o.base())
			return append(append(b, strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", " ")...), '\n')
		})
	}
}
