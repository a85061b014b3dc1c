// Package answer is what the program says: one type for each kind of answer, with
// one JSON form and one text form. The commands and the interface of the
// workstation compute their answers here and choose a form; neither describes one.
// Answers about counts and about the program itself are in package counted, which
// needs nothing but what counts.
//
// A constructor computes an answer by calls of the libraries and compares counts
// with what is known. The JSON form follows from the struct and begins with
// "schema"; internal/cli/testdata/json.md has an example of each. Text returns the form for
// people.
//
//	fmt.Print(answer.NewOrbit(p).Text(printer.Style{Base: 1}))
//
// In JSON rows and columns count from 1, counts of unbounded size are decimal
// strings and times are nanoseconds, in names that end in Nanos. The package parses
// no arguments, prints nothing and sets no limits: that is for the faces.
package answer

import (
	"fmt"

	"queens"
	"queens/count/ledger"
	"queens/known"
)

// Compare compares a count with the known value of a series for n and further
// arguments, and reports whether there is one.
//
// Errors: ledger.ErrMismatch.
func Compare(got queens.Total, what, series string, n int, index ...int) (bool, error) {
	v, ok := known.Lookup(series, n, index...)
	if ok && v.Value != got {
		return true, fmt.Errorf("%s: %v, but the known value of %s is %v: %w", what, got, series, v.Value,
			ledger.ErrMismatch)
	}
	return ok, nil
}
