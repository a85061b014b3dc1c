package known

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
)

// WriteBFile writes the series as an OEIS b-file: a comment line, then a line "n a(n)" for each
// consecutive order, without values that are only a convention. A triangle, with indices from 0 or
// 1 to n, is written row by row, and n is the position in the sequence. Errors: queens.ErrFormat if
// the series has other indices or gaps, which a b-file cannot express; otherwise those of w.
func WriteBFile(w io.Writer, s Series) error {
	values, first, err := s.consecutive()
	if err != nil {
		return errs.Errorf("b-file of %s: %w", s.Name, err)
	}
	buffered := bufio.NewWriter(w)
	fmt.Fprintf(buffered, "# %s: %s\n", cmp.Or(s.OEIS, s.Name), s.Summary)
	for i, v := range values {
		fmt.Fprintf(buffered, "%d %v\n", first+i, v.Value)
	}
	return buffered.Flush()
}

// place returns the n of a value in a b-file: its order, or its position in a triangle whose first
// order equals its least index, 0 or 1.
func (v Value) place(least int) int {
	if len(v.Index) == 0 {
		return v.Order
	}
	return v.Order*(v.Order+1)/2 + v.Index[0] - least*v.Order
}

// consecutive returns the values of a series or a triangle, without conventions, and the place of
// the first.
func (s Series) consecutive() (values []Value, first int, err error) {
	values = slices.DeleteFunc(s.Values(), func(v Value) bool { return v.Status == Convention })
	least, inOrder := 0, len(s.Index) < 2
	if len(s.Index) == 1 {
		least = s.Values()[0].Index[0]
	}
	for i, v := range values {
		switch first = values[0].place(least); {
		case !inOrder || v.place(least) != first+i && len(s.Index) > 0:
			return nil, 0, errs.Errorf("it is indexed by %v besides the order; that format has one number for each "+
				"order, or a triangle by rows: %w", s.Index, queens.ErrFormat)
		case v.place(least) != first+i:
			return nil, 0, errs.Errorf("no value is known between %d and %d: %w", values[i-1].Order, v.Order,
				queens.ErrFormat)
		}
	}
	return values, first, nil
}

// mostTerms is the limit of the OEIS for the characters of the terms.
const mostTerms = 260

// WriteEntry writes the series in the internal format of the OEIS, for its editors: terms, name,
// the status of each term, methods, offset. Errors: those of [WriteBFile].
func WriteEntry(w io.Writer, s Series) error {
	values, first, err := s.consecutive()
	if err != nil {
		return errs.Errorf("entry of %s: %w", s.Name, err)
	}
	number := cmp.Or(s.OEIS, "A------")
	var b strings.Builder
	line := func(letter, format string, args ...any) {
		fmt.Fprintf(&b, "%%%s %s %s\n", letter, number, fmt.Sprintf(format, args...))
	}
	terms, one := "", queens.NewTotal(1)
	second := max(1, 1+slices.IndexFunc(values, func(v Value) bool { return v.Value.Compare(one) > 0 }))
	for i, v := range values {
		text := v.Value.String()
		if len(terms)+len(text)+2 > mostTerms {
			break
		}
		if i > 0 {
			terms += ", "
		}
		terms += text
	}
	line("S", "%s", terms)
	line("N", "%s.", strings.ToUpper(s.Summary[:1])+s.Summary[1:])
	for i := 0; i < len(values); {
		last := i
		for last+1 < len(values) && values[last+1].Status == values[i].Status {
			last++
		}
		span := fmt.Sprintf("a(%d)", first+i)
		if last > i {
			span += fmt.Sprintf("-a(%d)", first+last)
		}
		line("C", "%s: %s.", span, values[i].Status)
		i = last + 1
	}
	if s.Methods != "" {
		line("C", "%s", s.Methods)
	}
	if s.Beyond != "" {
		line("C", "Beyond: %s.", s.Beyond)
	}
	line("H", "b-file, n = %d..%d: queens table %s --format bfile", first, first+len(values)-1, s.Name)
	if len(s.Also) > 0 {
		line("Y", "Cf. %s.", strings.Join(s.Also, ", "))
	}
	keywords := "nonn,more"
	if len(s.Index) > 0 {
		keywords = "nonn,tabl"
	}
	line("K", "%s", keywords)
	line("O", "%d,%d", first, second)
	_, err = io.WriteString(w, b.String())
	return err
}

// WriteEntries writes the entries of all series to be published, those with Methods, separated by
// empty lines.
func WriteEntries(w io.Writer) error {
	var b strings.Builder
	for _, s := range slices.DeleteFunc(All(), func(s Series) bool { return s.Methods == "" }) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if err := WriteEntry(&b, s); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
