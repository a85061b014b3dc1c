package readback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/known"
	"queens/model"
	"queens/sym"
)

// textOf returns the text of a problem in a format.
func textOf(t *testing.T, format string, p queens.Problem, o model.Options) string {
	t.Helper()
	m, err := model.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	f, err := model.LookupFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Write(&text, m); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// variants returns the texts of a problem: every format that can be read back, and
// clauses with every encoding.
func variants(t *testing.T, p queens.Problem, symmetry bool) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, format := range Formats() {
		if format != "cnf" {
			texts[format] = textOf(t, format, p, model.Options{Symmetry: symmetry})
		}
	}
	for _, encoding := range model.Encodings() {
		texts["cnf "+encoding] = textOf(t, "cnf", p, model.Options{AtMostOne: encoding, Symmetry: symmetry})
	}
	return texts
}

// solutionsOf returns the solutions of a text, sorted; a set of squares that is not
// one queen for each column fails the test.
func solutionsOf(t *testing.T, variant, text string, n int) []queens.Perm {
	t.Helper()
	format, _, _ := strings.Cut(variant, " ")
	var list []queens.Perm
	err := Solutions(context.Background(), strings.NewReader(text), format, func(squares []queens.Square) bool {
		p := make(queens.Perm, n)
		for c := range p {
			p[c] = -1
		}
		for _, sq := range squares {
			if !sq.On(n) || p[sq.Col] >= 0 {
				t.Fatalf("%s: %v is no placement", variant, squares)
			}
			p[sq.Col] = sq.Row
		}
		list = append(list, p)
		return true
	})
	if err != nil {
		t.Fatalf("%s: %v", variant, err)
	}
	slices.SortFunc(list, queens.Perm.Compare)
	return list
}

// bruteForce returns all solutions of a problem, sorted, by trying all
// permutations.
func bruteForce(p queens.Problem) []queens.Perm {
	var list []queens.Perm
	var extend func(prefix queens.Perm)
	extend = func(prefix queens.Perm) {
		if len(prefix) == p.Order {
			if p.Check(prefix) == nil {
				list = append(list, prefix.Clone())
			}
			return
		}
		for row := range p.Order {
			if !slices.Contains(prefix, row) {
				extend(append(prefix, row))
			}
		}
	}
	extend(queens.Perm{})
	return list
}

// Every text of orders 1 to 8 has Q(n) solutions, and on the torus as many as the
// torus has.
func TestCountsAreKnown(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
			want, ok := known.Solutions(n)
			if topology == queens.Modular {
				want, ok = known.Toroidal(n)
			}
			if !ok {
				t.Fatalf("order %d: no known value", n)
			}
			for variant, text := range variants(t, queens.Problem{Order: n, Topology: topology}, false) {
				format, _, _ := strings.Cut(variant, " ")
				got, err := Count(context.Background(), strings.NewReader(text), format)
				if err != nil || got != want {
					t.Errorf("order %d, %v, %s: %v solutions, %v; want %v", n, topology, variant, got, err, want)
				}
			}
		}
	}
}

// squares returns squares by their chess names.
func squares(t *testing.T, n int, names string) []queens.Square {
	t.Helper()
	var list []queens.Square
	for name := range strings.FieldsSeq(names) {
		sq, err := queens.ParseSquare(name, n)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sq)
	}
	return list
}

// special returns problems in which squares differ.
func special(t *testing.T) []queens.Problem {
	return []queens.Problem{
		{Order: 1, Blocked: squares(t, 1, "a1")},
		{Order: 1, Given: squares(t, 1, "a1")},
		{Order: 4, Given: squares(t, 4, "a2")},
		{Order: 4, Given: squares(t, 4, "b3")},
		{Order: 5, Given: squares(t, 5, "c3")}, // the centre: all symmetries stay
		{Order: 6, Given: squares(t, 6, "a1")},
		{Order: 6, Blocked: squares(t, 6, "a2 f2 a5")},
		{Order: 7, Given: squares(t, 7, "a1 b3")},
		{Order: 7, Given: squares(t, 7, "d4"), Blocked: squares(t, 7, "a1 g7")},
		{Order: 7, Blocked: squares(t, 7, "a1 a7 g1 g7 d4"), Topology: queens.Modular},
		{Order: 7, Given: squares(t, 7, "c2"), Topology: queens.Modular},
		{Order: 6, Blocked: squares(t, 6, "a1 b1 c1 d1 e1 f1")}, // a row with nothing left
		{Order: 7, Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 6}, {Line: queens.Falling, Index: 3}}},
		{Order: 5, Topology: queens.Modular, Excluded: []queens.Diagonal{{Line: queens.Falling, Index: 2}}},
	}
}

// The solutions of every text are those that trying all permutations finds.
func TestSolutionsOfSpecialProblems(t *testing.T) {
	for _, p := range special(t) {
		want := bruteForce(p)
		for variant, text := range variants(t, p, false) {
			if got := solutionsOf(t, variant, text, p.Order); !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, want %v", p, variant, got, want)
			}
		}
	}
}

