package known

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"queens"
)

// WriteBFile writes the series in the format of the OEIS: a comment line, then
// one line "n a(n)" for each consecutive order. Values that are only a convention
// are left out. The rows of a triangle, with the indices 0 to n or 1 to n, are written one after
// the other, and n is the place in the sequence.
//
// Errors: queens.ErrFormat if the series has other indices, or a gap between its
// orders, since a b-file cannot say either; otherwise those of w.
func WriteBFile(w io.Writer, s Series) error {
	values, places, err := s.consecutive()
	if err != nil {
		return fmt.Errorf("known: b-file of %s: %w", s.Name, err)
	}
	name := cmp.Or(s.OEIS, s.Name)
	buffered := bufio.NewWriter(w)
	fmt.Fprintf(buffered, "# %s: %s\n", name, s.Summary)
	for i, v := range values {
		fmt.Fprintf(buffered, "%d %v\n", places[i], v.Value)
	}
	return buffered.Flush()
}

// place returns the n of a value in a b-file: its order, or its place in a triangle that begins
// with order 0, or with order 1 if the least index is 1.
func (v Value) place(least int) int {
	if len(v.Index) == 0 {
		return v.Order
	}
	return v.Order*(v.Order+1)/2 + v.Index[0] - least*v.Order
}

// consecutive returns the values of a series with one number for each order, or of a triangle, with
// their places, without those that are only a convention.
func (s Series) consecutive() (values []Value, places []int, err error) {
	all, least := s.Values(), 0
	switch len(s.Index) {
	case 0:
	case 1:
		least = all[0].Index[0]
	default:
		return nil, nil, s.notInOrder()
	}
	for _, v := range all {
		if v.Status == Convention {
			continue
		}
		if k := len(values); k > 0 && v.place(least) != places[k-1]+1 {
			if len(s.Index) > 0 {
				return nil, nil, s.notInOrder()
			}
			return nil, nil, fmt.Errorf("no value is known between %d and %d: %w", values[k-1].Order, v.Order,
				queens.ErrFormat)
		}
		values, places = append(values, v), append(places, v.place(least))
	}
	return values, places, nil
}

func (s Series) notInOrder() error {
	return fmt.Errorf("it is indexed by %v besides the order; that format has one number for each order, or a "+
		"triangle by rows: %w", s.Index, queens.ErrFormat)
}
