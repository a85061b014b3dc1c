package api

import (
	"strings"
	"testing"

	"queens/format"
)

// TestTextNamesNoFlags provokes errors of the readers that name a flag.
func TestTextNamesNoFlags(t *testing.T) {
	for text, want := range map[string]string{
		"1211\n1112\n2111\n1121\n": "a board of two symbols, or 4 placements",
		"0 1 0 0\n0 0 0 1\n":       "is a row of a 0/1 matrix",
		"1 2 2 4 3 1 4 3":          "or 4 squares (row, column)",
		"7 1 5 8 6 3 7 2 4":        "or of order 8 after a number of its own",
		"?.\n.?":                   "nor an empty (. _ - 0) nor a forbidden square (# x *)",
		"8 1\n3 4\n":               "its rows and columns may count from 0 or from 1",
	} {
		_, err := format.ReadBoard(text, format.Reading{Base: format.AnyBase})
		if strings.ContainsAny(want, "#") || strings.HasPrefix(want, "its") {
			_, _, err = format.ReadProblem(strings.NewReader(text), format.ProblemOptions{Base: format.AnyBase})
		}
		if err == nil || !strings.Contains(err.Error(), "--") {
			t.Errorf("%q: %v names no flag", text, err)
		} else if got := Text(err); strings.Contains(got, "--") || !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}
