package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/count"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/golden"
	"queens/internal/must"
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
	parity := must.Get(methods.Find("parity"))(t)
	for _, n := range []int{8, 12, 14, 16} { // tests of parity classes, right half of the first table
		p := must.Get(plan.New(t.Context(), n, parity))(t)
		tests := must.Get(count.Run(t.Context(), p, count.Options{}))(t).Nodes
		q, _ := known.Solutions(n)
		ratio := fmt.Sprintf("%.2f", tests.Float64()/q.Float64())
		if !strings.Contains(text, fmt.Sprintf(`& %d & %v & %s\\`, n, tests, ratio)) {
			t.Errorf("the paper does not say that order %d takes %v tests, %s per solution", n, tests, ratio)
		}
		if page := pageText(t, "parity-classes.md"); (n == 8 || n == 16) && !strings.Contains(page, " "+ratio+" ") {
			t.Errorf("parity-classes.md does not say that order %d takes %s tests per solution", n, ratio)
		}
	}
	for _, command := range regexp.MustCompile(`\\run\{[^}]*\}`).FindAllString(strings.ReplaceAll(text, "-{}-", ""), -1) {
		if strings.Contains(command, "--") { // which TeX makes a dash
			t.Errorf("%s: write -{}-", command)
		}
	}

	bibliography := pageText(t, "bibliography.md")
	for _, key := range regexp.MustCompile(`\\cite\{(\w+)\}`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(bibliography, "| `"+key[1]+"` |") {
			t.Errorf("%s is not in bibliography.md", key[1])
		}
	}
}
