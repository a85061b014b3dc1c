package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
	"queens/known"
	"queens/model"
)

var corner = []queens.Square{{Row: 0, Col: 0}}

// cases are problems and whether they have a solution. None of order 6 has a queen
// in a corner, of order 8 some have (15863724); on the torus there is a solution
// exactly if n is prime to 6 [polya1918].
var cases = []struct {
	name    string
	problem queens.Problem
	options model.Options
	none    bool
}{
	{name: "1", problem: queens.Problem{Order: 1}},
	{name: "1-blocked", problem: queens.Problem{Order: 1, Blocked: corner}, none: true},
	{name: "2", problem: queens.Problem{Order: 2}, none: true},
	{name: "3", problem: queens.Problem{Order: 3}, none: true},
	{name: "4", problem: queens.Problem{Order: 4}},
	{name: "4-symmetry", problem: queens.Problem{Order: 4}, options: model.Options{Symmetry: true}},
	{name: "6-corner", problem: queens.Problem{Order: 6, Given: corner}, none: true},
	{name: "8", problem: queens.Problem{Order: 8}},
	{name: "8-corner", problem: queens.Problem{Order: 8, Given: corner}},
	{name: "8-blocked", problem: queens.Problem{
		Order: 8, Blocked: []queens.Square{{}, {Row: 3, Col: 3}, {Row: 5, Col: 2}},
	}},
	{name: "7-torus", problem: queens.Problem{Order: 7, Topology: queens.Modular}},
	{name: "6-torus", problem: queens.Problem{Order: 6, Topology: queens.Modular}, none: true},
	{
		name: "5-torus-symmetry", problem: queens.Problem{Order: 5, Topology: queens.Modular},
		options: model.Options{Symmetry: true},
	},
}

func TestRoundTrips(t *testing.T) { roundTrips(t, false) }

func TestRealRoundTrips(t *testing.T) {
	must.Find(t, "")
	roundTrips(t, true)
}

// solversOf returns the solvers from outside, or those built in.
func solversOf(t *testing.T, outside bool) []Found {
	return slices.DeleteFunc(Installed(t.Context()), func(f Found) bool { return f.Solver.Program != "" != outside })
}

func roundTrips(t *testing.T, outside bool) {
	ctx := t.Context() // it ends after the subtests
	for _, found := range solversOf(t, outside) {
		s := found.Solver
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if !found.Here {
				t.Skipf("the program %s is not on this machine (%s)", s.Program, s.Source())
			}
			formats := s.Formats
			if len(formats) == 0 {
				formats = []string{""}
			}
			for _, format := range formats {
				for _, c := range cases {
					if err := s.missingHere(format); err != nil {
						t.Skip(err)
					}
					if format == "wcnf" && c.options.Symmetry {
						continue // does not ask for a queen in every column
					}
					answer, err := Run(ctx, s, must.Get(model.New(c.problem, c.options))(t), format)
					if format == "wcnf" { // all that fit: fewer than n where there is no solution
						answer.None = answer.None || answer.Optimal && answer.Perm == nil
					}
					if err != nil || answer.None != c.none {
						t.Errorf("%s %s: none = %v, %v; want none = %v", format, c.name, answer.None, err, c.none)
					}
					if !c.none && err == nil {
						if err := queens.Check(answer.Perm, c.problem.Topology); err != nil ||
							len(answer.Perm) != c.problem.Order {
							t.Errorf("%s %s: %v: %v", format, c.name, answer.Perm, err)
						}
					}
				}
			}
		})
	}
}

func TestMostQueensOfSolvers(t *testing.T) { mostQueens(t, false) }

func TestRealMostQueens(t *testing.T) {
	must.Find(t, "")
	mostQueens(t, true)
}

// mostQueens lets the solvers that are here put as many queens as possible on blocked boards, and
// compares the number with that of all sets of queens.
func mostQueens(t *testing.T, outside bool) {
	random := rand.New(rand.NewPCG(9, 1))
	for board := range 4 {
		n := 4 + board
		p := queens.Problem{Order: n}
		for v := 1; v <= n*n; v++ {
			if sq, _ := model.SquareOf(v, n); random.IntN(100) < 65 {
				p.Blocked = append(p.Blocked, sq)
			}
		}
		m := must.Get(model.New(p, model.Options{Most: true}))(t)
		want := most(p, nil, 1)
		for _, found := range solversOf(t, outside) {
			s := found.Solver
			for _, format := range s.Formats {
				f := must.Get(model.FindFormat(format))(t)
				if !found.Here || f.Most == model.MostNever || s.missingHere(format) != nil {
					continue
				}
				answer, err := Run(t.Context(), s, m, format)
				if err != nil || !answer.Optimal || len(answer.Squares) != want {
					t.Errorf("%+v, %s %s: %+v, %v; want %d queens", p, s.Name, format, answer, err, want)
				}
			}
		}
	}
}

