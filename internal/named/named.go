// Package named finds the members of a table by their names.
//
//	f, err := named.Find("draw: format", "svg", formats, func(f Format) string { return f.Name })
package named

import (
	"fmt"
	"strings"

	"queens"
)

// Names returns the names of all members, in the order of the table.
func Names[T any](table []T, nameOf func(T) string) []string {
	names := make([]string, len(table))
	for i, member := range table {
		names[i] = nameOf(member)
	}
	return names
}

// Find returns the member of that name. what says in an error what was looked for.
//
// Errors: queens.ErrFormat for any other name, with those that there are.
func Find[T any](what, name string, table []T, nameOf func(T) string) (found T, err error) {
	for _, member := range table {
		if nameOf(member) == name {
			return member, nil
		}
	}
	return found, fmt.Errorf("%s %.40q: want one of %s: %w", what, name, strings.Join(Names(table, nameOf), ", "),
		queens.ErrFormat)
}

// Texts returns the lines of each section of a text, without empty ones. A section begins with a
// line "# " and its name.
func Texts(text string) map[string][]string {
	texts := map[string][]string{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if next, ok := strings.CutPrefix(line, "# "); ok {
			name = next
		} else if line != "" {
			texts[name] = append(texts[name], line)
		}
	}
	return texts
}
