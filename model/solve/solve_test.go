package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
					answer, err := Run(ctx, s, must.Get(model.New(c.problem, c.options))(t), format, nil)
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
				answer, err := Run(t.Context(), s, m, format, nil)
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
		for _, s := range solvers() {
			if s.Program != "" {
				continue
			}
			got, err := Run(t.Context(), s, modelOf(t, p), "", nil)
			if err != nil || got.None != (want.Solution == nil) {
				t.Errorf("board %d, %s: none = %v, %v; want %v", board, s.Name, got.None, err, want.Solution)
			}
		}
	}
	if none == 0 || none == boards {
		t.Errorf("%d of %d boards have no solution; want some of either kind", none, boards)
	}
}

// TestCSP asks for a solution of a large board, and cancels.
func TestCSP(t *testing.T) {
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
	for _, s := range solvers() {
		if !strings.Contains(string(page), "| `"+s.Name+"` |") || !strings.Contains(string(page), s.Summary) {
			t.Errorf("docs/models.md does not show solver %s", s.Name)
		}
		if !name.MatchString(s.Name) || seen[s.Name] || s.Summary == "" || strings.HasSuffix(s.Summary, ".") {
			t.Errorf("solver %q: want a name of its own and a summary without a period", s.Name)
		}
		seen[s.Name] = true
		if (s.Program == "") != (builtIn[s.Name] != nil) || (s.Program == "") != (s.Run == "") || s.Program == "" &&
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

// models is the line in which clasp says how many solutions there are.
var models = regexp.MustCompile(`(?m)^(?:c )?Models +: (\d+)`)

var clasp = []string{"clasp -q 0 \"$1\""}

var series = [...]string{queens.Regular: "solutions", queens.Modular: "toroidal"}

// counters run real solvers that count all solutions of a text.
var counters = []struct {
	name    string
	format  string
	options model.Options
	command []string // run by a shell, $1 is the file
	clasp   bool     // says the number; else there is a line of dashes for each
}{
	{"pairwise clauses", "cnf", model.Options{AtMostOne: "pairwise"}, clasp, true},
	{"commander clauses", "cnf", model.Options{AtMostOne: "commander"}, clasp, true},
	{"exact product clauses", "cnf", model.Options{ExactCount: true}, clasp, true},
	{"exact ladder clauses", "cnf", model.Options{AtMostOne: "ladder", ExactCount: true}, clasp, true},
	{"exact binary clauses", "cnf", model.Options{AtMostOne: "binary", ExactCount: true}, clasp, true},
	{"constraints", "opb", model.Options{}, clasp, true},
	{"answer sets", "asp", model.Options{}, []string{"gringo \"$1\"", "clasp -q 0"}, true},
	{"MiniZinc", "mzn", model.Options{}, []string{"minizinc --solver gecode -a \"$1\""}, false},
}

func TestRealSolversCount(t *testing.T) {
	for _, c := range counters {
		t.Run(c.name, func(t *testing.T) {
			for _, command := range c.command {
				name, _, _ := strings.Cut(command, " ")
				must.Find(t, name, name)
			}
			for n := 4; n <= 7; n++ {
				for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
					want, _ := known.Lookup(series[topology], n)
					m := must.Get(model.New(queens.Problem{Order: n, Topology: topology}, c.options))(t)
					path := filepath.Join(t.TempDir(), "queens."+c.format)
					must.Do(t, write(path, m, must.Get(model.FindFormat(c.format))(t)))
					// The exit codes of clasp say what it found.
					said, _ := exec.CommandContext(t.Context(), "sh", "-c", strings.Join(c.command, " | "), "sh",
						path).CombinedOutput()
					got := uint64(bytes.Count(said, []byte("----------\n")))
					if c.clasp {
						number := models.FindSubmatch(said)
						if number == nil {
							t.Fatalf("order %d: clasp says\n%s", n, said)
						}
						got, _ = strconv.ParseUint(string(number[1]), 10, 64)
					}
					if queens.NewTotal(got) != want.Value {
						t.Errorf("order %d, %v: %d solutions, want %v:\n%.2000s", n, topology, got, want.Value, said)
					}
				}
			}
		})
	}
}

// TestRealZ3Counts lets z3 list the solutions of orders 4 to 6, and of the torus of order 5, each
// excluded when it is found.
func TestRealZ3Counts(t *testing.T) {
	must.Find(t, "z3", "z3")
	for _, p := range []queens.Problem{{Order: 4}, {Order: 5}, {Order: 6}, {Order: 5, Topology: queens.Modular}} {
		want, _ := known.Lookup(series[p.Topology], p.Order)
		m := modelOf(t, p)
		var text bytes.Buffer
		must.Do(t, must.Get(model.FindFormat("smt2"))(t).Write(&text, m))
		found := map[string]bool{}
		for limit := range 20 {
			if limit == 19 {
				t.Fatalf("%+v: no end", p)
			}
			cmd := exec.CommandContext(t.Context(), "z3", "-model", "-in")
			cmd.Stdin = bytes.NewReader(text.Bytes())
			said := must.Get(cmd.Output())(t)
			a, err := ReadAnswer(bytes.NewReader(said), "smt2", m)
			if err != nil {
				t.Fatalf("%v:\n%s", err, said)
			}
			if a.None {
				break
			}
			found[a.Perm.String()] = true
			text.Truncate(bytes.LastIndex(text.Bytes(), []byte("(check-sat)")))
			text.WriteString("(assert (not (and")
			for c, r := range a.Perm {
				fmt.Fprintf(&text, " (= q%d %d)", c+1, r+1)
			}
			text.WriteString(")))\n(check-sat)\n")
		}
		if got := queens.NewTotal(uint64(len(found))); got != want.Value {
			t.Errorf("%+v: %v solutions, want %v", p, got, want.Value)
		}
	}
}
