// Package docs holds the documents that the program contains: help topics, the bibliography, and
// the items and errata of the five texts. Its tests run the programs of docs/library.md.
package docs

import "strings"

// Source is an entry of the bibliography, as plain text.
type Source struct {
	Key   string
	Text  string // author, title, place
	Known string // how we know the text: "read", "cited", "unverified", ...
}

// FindSource returns the source with this key.
func FindSource(key string) (s Source, ok bool) {
	_, line, ok := strings.Cut(read("bibliography.md"), "| `"+key+"` |")
	if !ok {
		return s, false
	}
	line, _, _ = strings.Cut(line, "\n")
	c := cells(line)
	return Source{Key: key, Text: c[0], Known: c[1]}, true
}
