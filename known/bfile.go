package known

import (
	"bufio"
	"fmt"
	"io"

	"queens"
)

// WriteBFile writes the series in the format of the OEIS: a comment line, then
// one line "n a(n)" for each consecutive order. Values that are only a convention
// are left out. The series must have no index besides the order.
//
// Errors: queens.ErrFormat if the series has an index, or a gap between its
// orders, since a b-file cannot say either; otherwise those of w.
func WriteBFile(w io.Writer, s Series) error {
	values, err := s.consecutive()
	if err != nil {
		return fmt.Errorf("known: b-file of %s: %w", s.Name, err)
	}
	name := s.OEIS
	if name == "" {
		name = s.Name
	}
	buffered := bufio.NewWriter(w)
	fmt.Fprintf(buffered, "# %s: %s\n", name, s.Summary)
	for _, v := range values {
		fmt.Fprintf(buffered, "%d %v\n", v.Order, v.Value)
	}
	return buffered.Flush()
}

// consecutive returns the values of a series with one number for each order, without
// those that are only a convention.
func (s Series) consecutive() (values []Value, err error) {
	if len(s.Index) > 0 {
		return nil, fmt.Errorf("it is indexed by %v besides the order; there is one number for each order in that "+
			"format: %w", s.Index, queens.ErrFormat)
	}
	for _, v := range s.Values() {
		if v.Status == Convention {
			continue
		}
		if k := len(values); k > 0 && v.Order != values[k-1].Order+1 {
			return nil, fmt.Errorf("no value is known between %d and %d: %w", values[k-1].Order, v.Order,
				queens.ErrFormat)
		}
		values = append(values, v)
	}
	return values, nil
}
