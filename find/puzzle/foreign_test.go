package puzzle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

const corpus = "../../../shared/corpus"

// TestCorpus counts the solutions of puzzles of other people, some with regions in pieces, up to
// order 18. Their number was published or counted by another program. The rules explain
// those that have a single solution, except two whose regions are in many pieces.
func TestCorpus(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(corpus, "regions.tsv"))
	if err != nil {
		t.Skip(err)
	}
	number, guesses := 0, 0
	for line := range strings.Lines(string(file)) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		want := must.Get(strconv.Atoi(fields[2]))(t)
		p := parsed(t, strings.ReplaceAll(fields[len(fields)-1], "/", "\n"))
		if strconv.Itoa(p.Order) != fields[1] || p.Kind != Regions {
			t.Errorf("%s: read as kind %s of order %d, want %s", fields[0], p.Kind, p.Order, fields[1])
		}
		if got, err := p.Count(t.Context(), 1_000_000); err != nil || got != want {
			t.Errorf("%s: %d solutions, error %v, want %d", fields[0], got, err, want)
		}
		if want == 1 && !checkSteps(t, p) {
			guesses++
		}
		number++
	}
	if number != 444 || guesses > 2 {
		t.Errorf("%d puzzles, of which %d need a guess, want 444 and at most 2", number, guesses)
	}
}

// checkSteps tests that every step is right, and reports whether they lead to the end.
func checkSteps(t *testing.T, p Puzzle) bool {
	t.Helper()
	e := must.Get(p.Explain(t.Context(), math.MaxInt))(t)
	for _, step := range e.Steps {
		for _, sq := range step.Crossed {
			if e.Solution[sq.Col] == sq.Row {
				t.Errorf("%s%s crosses out a queen of %v", p.Text(), step.Text, e.Solution)
			}
		}
		if sq := step.Queen; sq != nil && e.Solution[sq.Col] != sq.Row {
			t.Errorf("%s%s is not a queen of %v", p.Text(), step.Text, e.Solution)
		}
	}
	return e.Solved
}

// TestCorpusInputs reads level files and grids as people publish them.
func TestCorpusInputs(t *testing.T) {
	for _, tc := range []struct {
		file      string
		solutions int
		how       string
	}{
		{"a01-regions-islands-11.txt", 1, "a puzzle of order 11, kind regions, with 11 regions in 13 pieces"},
		{"a02-regions-order15.txt", 1, ""},
		{"a03-regions-many.txt", 14, ""},
		{"a04-regions-112812.txt", 112_812, "a puzzle of order 11, kind regions, with 11 regions in 20 pieces"},
		{"a05-regions-json-level.json", 1, "a puzzle of order 8, kind regions, with 8 regions"},
		{
			"a06-regions-numbers.txt", 1, "a puzzle of order 8, kind regions, with 8 regions; regions 0, 1, 2, 3, 4, " +
				"5, 6 and 7 are A, B, C, D, E, F, G and H",
		},
	} {
		text, err := os.ReadFile(filepath.Join(corpus, "inputs", tc.file))
		if err != nil {
			t.Skip(err)
		}
		p, how, err := Parse(text)
		must.Do(t, err)
		if number, err := p.Count(t.Context(), 1_000_000); err != nil || number != tc.solutions || how != tc.how {
			t.Errorf("%s: %d solutions, error %v, read as %q, want %d and %q", tc.file, number, err, how, tc.solutions,
				tc.how)
		}
	}
}

// randomRegions returns a board of which each region may be in many pieces; small regions make
// single solutions likelier.
func randomRegions(r *rand.Rand, n int) Puzzle {
	p := Puzzle{Kind: []string{Regions, Diagonals}[r.IntN(2)], Order: n}
	squares := r.Perm(n * n)
	region := make([]byte, n*n)
	last := r.IntN(n)
	for i, sq := range squares {
		if region[sq] = 'A' + byte(i%n); i >= n*(1+r.IntN(n)) {
			region[sq] = 'A' + byte(last)
		}
	}
	for row := range n {
		p.Regions = append(p.Regions, string(region[row*n:(row+1)*n]))
	}
	return p
}

