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
	"queens/find/complete"
	"queens/internal/must"
	"queens/model"
)

func modelOf(t *testing.T, p queens.Problem) *model.Model {
	t.Helper()
	return must.Get(model.New(p, model.Options{}))(t)
}

// order6 is 246135, the first solution of order 6 in lexicographic order.
var order6 = queens.Perm{1, 3, 5, 0, 2, 4}

// spoken are answers as solvers print them, of order 6: the solution order6, that
// there is none, and the queens of order6 with the last one moved to row 6, where
// that of column 3 stands. Texts of cadical, minisat, clasp, cbc, glpsol, minizinc
// and cliquer were shortened by lines that say nothing.
var spoken = map[string]struct{ solution, none, wrong string }{
	"cnf": {
		"s SATISFIABLE\nv -1 -2 -3 4 -5 -6 7 -8 -9 -10 -11 -12 -13\nv -14 -15 -16 17 -18 -19 20 -21 -22 -23\nv -24 " +
			"-25 -26 -27 -28 -29 30 -31 -32 33 -34 -35 -36 37 0\n",
		"s UNSATISFIABLE\n",
		"SAT\n-1 -2 -3 4 -5 -6 7 -8 -9 -10 -11 -12 -13 -14 -15 -16 17 -18 -19 20 -21 -22 -23 -24 -25 -26 -27 -28 -29 " +
			"-30 -31 -32 33 -34 -35 36 37 0\n",
	},
	"opb": {
		"c Solving...\nc Answer: 1\nv -x1 x4 x7 x17 x20 x30 x33 -x36\ns SATISFIABLE\nc Answer: 2\nv x1 x2\n",
		"s UNSATISFIABLE\n",
		"v x4 x7 x17 x20 x33 x36\ns OPTIMUM FOUND\n",
	},
	"lp": {
		"Optimal - objective value 0.00000000\n 3 x_1_4 1 0\n 4 x_1_5 0 0\n 6 x_2_1 0.9999999 0\n 16 x_3_5 1 0\n 19 " +
			"x_4_2 1 0\n 29 x_5_6 1 0\n 32 x_6_3 1 0\n",
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
	"wcnf": {
		"c Answer: 1\nv 4 0\no 35\nc Answer: 2\nv -1 4 7 17\nv 20 30 33 -36 37 0\no 30\ns OPTIMUM FOUND\n",
		"s UNSATISFIABLE\n",
		"s OPTIMUM FOUND\nv 000100100000000010010000000000001001\n",
	},
	"cpsat": {
		"s SATISFIABLE\nv 4 7 17 20 30 33 0\n",
		"s UNSATISFIABLE\n",
		"s SATISFIABLE\nv 4 7 17 20 33 36 0\n",
	},
	"mps": {
		"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 36\nx1 0\nx4 1\nx7 " +
			"1\nx17 1\nx20 1\nx30 1\nx33 1\nx36 -0\n# Rows 30\nr1 1\nup2 1\n",
		"Model status\nInfeasible\n\n# Primal solution values\nNone\n",
		"Optimal - objective value 0.00000000\n      3 x4 1 0\n 6 x7 1 0\n 16 x17 1 0\n 19 x20 1 0\n 32 x33 1 0\n 35 " +
			"x36 1 0\n",
	},
	"smt2": {
		"sat\n(\n  (define-fun q1 () Int\n    2)\n  (define-fun q4 () Int\n    1)\n  (define-fun q3 () Int " +
			"6)\n(define-fun q2 () Int 4)\n(define-fun q6 () Int 5) (define-fun q5 () Int 3)\n(define-fun s1 () Int " +
			"3))\n",
		"unsat\n",
		"sat\n((q1 2) (q2 4) (q3 6)\n (q4 1) (q5 3) (q6 6))\n",
	},
	"xcsp3": {
		"s SATISFIABLE\nv <instantiation>\nv <list> q[] </list>\nv <values> 2 4 6\nv 1 3 5 </values>\nv " +
			"</instantiation>\n",
		"s UNSATISFIABLE\n",
		"v <instantiation> <list> q[] </list> <values> 2 4 6 1 3 6 </values> </instantiation>\n",
	},
	"qubo": {
		"36 bits\n000100100000000010010000000001001000\n-12.0 Energy of solution\n",
		"",
		"0 0 0 1 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 1\n",
	},
	"ising": {
		"-1 -1 -1 1 -1 -1 +1 -1 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 -1 1 -1 -1 -1\n",
		"",
		"000100100000000010010000000000001001\n",
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
		if a, err := read(format, c.none); c.none != "" && (err != nil || !a.None) {
			t.Errorf("%s: %v, %v; want none", format, a, err)
		}
		// The planted queen shares row 6 with that of column 3; who is named first is
		// up to the order of the answer.
		_, err := read(format, c.wrong)
		attack, ok := errors.AsType[*queens.AttackError](err)
		if !ok || !errors.Is(err, queens.ErrNotSolution) || attack.Attack.Line != queens.Row ||
			attack.Attack.A.Row != 5 || attack.Attack.A.Col+attack.Attack.B.Col != 2+5 {
			t.Errorf("%s: %v; want row 6, columns 3 and 6", format, err)
		}
		if _, err := read(format, "c nothing\n"); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: %v; want no answer", format, err)
		}
	}
	if a, err := read("lp", glpsolTable); err != nil || !a.Perm.Equal(order6) {
		t.Errorf("glpsol -o: %v, %v", a, err)
	}
	if len(readers) != len(spoken) {
		t.Errorf("%d formats have answers, %d are tested", len(readers), len(spoken))
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
		{"mps", "Optimal\nx37 1\n", "a variable x_row_column or xNUMBER", queens.ErrFormat},
		{"mps", "Optimal\nx4 0.5\n", "want 0 or 1", queens.ErrFormat},
		{"smt2", "sat\n(define-fun q7 () Int 1)\n", "q1 to q6", queens.ErrFormat},
		{"smt2", "sat\n(define-fun q1 () Int 7)\n", "rows 1 to 6", queens.ErrFormat},
		{"xcsp3", "v <values> 2 4 6 1 3 5 1 </values>", "rows 1 to 6 of as many", queens.ErrFormat},
		{"xcsp3", "v <values> 2 4 6 </values>", "3 queens, want 6", queens.ErrNotSolution},
		{"qubo", strings.Repeat("0 ", 35) + "2\n", "1 for a queen", queens.ErrFormat},
		{"wcnf", "s OPTIMUM FOUND\nv 1 2 0\n", "share a row", queens.ErrNotSolution},
		{"col", "1 2 3\n", "cannot read answers", queens.ErrFormat},
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
	if _, err := ReadAnswer(long, "cnf", modelOf(t, queens.Problem{Order: 6})); !errors.Is(err, queens.ErrFormat) ||
		!strings.Contains(err.Error(), "longer than") {
		t.Errorf("a long answer: %v", err)
	}
}

// fake returns a solver whose program is a shell script, which finds the text in
// $1 and writes its answer to $2.
func fake(t *testing.T, script string) Solver {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solver.sh")
	must.Do(t, os.WriteFile(path, []byte(script), 0o600))
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
		{"nothing", `echo 'so sorry'`, `no answer: "so sorry"`},
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
			m := must.Get(model.New(c.problem, c.options))(t)
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

// A program that proves what it says is believed if the proof is right.
func TestProofsOfOthersAreChecked(t *testing.T) {
	s := fake(t, "")
	if s.missing("cnf") != nil {
		t.Skip("there is no sh on this machine")
	}
	s.proves, s.Formats = true, []string{"cnf"}
	command := s.command
	for _, c := range []struct {
		name, proof string
		problem     queens.Problem
		wrong       bool
	}{
		{"right", "-1 0\n-2 0\n-3 0\n-4 0\n0\n", queens.Problem{Order: 2}, false},
		{"the empty clause alone", "0\n", queens.Problem{Order: 3}, true},
		{"unfinished", "-1 0\n", queens.Problem{Order: 2}, true},
		{"empty", "", queens.Problem{Order: 2}, true},
		{"a solution denied", "-1 0\n0\n", queens.Problem{Order: 4}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := filepath.Join(t.TempDir(), "proof.txt")
			must.Do(t, os.WriteFile(text, []byte(c.proof), 0o600))
			s.command = func(j job) [][]string {
				words := command(j)[0]
				return [][]string{{"sh", "-c", `cp "$3" "$2"; echo s UNSATISFIABLE`, words[1], j.text, j.proof, text}}
			}
			kept := false
			a, err := Prove(t.Context(), s, modelOf(t, c.problem), func(string,
				string,
			) error {
				kept = true
				return nil
			})
			if errors.Is(err, ErrContradiction) != c.wrong || kept == c.wrong || !c.wrong && (err != nil || !a.None) {
				t.Errorf("%+v, %v, kept %v", a, err, kept)
			}
		})
	}
	if _, err := Prove(t.Context(), Solver{Name: "mute"}, modelOf(t, queens.Problem{Order: 4}), nil); !errors.Is(err,
		queens.ErrFormat) {
		t.Error(err)
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
	missing := Solver{
		Name: "ghost", Formats: []string{"cnf"}, Program: "ghost", Package: "ghost",
		command: func(job) [][]string {
			return [][]string{{"queens-no-such-program"}}
		},
	}
	if _, err := Run(context.Background(), missing, m, ""); !errors.Is(err, ErrMissing) ||
		!strings.Contains(err.Error(), "Debian: ghost") {
		t.Errorf("%v", err)
	}
	csp := must.Get(Find("csp"))(t)
	if _, err := Run(context.Background(), csp, m, "cnf"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("%v", err)
	}
	if _, err := Find("nobody"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("%v", err)
	}
}

// Fewer than n queens are an answer where as many as possible are asked for. They are checked like
// all others, and a solver that says that no more fit is doubted.
func TestMostQueens(t *testing.T) {
	m := func(p queens.Problem) *model.Model {
		return must.Get(model.New(p, model.Options{Most: true}))(t)
	}
	for _, c := range []struct {
		problem   queens.Problem
		text      string
		optimal   bool
		err       error
		contained string
	}{
		{
			problem: queens.Problem{Order: 3}, text: "c Answer: 1\nv x9\nc Answer: 2\nv x1 x6\ns OPTIMUM FOUND\n",
			optimal: true,
		},
		{problem: queens.Problem{Order: 3}, text: "v x1 x6\ns SATISFIABLE\n"},
		{
			problem: queens.Problem{Order: 3}, text: "v x1 x5\ns SATISFIABLE\n", err: queens.ErrNotSolution,
			contained: "share",
		},
		{
			problem: queens.Problem{Order: 3, Blocked: corner}, text: "v x1 x6\ns SATISFIABLE\n",
			err: queens.ErrNotSolution, contained: "a queen cannot be on",
		},
		{
			problem: queens.Problem{Order: 3, Given: corner}, text: "v x4 x3\ns SATISFIABLE\n",
			err:       queens.ErrNotSolution,
			contained: "given queen",
		},
		{
			problem: queens.Problem{Order: 4}, text: "v x1 x7 x14\ns OPTIMUM FOUND\n", optimal: true,
			err: ErrContradiction, contained: "no more than 3 queens fit, but ",
		},
		{problem: queens.Problem{Order: 6, Given: corner}, text: "s UNSATISFIABLE\n"},
	} {
		m := m(c.problem)
		a, err := ReadAnswer(strings.NewReader(c.text), "opb", m)
		if err == nil {
			err = a.Doubt(t.Context(), m, "somebody")
		}
		if !errors.Is(err, c.err) || c.err != nil && !strings.Contains(err.Error(), c.contained) ||
			a.Optimal != c.optimal {
			t.Errorf("%+v, %q: %+v, %v", c.problem, c.text, a, err)
		}
	}
	if _, err := ReadAnswer(strings.NewReader(""), "cnf", m(queens.Problem{Order: 3})); !errors.Is(err,
		queens.ErrFormat) {
		t.Errorf("cnf: %v", err)
	}
	if s, err := Find("dlx"); err != nil {
		t.Error(err)
	} else if _, err := Run(t.Context(), s, m(queens.Problem{Order: 3}), ""); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("dlx: %v", err)
	}
}

// Programs that Debian does not have are run as they want to be: stand-ins that look at their
// arguments and answer in the form of kissat 4.0.4 and highs 1.7.
func TestStandIns(t *testing.T) {
	if fake(t, "").missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	const columns = "'x_1_4 1' 'x_2_1 1' 'x_3_5 1' 'x_4_2 1' 'x_5_6 1' 'x_6_3 1'"
	scripts := map[string]string{
		"kissat": `[ "$1" = -q ] && grep -q '^p cnf ' "$2" && { printf 's SATISFIABLE\nv 4 7 17 20\nv 30 33 -36 0\n'; exit 10; }`,
		"highs": `[ "$1" = --solution_file ] && case $3 in
*.mps) grep -q ' BV BND       x36' "$3" && { echo 'Running HiGHS 1.7.2'; printf '%s\n' 'Model status' Optimal '' '# Primal solution values' Feasible 'Objective 0' '# Columns 36' 'x1 0' 'x4 1' 'x7 1' 'x17 1' 'x20 1' 'x30 1' 'x33 1' '# Rows 30' 'r1 1' >"$2"; } ;;
*.lp) grep -q Binary "$3" && printf '%s\n' 'Model status' Optimal '' '# Columns 36' 'x_1_1 0' ` + columns + ` '# Rows 30' 'row_1 1' >"$2" ;;
esac`,
	}
	dir := t.TempDir()
	for name, script := range scripts {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	m := modelOf(t, queens.Problem{Order: 6})
	for name := range scripts {
		s := must.Get(Find(name))(t)
		for _, format := range s.Formats {
			if a, err := Run(t.Context(), s, m, format); err != nil || !a.Perm.Equal(order6) {
				t.Errorf("%s %s: %+v, %v", name, format, a, err)
			}
		}
	}
}

// TestKissatAddsVariables accepts a proof that defines a variable, as kissat's do since version 4.
func TestKissatAddsVariables(t *testing.T) {
	kissat := must.Get(Find("kissat"))(t)
	if fake(t, "").missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	dir := t.TempDir()
	script := `#!/bin/sh
[ "$1" = --version ] && { echo 4.0.4; exit; }
[ "$1 $(basename "$2") $(basename "$3") $4${5:+ $5}" = '-q queens.cnf proof.drat --no-binary' ] || { echo "$*"; exit 1; }
printf '%s\n' '-5 1 0' '-5 2 0' '5 -1 -2 0' '-1 0' '-2 0' '-3 0' '-4 0' 0 >"$3"
echo s UNSATISFIABLE
exit 20
`
	must.Do(t, os.WriteFile(filepath.Join(dir, "kissat"), []byte(script), 0o700))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	a, err := Prove(t.Context(), kissat, modelOf(t, queens.Problem{Order: 2}),
		func(string, string) error { return nil })
	if err != nil || !a.None {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestUnprovedClaims lets a program say that there is no solution, of a board with one that our
// short search does not find, and of boards that it refutes.
func TestUnprovedClaims(t *testing.T) {
	planted := must.Get(complete.Generate("planted", 56, 56*56-7*56, queens.Regular, 5))(t)
	liar := must.Get(Find("cadical"))(t)
	liar.Program = "sh"
	liar.command = func(job) [][]string { return [][]string{{"sh", "-c", "echo s UNSATISFIABLE"}} }
	for _, c := range []struct {
		problem queens.Problem
		proved  bool
	}{{planted, false}, {queens.Problem{Order: 6, Given: corner}, true}} {
		a, err := Run(t.Context(), liar, modelOf(t, c.problem), "")
		if err != nil || !a.None || a.Proved != c.proved {
			t.Errorf("order %d: %+v, %v; want proved %v", c.problem.Order, a, err, c.proved)
		}
	}
	own := must.Get(Find("csp"))(t)
	if a, err := Run(t.Context(), own, modelOf(t, queens.Problem{Order: 3}), ""); err != nil || !a.Proved {
		t.Errorf("built in: %+v, %v", a, err)
	}
}
