package format

import (
	"strconv"
	"strings"

	"queens"
)

var text = Format{
	Name:    "text",
	Summary: "One solution per line, see --spelling",
	Encoder: encodeText,
}

func encodeText(n int, o Options) *Encoder {
	spelling := o.Spelling
	if spelling >= queens.Squares { // for people, and not fast
		return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
			return append(p.AppendText(b, spelling, o.base()), '\n')
		})
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
	Summary: "Comma separated values under c1 to cn",
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
