package known

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
)

// Status says how far a value can be trusted.
type Status string

// The values of Status.
const (
	Confirmed  Status = "recomputed-and-published" // recomputed by exhaustive search and equal to the published value
	Recomputed Status = "recomputed"               // recomputed; no published copy was seen
	Once       Status = "computed-once"            // computed once, by this program alone; no other value was seen
	New        Status = "new-counted-here"         // a new term: no publication that we could read has it
	Published  Status = "published"                // copied from a publication, not recomputed
	Derived    Status = "derived"                  // follows from other values by an exact identity
	Convention Status = "convention"               // agreed, not computed: order 0
)

// Statuses returns all values of Status.
func Statuses() []Status {
	return []Status{Confirmed, Recomputed, Once, New, Published, Derived, Convention}
}

// Value is one known number.
type Value struct {
	Order  int          `json:"order"`           // argument n of the series
	Index  []int        `json:"index,omitempty"` // further arguments, in the order of Series.Index
	Value  queens.Total `json:"value"`
	Source string       `json:"source"` // OEIS numbers, or a word of the package comment
	Status Status       `json:"status"`
}

// Values returns all values of the series, sorted by order and index, new. It reads the embedded
// file in microseconds to a millisecond. s must come from All or Find.
func (s Series) Values() []Value {
	rows, err := csv.NewReader(strings.NewReader(readTable(s.Name + ".csv"))).ReadAll()
	want := slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})
	if err != nil || !slices.Equal(rows[0], want) { // the files are part of the program and tested
		panic(fmt.Sprintf("known: series %q: header is not %q, %v", s.Name, want, err))
	}
	values := make([]Value, len(rows)-1)
	for i, row := range rows[1:] {
		if values[i], err = parseValue(row); err != nil {
			panic(fmt.Sprintf("known: series %q: line %d: %v", s.Name, i+2, err))
		}
	}
	return values
}

// Lookup returns the value at order n, with indices in the order of Series.Index. ok reports
// whether the value is known.
func (s Series) Lookup(n int, index ...int) (v Value, ok bool) {
	for _, v := range s.Row(n) {
		if slices.Equal(v.Index, index) {
			return v, true
		}
	}
	return Value{}, false
}

// Row returns the known values of order n in increasing order of the indices, new.
func (s Series) Row(n int) []Value {
	return slices.DeleteFunc(s.Values(), func(v Value) bool { return v.Order != n })
}

func parseValue(row []string) (v Value, err error) {
	arguments, rest := row[:len(row)-3], row[len(row)-3:]
	for i, field := range arguments {
		x, err := strconv.Atoi(field)
		if err != nil || x < 0 {
			return v, fmt.Errorf("%q is not a number 0 or more: %w", field, queens.ErrFormat)
		}
		if i == 0 {
			v.Order = x
		} else {
			v.Index = append(v.Index, x)
		}
	}
	v.Source, v.Status = rest[1], Status(rest[2])
	if v.Source == "" || !slices.Contains(Statuses(), v.Status) {
		return v, fmt.Errorf("source %q with status %q: %w", v.Source, v.Status, queens.ErrFormat)
	}
	v.Value, err = queens.ParseTotal(rest[0])
	return v, err
}

// Lookup is Series.Lookup of the named series.
func Lookup(series string, n int, index ...int) (v Value, ok bool) {
	s, ok := Find(series)
	if !ok {
		return Value{}, false
	}
	return s.Lookup(n, index...)
}

func total(series string, n int) (queens.Total, bool) {
	v, ok := Lookup(series, n)
	return v.Value, ok
}

// Solutions returns Q(n), the number of solutions on the regular board; known for n in 0..27.
func Solutions(n int) (queens.Total, bool) { return total("solutions", n) }

// Fundamental returns F(n), the number of orbits of solutions; known for n in 0..27.
func Fundamental(n int) (queens.Total, bool) { return total("fundamental", n) }

// S180 returns the number of solutions that the half turn leaves unchanged, including those of the
// quarter turn; known for n in 0..39.
func S180(n int) (queens.Total, bool) { return total("s180", n) }

// S90 returns the number of solutions that the quarter turn leaves unchanged; known for n in 0..69.
func S90(n int) (queens.Total, bool) { return total("s90", n) }

// Class returns the number of orbits of one class, by its letter in Q = 8A + 4P + 2R. It is known
// for n in 0..27, P up to 32 and R up to 69.
func Class(letter string, n int) (queens.Total, bool) {
	return total(map[string]string{"A": "class-asymmetric", "P": "class-central", "R": "class-rotational"}[letter], n)
}

// LexicographicallyFirst returns the first solution of order n in lexicographic order; known for n
// in 1..41 and 43. ok is false if there is none or it is unknown.
func LexicographicallyFirst(n int) (p queens.Perm, ok bool) {
	s, _ := Find("lexicographic-first")
	for _, v := range s.Row(n) {
		row, _ := v.Value.Uint64()
		p = append(p, int(row)-1)
	}
	return p, p != nil
}
