package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/internal/golden"
	"queens/known"
)

func number(t *testing.T, series string, n int, index ...int) string {
	t.Helper()
	v, ok := known.Lookup(series, n, index...)
	if !ok {
		t.Fatalf("%s(%d) is not known", series, n)
	}
	return v.Value.String()
}

// TestPaper compares the tables of the paper with package known (-update rewrites them) and looks
// for the texts that it cites in the bibliography.
func TestPaper(t *testing.T) {
	file := filepath.Join("paper", "queens-by-colour.tex")
	text := pageText(t, file)
	var symmetric, reflecting, orbits strings.Builder
	s90 := []int{52, 53, 56, 57, 60, 61, 64, 65, 68, 69}
	for i, n := range []int{30, 31, 32, 33, 34, 35, 36, 37, 38, 39} {
		fmt.Fprintf(&symmetric, "%d & %s & %d & %s\\\\\n", n, number(t, "s180", n), s90[i], number(t, "s90", s90[i]))
	}
	for n := 6; n <= 15; n++ {
		fmt.Fprintf(&reflecting, "%d & %s & %d & %s\\\\\n", n, number(t, "reflecting", n), n+10,
			number(t, "reflecting", n+10))
	}
	var conflicts strings.Builder
	for k := range 13 {
		fmt.Fprintf(&conflicts, "%d & %s & %s & %s\\\\\n", k, number(t, "conflicts", 17, k),
			number(t, "conflicts", 18, k), number(t, "conflicts", 19, k))
	}
	for n := 8; n <= 18; n++ {
		all, _ := known.Lookup("fundamental", n)
		found, _ := known.Lookup("orbit-search-reached", n)
		fmt.Fprintf(&orbits, "%d & %v & %v & %.3f\\\\\n", n, all.Value, found.Value,
			found.Value.Float64()/all.Value.Float64())
	}
	for name, table := range map[string]string{
		"symmetric": symmetric.String(), "reflecting": reflecting.String(),
		"conflicts": conflicts.String(), "orbits": orbits.String(),
	} {
		block := regexp.MustCompile(`(?s)(% table ` + name + `\n).*?(% end)`)
		if !block.MatchString(text) {
			t.Errorf("the paper has no table %q", name)
		}
		text = block.ReplaceAllStringFunc(text, func(string) string {
			return "% table " + name + "\n" + table +
				"% end"
		})
	}
	golden.Compare(t, file, []byte(text))

	bibliography := pageText(t, "bibliography.md")
	for _, key := range regexp.MustCompile(`\\cite\{(\w+)\}`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(bibliography, "| `"+key[1]+"` |") {
			t.Errorf("%s is not in bibliography.md", key[1])
		}
	}
}
