// Package known has the published and recomputed values of the n-queens literature: numbers of
// solutions, by symmetry, on the torus, first solutions, and related sequences. Tests, checks and
// the command `queens table` take their expected numbers from here.
//
// A [Series] is a function of the order, such as Q(n), or of the order and further indices. Every
// [Value] names its source and its [Status]. The values are in one CSV file per series, and about/
// has tables of the series and of records.
//
//	q, ok := known.Solutions(8) // 92 true
//
// Sources are OEIS numbers, "nqueens.de", "search" (an exhaustive search by an independent program,
// or by a twin in tests that shares no search with the code that is checked), "program" (this one
// alone), "formula" (a cycle index), "identity" (an exact identity with other series) and
// "convention" (order 0, where the empty board counts as one solution). Published values were read
// in copies of the sequences that docs/bibliography.md names. Series.Beyond says what is published
// but was not read.
//
// The package computes nothing. No value of Q beyond n = 27 is known.
package known

import (
	"cmp"
	"slices"
	"strings"
)

// Series is one table of known values.
type Series struct {
	Name     string   `json:"name"`             // stable identifier, and the file name without .csv: "solutions"
	Summary  string   `json:"summary"`          // no final period
	Symbol   string   `json:"symbol,omitempty"` // in formulas: "Q"; may be empty
	OEIS     string   `json:"oeis,omitempty"`   // sequence number in the OEIS; may be empty
	Also     []string `json:"also,omitempty"`   // other sequences with these values
	Argument string   `json:"argument"`         // what n is if not the order of the board, else empty
	Index    []string `json:"index,omitempty"`  // names of further arguments; rows and columns count from 1
	Counts   string   `json:"counts"`           // unit of the value: "solutions", "orbits", "row"
	First    int      `json:"first"`            // smallest n in the table
	// how and when the values of a series to be published were found, else empty
	Methods string `json:"-"`
	// what is known for larger n: terms after a gap, or files not read; may be empty
	Beyond string `json:"beyond,omitempty"`
}

// Table is a series with some of its values (queens.table/1), or without values in a list of series
// (queens.tables/1).
type Table struct {
	Series
	Last   int     `json:"last"` // largest n of the series
	Values []Value `json:"values,omitempty"`
}

// Table returns the series with these values.
func (s Series) Table(values []Value) Table {
	s.Argument = cmp.Or(s.Argument, "order")
	all := s.Values()
	return Table{s, all[len(all)-1].Order, values}
}

// Tables returns every series, sorted by name, with its range and no values.
func Tables() (list []Table) {
	for _, s := range series() {
		list = append(list, s.Table(nil))
	}
	return list
}

// All returns every series, sorted by name, new.
func All() []Series { return slices.Clone(series()) }

// Find returns the series with this name, symbol or OEIS number, ignoring case and leading zeros.
func Find(name string) (s Series, ok bool) {
	name = strings.ToLower(name)
	if digits, ok := strings.CutPrefix(name, "a"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
		name = "a" + strings.Repeat("0", max(0, 6-len(digits))) + digits
	}
	for _, s := range series() {
		if name != "" && slices.ContainsFunc(append([]string{s.Name, s.Symbol, s.OEIS}, s.Also...),
			func(other string) bool { return strings.EqualFold(other, name) }) {
			return s, true
		}
	}
	return Series{}, false
}
