package known

import (
	"cmp"
	"slices"
	"strings"
)

// Series is one table of known values.
type Series struct {
	Name     string   // stable identifier and, with .csv, the file: "solutions"
	Summary  string   // what the value is, no final period
	Symbol   string   // in formulas: "Q", or empty
	OEIS     string   // number in the On-Line Encyclopedia of Integer Sequences, or empty
	Also     []string // numbers of other entries with these values
	Argument string   // what n is where it is not the order of the board, else empty
	Index    []string // names of further arguments besides n; rows and columns count from 1
	Counts   string   // unit of the value: "solutions", "orbits", "row"
	First    int      // smallest n in the table
	Methods  string   // how and when the values were found, of a series to be published, else empty
	Beyond   string   // what there is for larger n: terms after a gap, or files that were not read; or empty
}

// All returns every series, sorted by name, new.
func All() []Series { return slices.Clone(table) }

// Find returns the series of that name, symbol or OEIS number; case does not matter, nor
// do zeros that a number begins with.
func Find(name string) (s Series, ok bool) {
	name = strings.ToLower(name)
	if digits, ok := strings.CutPrefix(name, "a"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
		name = "a" + strings.Repeat("0", max(0, 6-len(digits))) + digits
	}
	if i, ok := slices.BinarySearchFunc(table, name,
		func(s Series, name string) int { return cmp.Compare(s.Name, name) }); ok {
		return table[i], true
	}
	i := slices.IndexFunc(table, func(s Series) bool {
		names := append([]string{s.Symbol, s.OEIS}, s.Also...)
		return name != "" && slices.ContainsFunc(names,
			func(other string) bool { return strings.ToLower(other) == name })
	})
	if i < 0 {
		return Series{}, false
	}
	return table[i], true
}