// With symmetry breaking all texts have the same solutions, these are solutions of
// the problem, and every solution has an image among them under the symmetries
// that leave the problem as it is.
func TestSymmetryBreaking(t *testing.T) {
	problems := special(t)
	for n := 1; n <= 7; n++ {
		problems = append(problems, queens.Problem{Order: n}, queens.Problem{Order: n, Topology: queens.Modular})
	}
	for _, p := range problems {
		all := bruteForce(p)
		var want []queens.Perm
		for variant, text := range variants(t, p, true) {
			got := solutionsOf(t, variant, text, p.Order)
			if want == nil {
				want = got
			}
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, but another format has %v", p, variant, got, want)
			}
		}
		for _, q := range want {
			if err := p.Check(q); err != nil {
				t.Errorf("%+v: %v: %v", p, q, err)
			}
		}
		kept := map[string]bool{}
		for _, q := range want {
			kept[q.String()] = true
		}
		for _, q := range all {
			if !slices.ContainsFunc(imagesOf(p, q), func(image queens.Perm) bool { return kept[image.String()] }) {
				t.Errorf("%+v: no image of %v is left", p, q)
			}
		}
	}
}

// imagesOf returns the images of a solution under the symmetries of the board,
// and on an empty torus those under shifts.
func imagesOf(p queens.Problem, q queens.Perm) []queens.Perm {
	var images []queens.Perm
	for _, g := range sym.All() {
		if image := sym.Apply(g, q); p.Check(image) == nil {
			images = append(images, image)
		}
	}
	n := p.Order
	if p.Topology == queens.Modular && len(p.Given)+len(p.Forbidden()) == 0 {
		for rows := range n {
			for cols := range n {
				image := make(queens.Perm, n)
				for c, r := range q {
					image[(c+cols)%n] = (r + rows) % n
				}
				images = append(images, image)
			}
		}
	}
	return images
}

// How many solutions symmetry breaking leaves on the empty board: at least one of
// each orbit, and for n > 4 fewer than half of all. The torus keeps Q/n.
func TestSymmetryBreakingLeavesFew(t *testing.T) {
	for n := 1; n <= 8; n++ {
		all, _ := known.Solutions(n)
		orbits, _ := known.Fundamental(n)
		got, err := Count(context.Background(), strings.NewReader(textOf(t, "lp", queens.Problem{Order: n}, model.Options{Symmetry: true})), "lp")
		if err != nil || got.Compare(orbits) < 0 || n > 4 && got.Times(2).Compare(all) >= 0 {
			t.Errorf("order %d: %v solutions left, %v; there are %v in %v orbits", n, got, err, all, orbits)
		}
	}
	all, _ := known.Toroidal(7)
	got, err := Count(context.Background(), strings.NewReader(textOf(t, "cnf", queens.Problem{Order: 7, Topology: queens.Modular}, model.Options{Symmetry: true})), "cnf")
	if want, _ := all.DivMod(7); err != nil || got != want {
		t.Errorf("torus of order 7: %v left, %v; want %v", got, err, want)
	}
}

