package docs

import "strings"

// Item is something that one of the texts says or shows: a definition, a table, an exercise.
type Item struct {
	Item    string
	Command string // that reproduces it: "queens burnside 8"; empty if nothing is to be computed
	Prints  string // a part of what the command prints, blanks between words
	Verdict string
	Line    int // of docs/documents.md
}

// Items returns the items of a text, a key of the bibliography, in the order of the text.
func Items(key string) (list []Item) {
	inside, no := false, 0
	for line := range strings.Lines(read("documents.md")) {
		no++
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			inside = strings.Contains(heading, "(`"+key+"`)")
		}
		if c := cells(strings.TrimSpace(line)); inside && len(c) == 4 && c[0] != "item" && !strings.HasPrefix(c[0], "--") {
			list = append(list, Item{Item: c[0], Command: c[1], Prints: c[2], Verdict: c[3], Line: no})
		}
	}
	return list
}
