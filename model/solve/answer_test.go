package solve

import (
	"context"
	"errors"
	"fmt"
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

func TestReadAnswer(t *testing.T) {
	m := modelOf(t, queens.Problem{Order: 6})
	read := func(format, text string) (Answer, error) { return ReadAnswer(strings.NewReader(text), format, m) }
	told := map[string]int{}
	for _, said := range strings.Split(string(must.Get(os.ReadFile("testdata/answers.txt"))(t)), "\n== ")[1:] {
		head, text, _ := strings.Cut(said, "\n")
		format, what, _ := strings.Cut(head, " ")
		told[what]++
		a, err := read(format, text+"\n")
		right := err == nil && a.None
		switch what {
		case "solution":
			right = err == nil && !a.None && a.Perm.Equal(order6)
			if _, err := read(format, "c nothing\n"); !errors.Is(err, ErrNoAnswer) {
				t.Errorf("%s: %v; want no answer", format, err)
			}
		case "wrong": // who is named first is up to the order of the answer
			attack, ok := errors.AsType[*queens.AttackError](err)
			right = ok && errors.Is(err, queens.ErrNotSolution) && attack.Attack.Line == queens.Row &&
				attack.Attack.A.Row == 5 && attack.Attack.A.Col+attack.Attack.B.Col == 2+5
		}
		if !right {
			t.Errorf("%s: %v, %v", head, a, err)
		}
	}
	if told["solution"] != len(readers)+1 || told["wrong"] != len(readers) {
		t.Errorf("%d formats have answers, tested are %v", len(readers), told)
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
		{"lp", "Optimal - objective value 0\n 3 x_1_9 1 0\n", "a variable x_row_column or", queens.ErrFormat},
		{"lp", "Optimal - objective value 0\n 3 x_1_4 0.5 0\n", "want 0 or 1", queens.ErrFormat},
		{"lp", "s mip 46 36 o 0\nj 37 1\n", "the number of a variable", queens.ErrFormat},
		{"mzn", "q = [2, 4, 6, 1, 3, 7]\n", "rows 1 to 6", queens.ErrFormat},
		{"mzn", "q = [2, 4, 6]\n", "3 queens, want 6", queens.ErrNotSolution},
		{"asp", "queen(2,1) queen(7,1)\n", "on the board", queens.ErrFormat},
		{"mps", "Optimal\nx37 1\n", "a variable x_row_column or xNUMBER on", queens.ErrFormat},
		{"mps", "Optimal\nx4 0.5\n", "want 0 or 1", queens.ErrFormat},
		{"smt2", "sat\n(define-fun q7 () Int 1)\n", "on the board", queens.ErrFormat},
		{"smt2", "sat\n(define-fun q1 () Int 7)\n", "on the board, 1 to 6", queens.ErrFormat},
		{"wcnf", "s OPTIMUM FOUND\nv 1 2 0\n", "share a row", queens.ErrNotSolution},
		{"clq", "1 2 3\n", "cannot read answers", queens.ErrFormat},
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
	s := Solver{
		Name: "fake", Formats: []string{"mzn"}, Program: "sh", Package: "dash", Run: "sh " + path + " TEXT ANSWER",
	}
	if s.missing("mzn") != nil {
		t.Skip("there is no sh on this machine")
	}
	return s
}

func install(t *testing.T, name, script string) {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

func TestPrograms(t *testing.T) {
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
			a, err := Run(context.Background(), fake(t, c.script), m, "", nil)
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
			a, err := Run(t.Context(), liar, must.Get(model.New(c.problem, c.options))(t), "", nil)
			if errors.Is(err, ErrContradiction) != c.lie || !c.lie && (err != nil || !a.None) {
				t.Errorf("%+v, %v", a, err)
			}
			if c.lie && !strings.HasPrefix(err.Error(), "fake says that there is no solution, but ") {
				t.Errorf("%v", err)
			}
		})
	}
}

// A program that proves what it says is believed if the proof is right.
func TestProofsOfOthersAreChecked(t *testing.T) {
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
			s := fake(t, fmt.Sprintf("printf %%s '%s' >\"$3\"; echo s UNSATISFIABLE", c.proof))
			s.Proves, s.Formats = true, []string{"cnf"}
			kept := false
			a, err := Run(t.Context(), s, modelOf(t, c.problem), "", func(string, string) error {
				kept = true
				return nil
			})
			if errors.Is(err, ErrContradiction) != c.wrong || kept == c.wrong || !c.wrong && (err != nil || !a.None) {
				t.Errorf("%+v, %v, kept %v", a, err, kept)
			}
		})
	}
	keep := func(string, string) error { return nil }
	if _, err := Run(t.Context(), Solver{Name: "mute"}, modelOf(t, queens.Problem{Order: 4}), "", keep); !errors.Is(err,
		queens.ErrFormat) {
		t.Error(err)
	}
}

// A program that runs too long is stopped, even one that does not listen.
func TestProgramsAreStopped(t *testing.T) {
	s := fake(t, `trap '' INT; while :; do sleep 0.05; done`)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, s, modelOf(t, queens.Problem{Order: 6}), "", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the deadline", err)
	}
}