// A text from which a line is missing is refused or has other solutions, but for
// the lines that follow from the others: in the 0-1 program of order 5 any row or
// column, and each of the two shortest diagonals at every end. Texts that announce
// how much there is, and those that say each thing once, have no such line.
func TestMissingLinesAreNoticed(t *testing.T) {
	ctx := context.Background()
	follow := map[string]int{"lp": 10 + 8}
	want, _ := known.Solutions(5)
	for _, format := range Formats() {
		text := textOf(t, format, queens.Problem{Order: 5}, model.Options{})
		lines := strings.SplitAfter(text, "\n")
		var missed []string
		tried := 0
		for i, line := range lines {
			if strings.Trim(line, "\n") == "" || strings.HasPrefix(line, "c ") || strings.ContainsAny(line[:1], `%*|\`) || strings.HasPrefix(line, "output") || strings.HasPrefix(line, "#show") {
				continue // comments and what does not constrain
			}
			tried++
			damaged := strings.Join(slices.Concat(lines[:i], lines[i+1:]), "")
			if got, err := Count(ctx, strings.NewReader(damaged), format); err == nil && got == want {
				missed = append(missed, strings.TrimSpace(line))
			}
		}
		if tried == 0 || len(missed) != follow[format] {
			t.Errorf("%s: %d of %d missing lines are not noticed, want %d: %q", format, len(missed), tried, follow[format], missed)
		}
	}
}

func TestMalformedTextsAreRefused(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"cnf", "", "not complete"},
		{"cnf", "1 2 0\n", "before the line"},
		{"cnf", "c p show 1 2 3 4 0\np cnf 4 1\n1 x 0\n", `line 3: "x" is not a number`},
		{"cnf", "c p show 1 2 3 4 0\np cnf 4 1\n1 5 0\n", "variable 5 of 4"},
		{"cnf", "c p show 1 2 3 0\np cnf 4 1\n1 0\n", "no board"},
		{"cnf", "c p show 1 2 4 3 0\np cnf 4 1\n1 0\n", `"4" where variable 3`},
		{"cnf", "c p show 1 2 3 4 0\np cnf 4 2\n1 0\n", "1 clauses, 2 announced"},
		{"opb", "+1 x1 = 1 ;\n", "none of the variables"},
		{"opb", "* #variable= 4 #constraint= 1\n+1 x9 = 1 ;\n", "none of the variables"},
		{"opb", "* #variable= 4 #constraint= 1\n+1 x1 < 1 ;\n", "want = or >="},
		{"opb", "* #variable= 4 #constraint= 2\n+1 x1 = 1 ;\n", "1 constraints, 2 announced"},
		{"lp", "Minimize\n obj: 0 x_1_1\nSubject To\n r: x_1_1 = 1\nEnd\n", "0 of them binary"},
		{"lp", "Minimize\n obj: 0 x_1_1\nSubject To\n r: x_1_2 = 1\nBinary\n x_1_1\nEnd\n", "no variable of the objective"},
		{"lp", "Minimize\nx_1_1\n", "want \"0 x_ROW_COLUMN\""},
		{"lp", "Minimize\n obj: 0 x_1_1\n", "does not end with End"},
		{"clq", "e 1 2\n", "between two of 0"},
		{"clq", "p edge 4 0\n", "4 vertices, 0 of them described"},
		{"clq", "c vertex (row-1)*2\np edge 4 1\n", "0 edges, 1 announced"},
		{"dlx", "", "no line of items"},
		{"dlx", "r1 c1 | up2\nr1 c2\n", "is no item"},
		{"dlx", "r1 c1\nc1 r1\n", "begins with a row and a column"},
		{"mzn", "solve satisfy;", "without an array"},
		{"mzn", "array[1..4] of var 1..4: q;\nconstraint all_different(q);\nsolve satisfy;", "not declared: a file is not included"},
		{"mzn", "array[1..4] of var 1..4: q;\nconstraint q[1] ? 3;\nsolve satisfy;", "want a comparison"},
		{"mzn", "array[1..4] of var 1..4: q\n", `want ";"`},
		{"mzn", `include "all_different.mzn`, "does not end"},
		{"asp", "square(1..n,1..n).", "want a number, a constant"},
		{"asp", "square(1..2,1..2)", `want "."`},
		{"asp", "1 { rook(R,C) : square(R,C) } 1 :- C = 1..2.\nsquare(1..2,1..2).", "only queen(R,C) can be chosen"},
		{"asp", "1 { queen(R,C) : C = 1..2 } 1 :- C = 1..2.", "is not bound"},
		{"col", "", "want one of asp, clq"},
	} {
		_, err := Count(context.Background(), strings.NewReader(c.text), c.format)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, queens.ErrFormat) && !errors.Is(err, model.ErrOption) {
			t.Errorf("%s %q: %v, want %q", c.format, c.text, err, c.want)
		}
	}
}

func TestSearchesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, format := range Formats() {
		text := textOf(t, format, queens.Problem{Order: 12}, model.Options{})
		if _, err := Count(ctx, strings.NewReader(text), format); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", format, err)
		}
		found := 0
		err := Solutions(context.Background(), strings.NewReader(text), format, func([]queens.Square) bool {
			found++
			return false
		})
		if err != nil || found != 1 {
			t.Errorf("%s: %d solutions after the first was enough, %v", format, found, err)
		}
	}
}

// Every format but instances of other problems can be read back.
func TestReadersMatchTheFormats(t *testing.T) {
	var want []string
	for _, f := range model.Formats() {
		if !f.Instance {
			want = append(want, f.Name)
		}
	}
	if !slices.Equal(Formats(), want) {
		t.Errorf("readers of %v, want %v", Formats(), want)
	}
}

func TestReadSystem(t *testing.T) {
	for _, format := range []string{"asp", "cnf", "lp", "opb"} {
		s, err := ReadSystem(strings.NewReader(textOf(t, format, queens.Problem{Order: 4, Given: squares(t, 4, "a3")}, model.Options{})), format)
		if err != nil || len(s.Squares) != 16 || s.Variables < 16 {
			t.Fatalf("%s: %+v, %v", format, s, err)
		}
		want := queens.Perm{1, 3, 0, 2} // the only solution with a queen on a3
		values, rest, possible := s.Reduce()
		if !possible || len(rest) > 0 {
			t.Errorf("%s: %d constraints left, possible: %v", format, len(rest), possible)
		}
		for v, sq := range s.Squares {
			if (values[v] == 1) != (want[sq.Col] == sq.Row) {
				t.Errorf("%s: %v has value %d", format, sq, values[v])
			}
		}
	}
	if _, err := ReadSystem(strings.NewReader(""), "mzn"); !errors.Is(err, model.ErrOption) {
		t.Errorf("mzn: %v", err)
	}
}

func ExampleCount() {
	m, err := model.New(queens.Problem{Order: 8}, model.Options{AtMostOne: "commander"})
	if err != nil {
		panic(err)
	}
	format, err := model.LookupFormat("cnf")
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	if err := format.Write(&text, m); err != nil {
		panic(err)
	}
	fmt.Println(Count(context.Background(), &text, "cnf"))
	// Output: 92 <nil>
}
