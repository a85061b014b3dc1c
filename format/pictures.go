package format

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"queens"
)

// ParseSymbols returns the queen and the empty square of Options.Symbols. Errors: queens.ErrFormat
// unless these are two different characters that are not blank, and perhaps a third, which is
// ignored.
func ParseSymbols(s string) (queen, empty string, err error) {
	marks := strings.Split(cmp.Or(s, "Q."), "")
	if n := len(marks); n < 2 || n > 3 || marks[0] == marks[1] || len(strings.Fields(strings.Join(marks, " "))) < n {
		return "", "", fmt.Errorf("format: symbols %.40q: want two different characters, for a queen and for an empty "+
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
		for r := range p {
			b = append(appendRow(b, p, r, queen, empty, " "), '\n')
		}
		return append(b, '\n')
	})
}

func appendRow(b []byte, p queens.Perm, row int, queen, empty, between string) []byte {
	for c, r := range p {
		if c > 0 {
			b = append(b, between...)
		}
		if r == row {
			b = append(b, queen...)
		} else {
			b = append(b, empty...)
		}
	}
	return b
}

var leetcode = Format{
	Name:    "leetcode",
	Summary: "JSON lists of rows like \".Q..\"",
	Encoder: func(_ int, o Options) *Encoder {
		e := slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
			b = append(b, '[')
			for r := range p {
				if r > 0 {
					b = append(b, ',')
				}
				b = append(appendRow(append(b, '"'), p, r, "Q", ".", ""), '"')
			}
			return append(b, ']')
		})
		e.head, e.lead, e.foot = "[\n", ",\n", "\n]\n"
		return e
	},
}

var fen = Format{
	Name:    "fen",
	Summary: "Boards as in chess: 1Q2/3Q/Q3/2Q1",
	Encoder: func(_ int, o Options) *Encoder {
		return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
			for row := range p {
				if row > 0 {
					b = append(b, '/')
				}
				dots := string(appendRow(nil, p, row, "Q", ".", ""))
				b = append(b, emptyRun.ReplaceAllStringFunc(dots, func(run string) string {
					return strconv.Itoa(len(run))
				})...)
			}
			return append(b, '\n')
		})
	},
}

var emptyRun = regexp.MustCompile(`\.+`)

// A list in asp, dzn or param is a problem per line, whose given queens are all queens.
var (
	asp   = factLines("asp", "Facts of answer set programming", 1, writeQueens)
	dzn   = factLines("dzn", "Data of MiniZinc", 1, writeDZN)
	param = factLines("param", "Parameters of CSPLib", 0, writeParam)
)

func writeQueens(out *bytes.Buffer, p queens.Problem, base int) {
	writePairs(out, pairsOf(p.Given, base), "", "queen(%d,%d).", " ", "\n")
}

// factLines returns a format of lines that write writes; its rows and columns count from base at
// most.
func factLines(name, summary string, base int, write func(*bytes.Buffer, queens.Problem, int)) Format {
	return Format{Name: name, Summary: summary, Encoder: func(_ int, o Options) *Encoder {
		o.FromZero = o.FromZero || base == 0
		return slow(1, name, o, func(b []byte, p queens.Perm) []byte {
			var text bytes.Buffer
			write(&text, queens.Problem{Order: len(p), Given: p.Squares()}, o.base())
			return append(append(b, strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", " ")...), '\n')
		})
	}}
}