func TestRunRefuses(t *testing.T) {
	m := modelOf(t, queens.Problem{Order: 6})
	missing := Solver{
		Name: "ghost", Formats: []string{"cnf"}, Program: "ghost", Package: "ghost", Run: "queens-no-such-program",
	}
	if _, err := Run(context.Background(), missing, m, "", nil); !errors.Is(err, ErrMissing) ||
		!strings.Contains(err.Error(), "Debian: ghost") {
		t.Errorf("%v", err)
	}
	if _, err := Run(context.Background(), must.Get(Find("csp"))(t), m, "cnf", nil); !errors.Is(err, queens.ErrFormat) {
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
	type problem = queens.Problem
	const best, some = "s OPTIMUM FOUND\n", "s SATISFIABLE\n"
	for _, c := range []struct {
		problem   problem
		text      string
		optimal   bool
		err       error
		contained string
	}{
		{problem{Order: 3}, "c Answer: 1\nv x9\nc Answer: 2\nv x1 x6\n" + best, true, nil, ""},
		{problem{Order: 3}, "v x1 x6\n" + some, false, nil, ""},
		{problem{Order: 3}, "v x1 x5\n" + some, false, queens.ErrNotSolution, "share"},
		{problem{Order: 3, Blocked: corner}, "v x1 x6\n" + some, false, queens.ErrNotSolution, "a queen cannot be on"},
		{problem{Order: 3, Given: corner}, "v x4 x3\n" + some, false, queens.ErrNotSolution, "given queen"},
		{problem{Order: 4}, "v x1 x7 x14\n" + best, true, ErrContradiction, "no more than 3 queens fit, but "},
		{problem{Order: 6, Given: corner}, "s UNSATISFIABLE\n", false, nil, ""},
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
	dlx := must.Get(Find("dlx"))(t)
	if _, err := Run(t.Context(), dlx, m(queens.Problem{Order: 3}), "", nil); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("dlx: %v", err)
	}
}

// Programs that Debian does not have are run as they want to be: stand-ins that look at their
// arguments and answer in the form of kissat 4.0.4 and highs 1.7.
func TestStandIns(t *testing.T) {
	fake(t, "") // ends the test where there is no sh
	const columns = "'x_1_4 1' 'x_2_1 1' 'x_3_5 1' 'x_4_2 1' 'x_5_6 1' 'x_6_3 1'"
	scripts := map[string]string{
		"kissat": `[ "$1" = -q ] && grep -q '^p cnf ' "$2" && { printf 's SATISFIABLE\nv 4 7 17 20\nv 30 33 -36 0\n'; exit 10; }`,
		"highs": `[ "$1" = --solution_file ] && case $3 in
*.mps) grep -q ' BV BND       x36' "$3" && { echo 'Running HiGHS 1.7.2'; printf '%s\n' 'Model status' Optimal '' '# Primal solution values' Feasible 'Objective 0' '# Columns 36' 'x1 0' 'x4 1' 'x7 1' 'x17 1' 'x20 1' 'x30 1' 'x33 1' '# Rows 30' 'r1 1' >"$2"; } ;;
*.lp) grep -q Binary "$3" && printf '%s\n' 'Model status' Optimal '' '# Columns 36' 'x_1_1 0' ` + columns + ` '# Rows 30' 'row_1 1' >"$2" ;;
esac`,
	}
	for name, script := range scripts {
		install(t, name, script)
	}
	m := modelOf(t, queens.Problem{Order: 6})
	for name := range scripts {
		s := must.Get(Find(name))(t)
		for _, format := range s.Formats {
			if a, err := Run(t.Context(), s, m, format, nil); err != nil || !a.Perm.Equal(order6) {
				t.Errorf("%s %s: %+v, %v", name, format, a, err)
			}
		}
	}
}

// TestKissatAddsVariables accepts a proof that defines a variable, as kissat's do since version 4.
func TestKissatAddsVariables(t *testing.T) {
	kissat := must.Get(Find("kissat"))(t)
	fake(t, "") // ends the test where there is no sh
	install(t, "kissat", `[ "$1" = --version ] && { echo 4.0.4; exit; }
[ "$1 $(basename "$2") $(basename "$3") $4${5:+ $5}" = '-q queens.cnf proof.drat --no-binary' ] || { echo "$*"; exit 1; }
printf '%s\n' '-5 1 0' '-5 2 0' '5 -1 -2 0' '-1 0' '-2 0' '-3 0' '-4 0' 0 >"$3"
echo s UNSATISFIABLE
exit 20`)
	a, err := Run(t.Context(), kissat, modelOf(t, queens.Problem{Order: 2}), "",
		func(string, string) error { return nil })
	if err != nil || !a.None {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestUnprovedClaims lets a program say that there is no solution, of a board with one that our
// short search does not find, and of boards that it refutes.
func TestUnprovedClaims(t *testing.T) {
	planted := must.Get(complete.Generate("planted", 56, 56*56-7*56, queens.Regular, 5))(t)
	liar := fake(t, "echo s UNSATISFIABLE")
	liar.Formats = []string{"cnf"}
	for _, c := range []struct {
		problem queens.Problem
		proved  bool
	}{{planted, false}, {queens.Problem{Order: 6, Given: corner}, true}} {
		a, err := Run(t.Context(), liar, modelOf(t, c.problem), "", nil)
		if err != nil || !a.None || a.Proved != c.proved {
			t.Errorf("order %d: %+v, %v; want proved %v", c.problem.Order, a, err, c.proved)
		}
	}
	own := must.Get(Find("csp"))(t)
	if a, err := Run(t.Context(), own, modelOf(t, queens.Problem{Order: 3}), "", nil); err != nil || !a.Proved {
		t.Errorf("built in: %+v, %v", a, err)
	}
}
