// Package answer has a type for each answer of the program, with a JSON form and a text form. The
// commands and the API of the workstation compute their answers here and only choose the form.
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
// no arguments, prints nothing and sets no limits: its callers do.
package answer

import (
	"fmt"

	"queens"
	"queens/count/ledger"
	"queens/known"
)

// Compare compares a count with the known value of a series for n and further
// arguments, and reports whether there is one.
func Compare(got queens.Total, what, series string, n int, index ...int) (bool, error) {
	v, ok := known.Lookup(series, n, index...)
	if ok && v.Value != got {
		return true, fmt.Errorf("%s: %v, but the known value of %s is %v: %w", what, got, series, v.Value,
			ledger.ErrMismatch)
	}
	return ok, nil
}
