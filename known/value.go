package known

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"queens"
)

// Status says how far a value can be trusted.
type Status string

// The words a value's status can be.
const (
	Confirmed  Status = "recomputed-and-published" // recomputed by exhaustive search and equal to the published value
	Recomputed Status = "recomputed"               // recomputed; no published copy was seen
	Once       Status = "computed-once"            // computed by this program alone, one time; no other value was seen
	New        Status = "new-counted-here"         // a new term: publications end before it
	Published  Status = "published"                // copied from a publication, not recomputed
	Derived    Status = "derived"                  // follows from other values by an exact identity
	Convention Status = "convention"               // agreed, not counted: order 0
)

// Statuses returns all words a value's status can be.
func Statuses() []Status {
	return []Status{Confirmed, Recomputed, Once, New, Published, Derived, Convention}
}

// Value is one known number.
type Value struct {
	Order  int          `json:"order"`           // the argument n of the series
	Index  []int        `json:"index,omitempty"` // further arguments, as many as Series.Index names
	Value  queens.Total `json:"value"`
	Source string       `json:"source"` // OEIS numbers or one of the words of the package comment
	Status Status       `json:"status"`
}

// files holds one file per series: a header line, then order, indices, value,
// source and status.
//
//go:embed *.csv
var files embed.FS

// Values returns all values of the series, by order and then by index, new. It
// reads the embedded file: time linear in its length, microseconds to a
// millisecond. s must come from All or Find.
func (s Series) Values() []Value {
	values, err := s.read()
	if err != nil {
		panic(err.Error()) // the files are part of the program and tested
	}
	return values
}

// Lookup returns the value at order n and, where the series has them, the indices
// in the order of Series.Index. ok is false where no value is known.
func (s Series) Lookup(n int, index ...int) (v Value, ok bool) {
	for _, v := range s.Values() {
		if v.Order == n && slices.Equal(v.Index, index) {
			return v, true
		}
	}
	return Value{}, false
}

// Row returns the values of order n in increasing order of the indices, new; none
// where nothing is known. For a series without index it is Lookup.
func (s Series) Row(n int) []Value {
	return slices.DeleteFunc(s.Values(), func(v Value) bool { return v.Order != n })
}

func (s Series) read() ([]Value, error) {
	text, err := files.ReadFile(s.Name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("known: series %q: %w", s.Name, err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("known: series %q: %w", s.Name, err)
	}
	if want := s.header(); len(rows) == 0 || !slices.Equal(rows[0], want) {
		return nil, fmt.Errorf("known: series %q: header is not %q", s.Name, want)
	}
	values := make([]Value, 0, len(rows)-1)
	for i, row := range rows[1:] {
		v, err := parseValue(row)
		if err != nil {
			return nil, fmt.Errorf("known: series %q: line %d: %w", s.Name, i+2, err)
		}
		values = append(values, v)
	}
	return values, nil
}

func (s Series) header() []string {
	return slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})
}

// parseValue reads one line: order, indices, value, source, status.
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