// most returns the largest number of queens that can be added from a square on.
func most(p queens.Problem, set []queens.Square, from int) (best int) {
	best = len(set)
	for v := from; v <= p.Order*p.Order; v++ {
		sq, _ := model.SquareOf(v, p.Order)
		next := append(slices.Clone(set), sq)
		if !slices.Contains(p.Blocked, sq) && queens.AttackingPairs(next, p.Order, p.Topology) == 0 {
			best = max(best, most(p, next, v+1))
		}
	}
	return best
}

// missingHere is missing, for solvers built in as well.
func (s Solver) missingHere(format string) error {
	if s.Program == "" {
		return nil
	}
	return s.missing(format)
}

// Random boards with blocked squares: every solver built in has the verdict of package complete.
// About half of them have no solution [gent2017].
func TestVerdictsAgree(t *testing.T) {
	const n, boards = 12, 12
	random := rand.New(rand.NewPCG(7, 1))
	none := 0
	for board := range boards {
		p := queens.Problem{Order: n}
		for v := 1; v <= n*n; v++ {
			if sq, _ := model.SquareOf(v, n); random.IntN(100) < 60 {
				p.Blocked = append(p.Blocked, sq)
			}
		}
		want := must.Get(complete.One(t.Context(), p, complete.Options{}))(t)
		if want.Solution == nil {
			none++
		}
		for _, s := range solvers {
			if s.Program != "" {
				continue
			}
			got, err := Run(t.Context(), s, modelOf(t, p), "")
			if err != nil || got.None != (want.Solution == nil) {
				t.Errorf("board %d, %s: none = %v, %v; want %v", board, s.Name, got.None, err, want.Solution)
			}
		}
	}
	if none == 0 || none == boards {
		t.Errorf("%d of %d boards have no solution; want some of either kind", none, boards)
	}
}

// TestCSP asks for solutions of boards that have some, on the torus too, and of a large board at
// once.
func TestCSP(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for topology, name := range series {
			all, _ := known.Lookup(name, n)
			p := queens.Problem{Order: n, Topology: queens.Topology(topology)}
			a := must.Get(constraintSatisfaction(t.Context(), modelOf(t, p)))(t)
			if a.None != all.Value.IsZero() || !a.None && p.Check(a.Perm) != nil {
				t.Errorf("%+v: %+v, want one of %v", p, a, all.Value)
			}
		}
	}
	if a := must.Get(constraintSatisfaction(t.Context(), modelOf(t, queens.Problem{Order: 100})))(t); a.Perm == nil {
		t.Errorf("order 100: %+v", a)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := constraintSatisfaction(ctx, modelOf(t, queens.Problem{Order: 12}))
	if !errors.Is(err, context.Canceled) || a.None {
		t.Errorf("cancelled: %+v, %v", a, err)
	}
}

func TestSolverTable(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9+_-]*$`)
	page := must.Get(os.ReadFile("../../docs/models.md"))(t)
	seen := map[string]bool{}
	for _, s := range solvers {
		if !strings.Contains(string(page), "| `"+s.Name+"` |") || !strings.Contains(string(page), s.Summary) {
			t.Errorf("docs/models.md does not show solver %s", s.Name)
		}
		if !name.MatchString(s.Name) || seen[s.Name] || s.Summary == "" || strings.HasSuffix(s.Summary, ".") {
			t.Errorf("solver %q: want a name of its own and a summary without a period", s.Name)
		}
		seen[s.Name] = true
		if (s.Program == "") != (s.builtIn != nil) || (s.Program == "") == (s.command != nil) || s.Program == "" &&
			s.Package != "" {
			t.Errorf("solver %s is neither built in nor a program", s.Name)
		}
		for _, format := range s.Formats {
			if _, ok := readers[format]; !ok {
				t.Errorf("solver %s: its answers in %s cannot be read", s.Name, format)
			}
		}
	}
}
