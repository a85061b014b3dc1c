package format

import (
	"strconv"
	"strings"

	"queens"
)

var text = Format{
	Name:    "text",
	Summary: "One solution per line, in any of the accepted spellings",
	Encoder: encodeText,
}

func encodeText(n int, o Options) *Encoder {
	spelling := o.Spelling
	if spelling == queens.Squares { // for people, and not fast
		large := func(b []byte, p []int) []byte {
			return append(queens.Perm(p).AppendText(b, queens.Squares, 1), '\n')
		}
		read := func(b []byte, p []uint8) {
			line, _, _ := strings.Cut(string(b), "\n")
			squares, _ := queens.ParsePerm(line)
			copy(p, queens.RowsOf[uint8](squares))
		}
		return &Encoder{
			small: func(b []byte, p []uint8) []byte { return large(b, queens.PermOf(p)) }, large: large, read: read,
		}
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

var csv = Format{
	Name:    "csv",
	Summary: "Comma separated values with a header row c1 to cn",
	Encoder: encodeCSV,
}

func encodeCSV(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "", ",", "\n")
	e.head = csvHeader(n, o.base()) + "\n"
	return e
}

func csvHeader(n, base int) string {
	names := make([]string, n)
	for c := range names {
		names[c] = "c" + strconv.Itoa(c+base)
	}
	return strings.Join(names, ",")
}
