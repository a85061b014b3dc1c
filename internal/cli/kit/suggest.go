package kit

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

//go:embed synonyms.txt
var synonymsText string

// synonyms returns the names of commands and flags that mean the same as a word.
func synonyms(word string) []string {
	for line := range strings.Lines(synonymsText) {
		if names, ok := strings.CutPrefix(line, word+": "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// DidYouMean returns ` (did you mean "check"?)` for the names that mean the same as
// word or, if there are none, for the closest one; nothing if none is close. Flags
// have their two hyphens, and no quotes around them.
func DidYouMean(word string, names []string) string {
	word = strings.ToLower(word)
	bare, isFlag := strings.CutPrefix(word, "--")
	var meant []string
	for _, name := range synonyms(bare) {
		if isFlag {
			name = "--" + name
		}
		if slices.Contains(names, name) {
			meant = append(meant, name)
		}
	}
	if name := closest(word, names); len(meant) == 0 && name != "" {
		meant = []string{name}
	}
	last := len(meant) - 1
	if last < 0 {
		return ""
	}
	for i, name := range meant {
		if !isFlag {
			meant[i] = strconv.Quote(name)
		}
	}
	text := meant[last]
	if last > 0 {
		text = strings.Join(meant[:last], ", ") + " or " + text
	}
	return " (did you mean " + text + "?)"
}

// closest returns the name that word is a misspelling of, with one error for every
// four letters and one at least, or else the first one that begins with it; empty if there is none.
func closest(word string, names []string) string {
	best, least := "", max(1, len(word)/4)+1
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	if best == "" && word != "" {
		if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, word) }); i >= 0 {
			return names[i]
		}
	}
	return best
}

// distance returns the least number of bytes to insert, delete or replace, or of
// neighbours to swap, that turns a into b, none of them touched twice. Time
// O(len(a) len(b)). Source: the optimal string alignment of Damerau's distance.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1) // rows[i][j] is the distance from a[:i] to b[:j]
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