// TestPieces compares the search and the rules with backtracking on random regions in pieces.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	single := 0
	for range 3000 {
		p := randomRegions(r, 1+r.IntN(7))
		want := len(backtrack(p, math.MaxInt))
		if got, err := p.Count(t.Context(), math.MaxInt); err != nil || got != want {
			t.Fatalf("%s%d solutions, error %v, want %d", p.Text(), got, err, want)
		}
		if got := must.Get(p.Count(t.Context(), 2))(t); got != min(want, 2) {
			t.Fatalf("%s%d solutions to a limit of 2, want %d", p.Text(), got, min(want, 2))
		}
		if want == 1 {
			single++
			checkSteps(t, p)
		}
	}
	if single < 300 {
		t.Errorf("%d puzzles with one solution", single)
	}
}

// TestLargeSets compares the steps on boards of order 16 and less, in sets of both sizes.
func TestLargeSets(t *testing.T) {
	for i := range 48 {
		p := must.Get(Generate(specAt(i)))(t)
		solution := backtrack(p, 1)[0]
		got, want := explain(startOf[large](p), p, solution, math.MaxInt), explain(startOf[small](p), p, solution,
			math.MaxInt)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: steps %+v, want %+v", p.ID, got, want)
		}
	}
}

// TestLargeOrders explains boards of order 15 to 26 that have one solution by construction: all
// regions but one are a single square, and that one is not attacked by only one square.
func TestLargeOrders(t *testing.T) {
	for n := 15; n <= Largest; n++ {
		p, solution := Puzzle{Kind: Regions, Order: n}, queens.Perm{}
		for i := range 2 {
			for row := 1 - i; row < n; row += 2 { // no two touch
				solution = append(solution, row)
			}
		}
		rows := make([][]byte, n)
		for r := range rows {
			rows[r] = []byte(strings.Repeat("A", n))
		}
		for c, r := range solution {
			rows[r][c] = 'A' + byte(c)
		}
		for _, row := range rows {
			p.Regions = append(p.Regions, string(row))
		}
		e, err := p.Explain(t.Context(), math.MaxInt)
		if err != nil || !e.Solved || !e.Solution.Equal(solution) {
			t.Errorf("order %d: %+v, error %v, want %v", n, e, err, solution)
		}
		solutions, grade, err := p.Check(t.Context())
		if err != nil || grade != "easy" {
			t.Errorf("order %d: grade %q, %v, error %v, want easy", n, grade, solutions, err)
		}
		if back := parsed(t, p.Text()); fmt.Sprint(back) != fmt.Sprint(p) {
			t.Errorf("order %d: read back %v", n, back)
		}
	}
}

// TestJudge judges every placement on random boards. It is right if backtracking finds it.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		p := randomRegions(r, 4+r.IntN(3))
		solutions := backtrack(p, math.MaxInt)
		for i := range 500 {
			list := queens.Perm(r.Perm(p.Order))
			if i < len(solutions) {
				list = solutions[i]
			}
			isSolution := slices.ContainsFunc(solutions, list.Equal)
			if faults := must.Get(p.Judge(list.Squares()))(t); isSolution != (len(faults) == 0) {
				t.Fatalf("%s%v: faults %q, a solution: %v", p.Text(), list, faults, isSolution)
			}
		}
	}
}

// TestJudgeFaults judges answers with too few and too many queens.
func TestJudgeFaults(t *testing.T) {
	at := func(row, column int) queens.Square { return queens.Square{Row: row - 1, Col: column - 1} }
	p := parsed(t, "Q...\n..#.\n....\n....\n")
	for _, tc := range []struct {
		answer []queens.Square
		want   string
	}{
		{
			[]queens.Square{at(2, 3), at(2, 1), at(4, 1)}, "the given queen at row 1, column 1 is missing; the " +
				"queen at row 2, column 3 is on a blocked square; row 1 has no queen; row 2 has 2 queens, at row 2, " +
				"column 1 and row 2, column 3; row 3 has no queen; column 1 has 2 queens, at row 2, column 1 and row " +
				"4, column 1; column 2 has no queen; column 4 has no queen; the queens at row 2, column 3 and " +
				"row 4, column 1 share a diagonal",
		},
		{
			[]queens.Square{at(1, 1), at(2, 4), at(3, 2), at(4, 3)},
			"the queens at row 3, column 2 and row 4, column 3 share a diagonal",
		},
	} {
		if faults := must.Get(p.Judge(tc.answer))(t); strings.Join(faults, "; ") != tc.want {
			t.Errorf("%v: %q, want %q", tc.answer, faults, tc.want)
		}
	}
	if _, err := p.Judge([]queens.Square{at(5, 1)}); err == nil {
		t.Error("a queen beside the board has no error")
	}
}
