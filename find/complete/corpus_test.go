package complete_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/must"
)

const corpus = "../../../shared/corpus/"

// explainNodes is what queens complete --reason short may spend besides the search.
const explainNodes = 800_000

// decide checks the verdict and that a reason costs at most twice the search and what is allowed.
func decide(t *testing.T, name string, p queens.Problem, want string) {
	a, err := complete.One(t.Context(), p, complete.Options{})
	must.Do(t, err)
	got := "sat"
	if a.Solution == nil {
		got = "unsat"
		placed, err := complete.ReasonNodes(t.Context(), p, a, explainNodes)
		must.Do(t, err)
		if most := 2*a.Nodes + explainNodes; placed > most {
			t.Errorf("%s: the reason places %d queens, the search %d; want at most %d", name, placed, a.Nodes, most)
		}
	} else {
		must.Do(t, p.Check(a.Solution))
	}
	if want != "" && got != want || !a.Proven && a.Solution == nil {
		t.Errorf("%s: %s, proven %t, want %s", name, got, a.Proven, want)
	}
}

// TestPublishedVerdicts decides instances of CSPLib problem 79 with their published verdicts, read
// in the format in which they are published, and boards of every family.
func TestPublishedVerdicts(t *testing.T) {
	for _, family := range complete.Families() {
		for seed := range uint64(10) {
			p := must.Get(complete.Generate(family.Name, 12, family.Default(12, queens.Regular), queens.Regular,
				seed))(t)
			decide(t, fmt.Sprintf("%s, seed %d", family.Name, seed), p, "")
		}
	}
	file, err := os.ReadFile(corpus + "csplib-diagonals.tsv")
	if err != nil {
		t.Skip("the corpus is missing: ", err)
	}
	read := func(text string) queens.Problem {
		p, _, err := format.ReadProblem(strings.NewReader(text), format.ProblemOptions{Base: format.AnyBase})
		must.Do(t, err)
		return p
	}
	verdicts := 0
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") || testing.Short() && verdicts >= 100 {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		text := fmt.Sprintf("n = %s\nnumdiags = %s\ndiags = %s\n", fields[0], fields[1], fields[5])
		decide(t, "order "+fields[0]+", instance "+fields[2], read(text), fields[3])
		verdicts++
	}
	if verdicts < 100 {
		t.Errorf("%d published verdicts", verdicts)
	}
	large := must.Get(os.ReadFile(corpus + "inputs/a18-csplib-completion-3655.param"))(t)
	decide(t, "a18", read(string(large)), "unsat")
	for name, want := range map[string]string{
		"a13-completion-cses.txt":   "65", // CSES 1624, Chessboard and Queens
		"a14-completion-kattis.txt": "50", // Kattis, holeynqueensbatman
		"a15-completion-asp.lp":     "1",  // by hand: of 2413 and 3142 one is left
		"a16-completion.dzn":        "1",
	} {
		p := read(string(must.Get(os.ReadFile(corpus + "inputs/" + name))(t)))
		number := must.Get(complete.Count(t.Context(), p, complete.Options{}))(t)
		if got := number.Completions.String(); got != want {
			t.Errorf("%s: %s completions, want %s", name, got, want)
		}
	}
	all := must.Get(complete.Count(t.Context(), read("8 0\n"), complete.Options{}))(t)
	if got := all.Completions.String(); got != "92" { // Kattis, the first example
		t.Errorf("no hole: %s completions, want 92", got)
	}
}
