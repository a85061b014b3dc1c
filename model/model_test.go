package model

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
)

func modelOf(t *testing.T, p queens.Problem, o Options) *Model {
	t.Helper()
	return must.Get(New(p, o))(t)
}

// subsets calls f with all sets of k squares.
func subsets(n, k int, f func(set []queens.Square)) {
	var extend func(set []queens.Square, from int)
	extend = func(set []queens.Square, from int) {
		if len(set) == k {
			f(set)
			return
		}
		for v := from; v <= n*n; v++ {
			sq, _ := SquareOf(v, n)
			extend(append(set, sq), v+1)
		}
	}
	extend(make([]queens.Square, 0, k), 1)
}

// Of all sets of n squares, n up to 5 (53130 sets), every definition picks those that
// the one checker picks: Q(n) of them.
func TestDefinitionsAgree(t *testing.T) {
	for n := 1; n <= 5; n++ {
		deciding := map[string]func([]queens.Square) bool{}
		for _, d := range Definitions() {
			deciding[d.Name] = deciders[d.Name](n)
		}
		solutions, sets := int64(0), int64(0)
		subsets(n, n, func(set []queens.Square) {
			sets++
			want := queens.AttackingPairs(set, n, queens.Regular) == 0
			if want {
				solutions++
			}
			for name, decide := range deciding {
				if got := decide(set); got != want {
					t.Fatalf("order %d: %s says %v of %v", n, name, got, set)
				}
			}
		})
		if q, _ := known.Solutions(n); q.Big().Int64() != solutions ||
			new(big.Int).Binomial(int64(n*n), int64(n)).Int64() != sets {
			t.Errorf("order %d: %d of %d sets, want %v", n, solutions, sets, q)
		}
	}
}

// The figures of the definitions: the lists of pairs of order 4 as printed
// [erbas1992], edges by the formula n(n-1)(5n-1)/3.
func TestDefinitionsHaveTheRightSizes(t *testing.T) {
	sizes := map[[2]int]int{{0, 1}: 6, {0, 2}: 8, {0, 3}: 10, {1, 2}: 6, {1, 3}: 8, {2, 3}: 6}
	for columns, want := range sizes {
		if got := len(allowedPairs(4, columns[0], columns[1])); got != want {
			t.Errorf("columns %v: %d pairs, want %d", columns, got, want)
		}
	}
	for n := 1; n <= 8; n++ {
		attacks := 0
		subsets(n, 2, func(pair []queens.Square) {
			if attack(n, pair[0], pair[1]) {
				attacks++
			}
		})
		if want := n * (n - 1) * (5*n - 1) / 3; attacks != want {
			t.Errorf("order %d: %d attacks, want %d", n, attacks, want)
		}
	}
}

// Groups of the regular board: 2n lines with exactly one queen, 2(2n-3) diagonals; of the torus 4n
// lines. Every two squares of a group attack each other, and every attack is in a group.
func TestGroups(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
			m := modelOf(t, queens.Problem{Order: n, Topology: topology}, Options{})
			exactly, most := 0, 0
			together := map[[2]queens.Square]bool{}
			for g := range m.Groups() {
				if g.Exactly {
					exactly++
				} else {
					most++
				}
				for _, a := range g.Squares {
					for _, b := range g.Squares {
						together[[2]queens.Square{a, b}] = a != b
					}
				}
			}
			wantMost := max(0, 2*(2*n-3))
			if topology == queens.Modular && n > 1 {
				wantMost = 2 * n
			}
			if exactly != 2*n || most != wantMost {
				t.Errorf("order %d, %v: %d and %d groups, want %d and %d", n, topology, exactly, most, 2*n, wantMost)
			}
			for _, a := range m.Squares() {
				for _, b := range m.Squares() {
					attacks := queens.AttackingPairs([]queens.Square{a, b}, n, topology) > 0
					if want := attacks && a != b; together[[2]queens.Square{a, b}] != want {
						t.Errorf("order %d, %v: %v and %v in a group: %v", n, topology, a, b, !want)
					}
				}
			}
		}
	}
}

// For every number of squares up to 40 each encoding allows exactly the choices of
// at most one: none, or any one, extends to the new variables, and no two do.
func TestEncodings(t *testing.T) {
	for _, e := range EncodingTable() {
		for k := 1; k <= 40; k++ {
			group := make([]int, k)
			for i := range group {
				group[i] = i + 1
			}
			var text bytes.Buffer
			p := printer{bufio.NewWriter(&text)}
			c := clauses{Variables: k, out: &p, encode: encoders[e.Name]}
			c.atMostOne(group)
			must.Do(t, p.Flush())
			s := &system{variables: c.Variables}
			for line := range strings.Lines(text.String()) {
				oracles["cnf"](s, strings.Fields(line), nil)
			}
			if len(s.conditions) != c.Count {
				t.Fatalf("%s of %d: %d clauses written, %d counted", e.Name, k, len(s.conditions), c.Count)
			}
			allows := func(chosen ...int) bool { // of the squares alone
				v := append(make(values, k+1), slices.Repeat(values{-1}, c.Variables-k)...)
				for _, x := range chosen {
					v[x] = 1
				}
				return s.each(v, k, func(values) {})
			}
			if !allows() {
				t.Errorf("%s of %d: none is not allowed", e.Name, k)
			}
			for i := 1; i <= k; i++ {
				if !allows(i) {
					t.Errorf("%s of %d: %d alone is not allowed", e.Name, k, i)
				}
				for j := i + 1; j <= k; j++ {
					if allows(i, j) {
						t.Errorf("%s of %d: %d and %d are both allowed", e.Name, k, i, j)
					}
				}
			}
		}
	}
}

