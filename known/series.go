package known

import (
	"cmp"
	"slices"
)

// Series is one table of known values.
type Series struct {
	Name     string   // stable identifier and, with .csv, the file: "solutions"
	Summary  string   // what the value is, no final period
	OEIS     string   // number in the On-Line Encyclopedia of Integer Sequences, or empty
	Argument string   // what n is where it is not the order of the board, else empty
	Index    []string // names of further arguments besides n; rows and columns count from 1
	Counts   string   // unit of the value: "solutions", "orbits", "row"
	First    int      // smallest n in the table
	Beyond   string   // what is published for larger n and was not read, or empty
}

// All returns every series, sorted by name, new.
func All() []Series { return slices.Clone(table) }

// Find returns the series of that name.
func Find(name string) (s Series, ok bool) {
	i, ok := slices.BinarySearchFunc(table, name, func(s Series, name string) int { return cmp.Compare(s.Name, name) })
	if !ok {
		return Series{}, false
	}
	return table[i], true
}
