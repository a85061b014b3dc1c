package known

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"queens"
)

// mostTerms bounds the characters of the terms of an entry, as the OEIS does.
const mostTerms = 260

// WriteEntry writes the series in the internal format of the OEIS, as its editors take it: terms,
// name, how far each term can be trusted, methods, offset.
//
// Errors: those of [WriteBFile].
func WriteEntry(w io.Writer, s Series) error {
	values, places, err := s.consecutive()
	if err != nil {
		return fmt.Errorf("known: entry of %s: %w", s.Name, err)
	}
	number := cmp.Or(s.OEIS, "A------")
	var b strings.Builder
	line := func(letter, format string, args ...any) {
		fmt.Fprintf(&b, "%%%s %s %s\n", letter, number, fmt.Sprintf(format, args...))
	}
	terms, second := "", 1
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
	for i, v := range values {
		if v.Value.Compare(queens.NewTotal(1)) > 0 {
			second = i + 1
			break
		}
	}
	line("S", "%s", terms)
	line("N", "%s.", strings.ToUpper(s.Summary[:1])+s.Summary[1:])
	for i := 0; i < len(values); {
		last := i
		for last+1 < len(values) && values[last+1].Status == values[i].Status {
			last++
		}
		line("C", "%s: %s.", span(places[i], places[last]), values[i].Status)
		i = last + 1
	}
	if s.Methods != "" {
		line("C", "%s", s.Methods)
	}
	if s.Beyond != "" {
		line("C", "Beyond: %s.", s.Beyond)
	}
	line("H", "b-file, n = %d..%d: queens table %s --format bfile", places[0], places[len(places)-1], s.Name)
	if len(s.Also) > 0 {
		line("Y", "Cf. %s.", strings.Join(s.Also, ", "))
	}
	keywords := "nonn,more"
	if len(s.Index) > 0 {
		keywords = "nonn,tabl"
	}
	line("K", "%s", keywords)
	line("O", "%d,%d", places[0], second)
	_, err = io.WriteString(w, b.String())
	return err
}

func span(first, last int) string {
	if first == last {
		return fmt.Sprintf("a(%d)", first)
	}
	return fmt.Sprintf("a(%d)-a(%d)", first, last)
}

// WriteEntries writes the entries of all series that are to be published, those that say how they
// were found, with an empty line between two.
func WriteEntries(w io.Writer) error {
	first := true
	for _, s := range All() {
		if s.Methods == "" {
			continue
		}
		if !first {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		first = false
		if err := WriteEntry(w, s); err != nil {
			return err
		}
	}
	return nil
}
