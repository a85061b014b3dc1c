package kit

import (
	"fmt"
	"strings"
)

// DidYouMean returns `, did you mean "check"?` for the name closest to word, or
// nothing if none is close.
func DidYouMean(word string, names []string) string {
	best, least := "", max(2, len(word)/3)+1
	for _, name := range names {
		d := distance(strings.ToLower(word), name)
		if strings.HasPrefix(name, word) && word != "" {
			d = min(d, 2) // the beginning of a name counts as close, a typing error as closer
		}
		if d < least {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// distance returns the least number of bytes to insert, delete or replace that
// turns a into b. Time O(len(a) len(b)).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the a read so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
