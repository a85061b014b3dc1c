// Package named looks up table rows by name, and reads tables.
//
//	f, err := named.Find("draw: format", "svg", formats, func(f Format) string { return f.Name })
package named

import (
	"encoding/csv"
	"fmt"
	"strings"

	"queens"
)

// Names returns the names of all rows, in order.
func Names[T any](table []T, nameOf func(T) string) []string {
	names := make([]string, len(table))
	for i, member := range table {
		names[i] = nameOf(member)
	}
	return names
}

// Find returns the row with this name. what names the kind of row in errors. Errors:
// queens.ErrFormat with the list of names.
func Find[T any](what, name string, table []T, nameOf func(T) string) (found T, err error) {
	for _, member := range table {
		if nameOf(member) == name {
			return member, nil
		}
	}
	return found, fmt.Errorf("%s %.40q: want one of %s: %w", what, name, strings.Join(Names(table, nameOf), ", "),
		queens.ErrFormat)
}

// Rows returns the rows of an embedded CSV file, without the header. It panics if the file is
// malformed, because it is part of the program.
func Rows(text string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic("named: " + err.Error())
	}
	return rows[1:]
}

// Fill sets texts of a table's rows. For each row, text has a section: a line "# " with its name,
// then a line for each field of fieldsOf. It panics unless rows and sections match.
func Fill[T any](table []T, text string, fieldsOf func(*T) (name string, fields []*string)) []T {
	sections := map[string][]string{}
	for section := range strings.SplitSeq(strings.TrimPrefix(text, "# "), "\n# ") {
		lines := strings.Split(strings.TrimSpace(section), "\n")
		sections[lines[0]] = lines[1:]
	}
	for i := range table {
		name, fields := fieldsOf(&table[i])
		if len(sections[name]) != len(fields) {
			panic(fmt.Sprintf("named: %d texts of %s, want %d", len(sections[name]), name, len(fields)))
		}
		for k, line := range sections[name] {
			*fields[k] = line
		}
	}
	return table
}
