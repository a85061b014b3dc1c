package solve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/model"
)

func modelOf(t *testing.T, p queens.Problem) *model.Model {
	t.Helper()
	m, err := model.New(p, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// order6 is 246135, the first solution of order 6 in lexicographic order.
var order6 = queens.Perm{1, 3, 5, 0, 2, 4}

// spoken are answers as solvers print them, of order 6: the solution order6, that
// there is none, and the queens of order6 with the last one moved to row 6, where
// that of column 3 stands. Texts of cadical, minisat, clasp, cbc, glpsol, minizinc
// and cliquer were shortened by lines that say nothing.
var spoken = map[string]struct{ solution, none, wrong string }{
	"cnf": {
		"s SATISFIABLE\nv -1 -2 -3 4 -5 -6 7 -8 -9 -10 -11 -12 -13\nv -14 -15 -16 17 -18 -19 20 -21 -22 -23\nv -24 -25 -26 -27 -28 -29 30 -31 -32 33 -34 -35 -36 37 0\n",
		"s UNSATISFIABLE\n",
		"SAT\n-1 -2 -3 4 -5 -6 7 -8 -9 -10 -11 -12 -13 -14 -15 -16 17 -18 -19 20 -21 -22 -23 -24 -25 -26 -27 -28 -29 -30 -31 -32 33 -34 -35 36 37 0\n",
	},
	"opb": {
		"c Solving...\nc Answer: 1\nv -x1 x4 x7 x17 x20 x30 x33 -x36\ns SATISFIABLE\nc Answer: 2\nv x1 x2\n",
		"s UNSATISFIABLE\n",
		"v x4 x7 x17 x20 x33 x36\ns OPTIMUM FOUND\n",
	},
	"lp": {
		"Optimal - objective value 0.00000000\n 3 x_1_4 1 0\n 4 x_1_5 0 0\n 6 x_2_1 0.9999999 0\n 16 x_3_5 1 0\n 19 x_4_2 1 0\n 29 x_5_6 1 0\n 32 x_6_3 1 0\n",
		"Integer infeasible - objective value 0.00000000\n 0 x_1_1 0.5 0\n",
		"c Problem:\ns mip 46 36 o 0\ni 1 1\nj 4 1\nj 7 1\nj 17 1\nj 20 1\nj 33 1\nj 36 1\nj 30 0\ne o f\n",
	},
	"mzn": {
		"q = [2, 4, 6, 1, 3, 5]\n----------\nq = [1, 1, 1, 1, 1, 1]\n----------\n==========\n",
		"=====UNSATISFIABLE=====\n",
		"q = [2, 4, 6, 1, 3, 6]\n----------\n",
	},
	"asp": {
		"Solving...\nAnswer: 1\nqueen(2,1) queen(4,2) queen(6,3) queen(1,4) queen(3,5) queen(5,6)\nSATISFIABLE\n",
		"Solving...\nUNSATISFIABLE\n",
		"Answer: 1\nqueen(2,1) queen(4,2) queen(6,3) queen(1,4) queen(3,5) queen(6,6)\nSATISFIABLE\n",
	},
	"clq": {
		"Reading graph from q.clq...OK\n  2/36 (max  1)  0.00 s  (0.00 s/round)\nsize=6, weight=6:   4 7 17 20 30 33\n",
		"No such clique found.\n",
		"4 7 17 20 33 36\n",
	},
	"dlx": {
		"r1 c4 up5 down3\nr2 c1 up3\nr3 c5 (1 of 2)\nr4 c2\nr5 c6\nr6 c3\n",
		"",
		"r1 c4\nr2 c1\nr3 c5\nr4 c2\nr6 c6\nr6 c3\n",
	},
}

// What glpsol -o prints: long names take a line of their own.
const glpsolTable = `Problem:
Status:     INTEGER OPTIMAL
   No. Column name       Activity     Lower bound   Upper bound
     1 x_1_4        *              1             0             1
     2 x_2_1
                    *              1             0             1
     3 x_3_5        *              1             0             1
     4 x_4_2        *              1             0             1
     5 x_5_6        *              1             0             1
     6 x_6_3        *              1             0             1
     7 x_6_6        *              0             0             1
`

func TestReadAnswer(t *testing.T) {
	m := modelOf(t, queens.Problem{Order: 6})
	read := func(format, text string) (Answer, error) { return ReadAnswer(strings.NewReader(text), format, m) }
	for format, c := range spoken {
		if a, err := read(format, c.solution); err != nil || a.None || !a.Perm.Equal(order6) {
			t.Errorf("%s: %v, %v; want %v", format, a, err, order6)
		}
		if a, err := read(format, c.none); format != "dlx" && (err != nil || !a.None) {
			t.Errorf("%s: %v, %v; want none", format, a, err)
		}
		// The planted queen shares row 6 with that of column 3; who is named first is
		// up to the order of the answer.
		_, err := read(format, c.wrong)
		attack, ok := errors.AsType[*queens.AttackError](err)
		if !ok || !errors.Is(err, queens.ErrNotSolution) || attack.Attack.Line != queens.Row || attack.Attack.A.Row != 5 || attack.Attack.A.Col+attack.Attack.B.Col != 2+5 {
			t.Errorf("%s: %v; want row 6, columns 3 and 6", format, err)
		}
		if _, err := read(format, "c nothing\n"); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: %v; want no answer", format, err)
		}
	}
	if a, err := read("lp", glpsolTable); err != nil || !a.Perm.Equal(order6) {
		t.Errorf("glpsol -o: %v, %v", a, err)
	}
	if len(parsers) != len(spoken) {
		t.Errorf("%d formats have answers, %d are tested", len(parsers), len(spoken))
	}
}

func TestWrongAnswersAreRefused(t *testing.T) {
	for _, c := range []struct {
		format, text, want string
		err                error
	}{
		{"cnf", "s SATISFIABLE\nv 4 7 17 20 30 0\n", "5 queens, want 6", queens.ErrNotSolution},
		{"cnf", "s SATISFIABLE\nv 0\n", "0 queens, want 6", queens.ErrNotSolution},
		{"cnf", "v 4 seven 0\n", "a literal", queens.ErrFormat},
		{"cnf", "v 3 7 17 20 30 34 0\n", "share a", queens.ErrNotSolution},
		{"lp", "Optimal - objective value 0\n 3 x_1_9 1 0\n", "a variable x_row_column", queens.ErrFormat},
		{"lp", "Optimal - objective value 0\n 3 x_1_4 0.5 0\n", "want 0 or 1", queens.ErrFormat},
		{"lp", "s mip 46 36 o 0\nj 37 1\n", "the number of a variable", queens.ErrFormat},
		{"mzn", "q = [2, 4, 6, 1, 3, 7]\n", "rows 1 to 6", queens.ErrFormat},
		{"mzn", "q = [2, 4, 6]\n", "3 queens, want 6", queens.ErrNotSolution},
		{"asp", "queen(2,1) queen(7,1)\n", "on the board", queens.ErrFormat},
		{"clq", "size=6, weight=6: 4 7 17 20 30 37\n", "a vertex, 1 to 36", queens.ErrFormat},
		{"dlx", "r1 c9\n", "on the board", queens.ErrFormat},
		{"col", "1 2 3\n", "no answers to read", queens.ErrFormat},
	} {
		_, err := ReadAnswer(strings.NewReader(c.text), c.format, modelOf(t, queens.Problem{Order: 6}))
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %q", c.format, c.text, err, c.want)
		}
	}
	// A solution of the board, but not of the problem.
	const text = "q = [2, 4, 6, 1, 3, 5]\n"
	for _, p := range []queens.Problem{
		{Order: 6, Given: []queens.Square{{Row: 2, Col: 0}}},
		{Order: 6, Blocked: []queens.Square{{Row: 1, Col: 0}}},
		{Order: 6, Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 1}}},
		{Order: 6, Topology: queens.Modular},
	} {
		if a, err := ReadAnswer(strings.NewReader(text), "mzn", modelOf(t, p)); !errors.Is(err, queens.ErrNotSolution) {
			t.Errorf("%+v: %v, %v", p, a, err)
		}
	}
	long := strings.NewReader(strings.Repeat("v 1 2 3\n", MaxOutput/8+1))
	if _, err := ReadAnswer(long, "cnf", modelOf(t, queens.Problem{Order: 6})); !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("a long answer: %v", err)
	}
}

