package complete_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/must"
)

// TestInstances recomputes verdict and nodes of the frozen instances, with -short not the hard
// ones.
func TestInstances(t *testing.T) {
	levels := map[string]int{}
	var names []string
	for _, i := range complete.Instances() {
		names = append(names, i.Name)
		levels[i.Level()]++
		if want := fmt.Sprintf("%s-%d-%d", i.Family, i.Order, i.Seed); i.Name != want {
			t.Errorf("%s: want the name %s", i.Name, want)
		}
		if found, err := complete.FindInstance(i.Name); err != nil || found != i {
			t.Errorf("%s: %+v, %v", i.Name, found, err)
		}
		if testing.Short() && i.Nodes > 100_000 {
			continue
		}
		a, err := complete.One(t.Context(), must.Get(i.Problem())(t), complete.Options{Seed: 1})
		if err != nil || (a.Solution != nil) != i.Possible || a.Nodes != i.Nodes || a.Solution == nil && !a.Proven {
			t.Errorf("%+v: %+v, %v", i, a, err)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(complete.Instances()) || len(levels) != 4 {
		t.Errorf("a name twice, or a level without an instance: %v", levels)
	}
	if _, err := complete.FindInstance("blocked"); err == nil {
		t.Error("found what there is not")
	}
}

func TestPlanted(t *testing.T) {
	for seed := range uint64(10) {
		p, err := complete.Generate("planted", 12, 12*11, queens.Regular, seed)
		a, err2 := complete.One(t.Context(), p, complete.Options{})
		if err != nil || err2 != nil || len(p.Blocked) != 12*11 || a.Solution == nil {
			t.Errorf("seed %d: %v, %v, %+v", seed, err, err2, a)
		}
		p, err = complete.Generate("hall", 12, 5, queens.Regular, seed)
		a, err2 = complete.One(t.Context(), p, complete.Options{})
		if err != nil || err2 != nil || a.Engine != complete.Matching {
			t.Errorf("seed %d: %v, %v, %+v", seed, err, err2, a)
		}
	}
	if p, err := complete.Generate("planted", 3, 1, queens.Regular, 1); err == nil {
		t.Errorf("order 3: %+v", p)
	}
}

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
		p, _, err := format.ReadProblem(strings.NewReader(text), format.Reading{Base: format.AnyBase})
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

func ExampleOne() {
	corner, _ := queens.ParseSquare("a1", 8)
	answer, err := complete.One(context.Background(), queens.Problem{Order: 8, Given: []queens.Square{corner}},
		complete.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(queens.Check(answer.Solution, queens.Regular), answer.Solution[0] == corner.Row)
	// Output: <nil> true
}

func ExampleExplain() {
	b3, _ := queens.ParseSquare("b3", 4)
	d4, _ := queens.ParseSquare("d4", 4)
	p := queens.Problem{Order: 4, Given: []queens.Square{b3}, Blocked: []queens.Square{d4}}
	reason, err := complete.Explain(context.Background(), p, complete.Answer{}, 1000, complete.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(reason.Text(p, 0))
	// Output: row 1 has no free square: 1 given queen (b3), 1 blocked square (d4)
}

// TestCompletesLargePlantedBoards: without beliefs, some take more than ten million queens.
func TestCompletesLargePlantedBoards(t *testing.T) {
	for _, n := range []int{70, 80} {
		for seed := range uint64(3) {
			p := must.Get(complete.Generate("planted", n, n*n-8*n, queens.Regular, seed+1))(t)
			a := must.Get(complete.One(t.Context(), p, complete.Options{Seed: 1, Nodes: 1 << 21}))(t)
			if a.Solution == nil {
				t.Errorf("order %d, seed %d: no completion with %d queens", n, seed+1, a.Nodes)
			}
		}
	}
}
