package format

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"queens"
)

var text = Format{
	Name:    "text",
	Summary: "One solution per line, in any of the accepted spellings",
	Encoder: encodeText,
	Decode:  decodeText,
}

func encodeText(n int, o Options) *Encoder {
	spelling := o.Spelling
	if spelling == queens.Squares {
		return encodeSquares()
	}
	separator := ","
	switch oneDigit := n-1+o.base() <= 9; {
	case spelling == queens.Auto && n <= 9, spelling == queens.Digits && oneDigit:
		separator = ""
	case spelling == queens.Spaces:
		separator = " "
	}
	return newNumbers(n, o.base(), "", separator, "\n")
}

// encodeSquares returns an encoder of chess names, one letter at least per column:
// it is for people, and not fast.
func encodeSquares() *Encoder {
	large := func(b []byte, p []int) []byte {
		return append(queens.Perm(p).AppendText(b, queens.Squares, 1), '\n')
	}
	return &Encoder{
		large: large,
		small: func(b []byte, p []uint8) []byte {
			perm := make([]int, len(p))
			for c, r := range p {
				perm[c] = int(r)
			}
			return large(b, perm)
		},
	}
}

func decodeText(r io.Reader, o Options) iter.Seq2[queens.Perm, error] {
	return eachLine("text", r, func(line string) (queens.Perm, bool, error) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			return nil, false, nil
		}
		p, err := queens.ParsePermBase(line, o.base())
		if err == nil && len(p) > MaxOrder {
			err = fmt.Errorf("%d columns, more than %d: %w", len(p), MaxOrder, queens.ErrFormat)
		}
		return p, true, err
	})
}
