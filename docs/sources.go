// Package docs holds the documents that the program carries: topics of its help, the bibliography,
// and the items and errata of the five texts. Its tests run the programs of docs/library.md.
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

func plain(cell string) string {
	return strings.TrimSpace(strings.NewReplacer("*", "", "`", "").Replace(plainText(cell)))
}
