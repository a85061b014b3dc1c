// Package docs holds the documents that the program carries: topics of its help, the
// bibliography and the list of errata. Its tests run the programs of docs/library.md.
package docs

import "strings"

// Source is an entry of the bibliography, as plain text.
type Source struct {
	Key   string
	Text  string // author, title, place
	Known string // how we know it: "read", "cited", "unverified", ...
}

// FindSource returns the entry of a key.
func FindSource(key string) (s Source, ok bool) {
	cells := row(read("bibliography.md"), "`"+key+"`")
	if len(cells) < 2 {
		return Source{}, false
	}
	return Source{Key: key, Text: cells[0], Known: cells[1]}, true
}

// Erratum is an error in print, as plain text.
type Erratum struct {
	No      string
	Where   string // empty if the table does not say
	Printed string
	Right   string
}

// FindErratum returns the erratum of a number, such as "T11".
func FindErratum(no string) (e Erratum, ok bool) {
	cells := row(read("errata.md"), no)
	switch len(cells) {
	case 3: // printed, right, how checked
		return Erratum{No: no, Printed: cells[0], Right: cells[1]}, true
	case 4:
		return Erratum{No: no, Where: cells[0], Printed: cells[1], Right: cells[2]}, true
	default:
		return Erratum{}, false
	}
}

// row returns the cells that follow in the row of a table that begins with the given
// cell, nil if there is none.
func row(text, first string) (cells []string) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "| "+first+" | "); ok {
			for cell := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(rest), " |"), " | ") {
				cells = append(cells, plain(cell))
			}
			return cells
		}
	}
	return nil
}

// plain returns a cell without the marks of Markdown.
func plain(cell string) string {
	return strings.TrimSpace(strings.NewReplacer("*", "", "`", "").Replace(plainText(cell)))
}