// TestGolden compares the texts of order 4, with a given queen, a blocked square and
// an excluded diagonal; they are the examples of docs/formats.
func TestGolden(t *testing.T) {
	p := queens.Problem{
		Order: 4, Given: []queens.Square{{Row: 1, Col: 0}}, Blocked: []queens.Square{{Row: 0, Col: 0}},
		Excluded: []queens.Diagonal{{Line: queens.Falling, Index: 3}},
	}
	for _, f := range Formats() {
		problem := p
		if f.Instance {
			problem.Given = nil
		}
		text := textOf(t, f.Name, modelOf(t, problem, Options{}))
		golden.Compare(t, filepath.Join("testdata", "four."+f.Name), []byte(text))
	}
}

// TestTables looks at every entry of the tables. docs/models.md shows encodings and definitions in
// their words, docs/formats/models.md the formats.
func TestTables(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	bibliography := must.Get(os.ReadFile("../docs/bibliography.md"))(t)
	formatsPage := must.Get(os.ReadFile("../docs/formats/models.md"))(t)
	page := strings.ReplaceAll(string(must.Get(os.ReadFile("../docs/models.md"))(t)), "&#124;", "|")
	if !slices.IsSorted(FormatNames()) || !slices.IsSorted(Encodings()) {
		t.Error("a table is not sorted by name")
	}
	check := func(what, entry, title, summary, shown string) {
		if !name.MatchString(entry) || title == "" || summary == "" || strings.HasSuffix(summary, ".") {
			t.Errorf("%s %q: want a name, a title and a summary without a period", what, entry)
		}
		if !strings.Contains(page, "`"+entry+"`") || !strings.Contains(page, shown) {
			t.Errorf("docs/models.md does not show %s %s as %q", what, entry, shown)
		}
	}
	for _, f := range Formats() {
		check("format", f.Name, f.Title, f.Summary, "`"+f.Name+"`")
		row := regexp.MustCompile(`(?m)^\| (\w+, )?` + f.Name + `(, \w+)? \|`)
		if !row.Match(formatsPage) {
			t.Errorf("docs/formats/models.md does not describe format %s", f.Name)
		}
		if f.Reads == "" || f.Squares == "" {
			t.Errorf("format %s does not say who reads it, or where its squares are", f.Name)
		}
	}
	for _, e := range EncodingTable() {
		check("encoding", e.Name, e.Title, e.Summary, e.Summary+" | "+e.Grows)
	}
	for _, d := range Definitions() {
		check("definition", d.Name, d.Title, d.Statement, d.Title+" | "+d.Statement)
		if !bytes.Contains(bibliography, []byte("`"+d.Source+"`")) {
			t.Errorf("definition %s: source %q is not in the bibliography", d.Name, d.Source)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		problem queens.Problem
		options Options
		want    error
		text    string
	}{
		{queens.Problem{Order: 0}, Options{}, queens.ErrOrder, "want 1 to 1024"},
		{queens.Problem{Order: 1025}, Options{}, queens.ErrOrder, "want 1 to 1024"},
		{queens.Problem{Order: 4}, Options{AtMostOne: "none"}, queens.ErrFormat, "want one of binary, commander"},
		{queens.Problem{Order: 4, Blocked: []queens.Square{{Row: 4}}}, Options{}, queens.ErrFormat, "outside a board"},
		{
			queens.Problem{Order: 4, Given: []queens.Square{{Row: 0}, {Row: 1, Col: 1}}},
			Options{},
			queens.ErrNotSolution, "falling diagonal",
		},
	} {
		if _, err := New(c.problem, c.options); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%+v, %+v: %v", c.problem, c.options, err)
		}
	}
	if _, err := FindFormat("xml"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("xml: %v", err)
	}
	col := must.Get(FindFormat("col"))(t)
	for _, m := range []*Model{
		modelOf(t, queens.Problem{Order: 4, Given: []queens.Square{{}}}, Options{}),
		modelOf(t, queens.Problem{Order: 4}, Options{Symmetry: true}),
	} {
		if err := col.Write(io.Discard, m); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("col: %v", err)
		}
	}
}

func TestGraphsAreLimited(t *testing.T) {
	for _, name := range []string{"clq", "col", "ising", "qubo"} {
		m := modelOf(t, queens.Problem{Order: MaxGraphOrder + 1}, Options{})
		if err := must.Get(FindFormat(name))(t).Write(io.Discard, m); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestLostTexts: the error of the receiver is that of Write, and ends it: the pairwise clauses of
// order 1024 would take minutes.
func TestLostTexts(t *testing.T) {
	for _, f := range Formats() {
		if err := f.Write(&fullDisk{}, modelOf(t, queens.Problem{Order: 40}, Options{})); !errors.Is(err,
			io.ErrShortWrite) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	for name, n := range map[string]int{"clq": 40, "cnf": 1024} {
		f := must.Get(FindFormat(name))(t)
		m := modelOf(t, queens.Problem{Order: n}, Options{AtMostOne: "pairwise"})
		if err := f.Write(&fullDisk{100 << 10}, m); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