// fake returns a solver whose program is a shell script, which finds the text in
// $1 and writes its answer to $2.
func fake(t *testing.T, script string) Solver {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solver.sh")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return Solver{
		Name: "fake", Formats: []string{"mzn"}, Program: "sh", Package: "dash",
		command: func(j job) [][]string { return [][]string{{"sh", path, j.text, j.answer}} },
	}
}

func TestPrograms(t *testing.T) {
	if fake(t, "").missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	m := modelOf(t, queens.Problem{Order: 6})
	for _, c := range []struct{ name, script, want string }{
		{"prints", `grep -q 'int: n = 6;' "$1" && echo 'q = [2,4,6,1,3,5]'`, ""},
		{"writes", `echo 'q = [2,4,6,1,3,5]' >"$2"; echo noise`, ""},
		{"exit code of a SAT solver", `echo 'q = [2,4,6,1,3,5]'; exit 10`, ""},
		{"wrong answer", `echo 'q = [2,4,6,1,3,6]'`, "share a row"},
		{"nothing", `echo 'so sorry'`, `no answer in it: "so sorry"`},
		{"fails", `echo 'bad file' >&2; exit 1`, `exit status 1: "bad file"`},
		{"talks too much", `yes 'q = q = q = q = q = q = q = q'`, "prints more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := Run(context.Background(), fake(t, c.script), m, "")
			switch {
			case c.want == "" && (err != nil || !a.Perm.Equal(order6)):
				t.Errorf("%v, %v", a, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A program that denies a solution that there is is contradicted; where there is none,
// it is believed. With symmetry broken there is still one.
func TestDenialsAreDoubted(t *testing.T) {
	liar := fake(t, "echo =====UNSATISFIABLE=====")
	if liar.missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	for _, c := range []struct {
		name    string
		problem queens.Problem
		options model.Options
		lie     bool
	}{
		{name: "8", problem: queens.Problem{Order: 8}, lie: true},
		{name: "8 with symmetry", problem: queens.Problem{Order: 8}, options: model.Options{Symmetry: true}, lie: true},
		{name: "1000", problem: queens.Problem{Order: 1000}, lie: true},
		{name: "a corner of 8", problem: queens.Problem{Order: 8, Given: corner}, lie: true},
		{name: "torus of 7", problem: queens.Problem{Order: 7, Topology: queens.Modular}, lie: true},
		{name: "3", problem: queens.Problem{Order: 3}},
		{name: "a corner of 6", problem: queens.Problem{Order: 6, Given: corner}},
		{name: "torus of 6", problem: queens.Problem{Order: 6, Topology: queens.Modular}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := model.New(c.problem, c.options)
			if err != nil {
				t.Fatal(err)
			}
			a, err := Run(t.Context(), liar, m, "")
			if errors.Is(err, ErrContradiction) != c.lie || !c.lie && (err != nil || !a.None) {
				t.Errorf("%+v, %v", a, err)
			}
			if c.lie && !strings.HasPrefix(err.Error(), "solve: fake says that there is no solution, but ") {
				t.Errorf("%v", err)
			}
		})
	}
}

// A program that runs too long is stopped, even one that does not listen.
func TestProgramsAreStopped(t *testing.T) {
	s := fake(t, `trap '' INT; while :; do sleep 0.05; done`)
	if s.missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, s, modelOf(t, queens.Problem{Order: 6}), ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the deadline", err)
	}
}

func TestRunRefuses(t *testing.T) {
	m := modelOf(t, queens.Problem{Order: 6})
	missing := Solver{Name: "ghost", Formats: []string{"cnf"}, Program: "ghost", Package: "ghost", command: func(job) [][]string {
		return [][]string{{"queens-no-such-program"}}
	}}
	if _, err := Run(context.Background(), missing, m, ""); !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "Debian: ghost") {
		t.Errorf("%v", err)
	}
	csp, err := Lookup("csp")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), csp, m, "cnf"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("%v", err)
	}
	if _, err := Lookup("nobody"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("%v", err)
	}
}
