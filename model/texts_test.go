package model

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/torus"
	"queens/symmetry"
)

// variants returns the readings of a problem: every format that the oracle reads, and
// clauses with every encoding.
func variants(t *testing.T, p queens.Problem, symmetry bool) map[string]*system {
	t.Helper()
	read := map[string]*system{}
	for _, format := range slices.Sorted(maps.Keys(oracles)) {
		if format != "cnf" && format != "wcnf" { // wcnf asks for something else
			read[format] = systemOf(t, format, modelOf(t, p, Options{Symmetry: symmetry}))
		}
	}
	for _, encoding := range Encodings() {
		read["cnf "+encoding] = systemOf(t, "cnf", modelOf(t, p, Options{AtMostOne: encoding, Symmetry: symmetry}))
	}
	return read
}

// bruteForce returns all solutions of a problem, sorted, by trying all permutations.
func bruteForce(t *testing.T, p queens.Problem) (list []queens.Perm) {
	t.Helper()
	for q := range must.Get(torus.Permutations.Members(p.Order))(t) {
		if p.Check(q) == nil {
			list = append(list, q.Clone())
		}
	}
	return list
}

func squaresOf(t *testing.T, n int, names string) []queens.Square {
	t.Helper()
	var list []queens.Square
	for name := range strings.FieldsSeq(names) {
		list = append(list, must.Get(queens.ParseSquare(name, n))(t))
	}
	return list
}

// problems returns the whole boards of orders 1 to 7, and problems in which squares differ.
func problems(t *testing.T) (list []queens.Problem) {
	for n := 1; n <= 7; n++ {
		list = append(list, queens.Problem{Order: n}, queens.Problem{Order: n, Topology: queens.Modular})
	}
	at := func(n int, names string) []queens.Square { return squaresOf(t, n, names) }
	return append(list, []queens.Problem{
		{Order: 1, Blocked: at(1, "a1")},
		{Order: 1, Given: at(1, "a1")},
		{Order: 4, Given: at(4, "a2")},
		{Order: 4, Given: at(4, "b3")},
		{Order: 5, Given: at(5, "c3")}, // the centre: all symmetries stay
		{Order: 6, Given: at(6, "a1")},
		{Order: 6, Blocked: at(6, "a2 f2 a5")},
		{Order: 7, Given: at(7, "a1 b3")},
		{Order: 7, Given: at(7, "d4"), Blocked: at(7, "a1 g7")},
		{Order: 7, Blocked: at(7, "a1 a7 g1 g7 d4"), Topology: queens.Modular},
		{Order: 7, Given: at(7, "c2"), Topology: queens.Modular},
		{Order: 6, Blocked: at(6, "a1 b1 c1 d1 e1 f1")}, // a row with nothing left
		{Order: 7, Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 6}, {Line: queens.Falling, Index: 3}}},
		{Order: 5, Topology: queens.Modular, Excluded: []queens.Diagonal{{Line: queens.Falling, Index: 2}}},
	}...)
}

// TestSolutions finds in every text the solutions that trying all permutations finds. Orders from 8
// on are left to the real solvers.
func TestSolutions(t *testing.T) {
	for _, p := range problems(t) {
		want := bruteForce(t, p)
		for variant, s := range variants(t, p, false) {
			if got := s.solutions(t, p.Order); !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, want %v", p, variant, got, want)
			}
		}
	}
}

// TestSymmetryBreaking asks that with symmetry breaking all texts have the same
// solutions, that these are solutions of the problem, and that every solution has an
// image among them under the symmetries that leave the problem as it is.
func TestSymmetryBreaking(t *testing.T) {
	for _, p := range problems(t) {
		all := bruteForce(t, p)
		var want []queens.Perm
		for variant, s := range variants(t, p, true) {
			got := s.solutions(t, p.Order)
			if want == nil {
				want = got
			}
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, but another format has %v", p, variant, got, want)
			}
		}
		kept := map[string]bool{}
		for _, q := range want {
			kept[q.String()] = true
			if err := p.Check(q); err != nil {
				t.Errorf("%+v: %v: %v", p, q, err)
			}
		}
		for _, q := range all {
			if !slices.ContainsFunc(imagesOf(p, q), func(image queens.Perm) bool { return kept[image.String()] }) {
				t.Errorf("%+v: no image of %v is left", p, q)
			}
		}
		// At least one solution of each orbit is left, and fewer than half of them.
		if p.Topology == queens.Regular && len(p.Given)+len(p.Forbidden()) == 0 {
			if orbits, _ := known.Fundamental(p.Order); queens.NewTotal(uint64(len(want))).Compare(orbits) < 0 ||
				p.Order > 4 && 2*len(want) >= len(all) {
				t.Errorf("order %d: %d of %d solutions left, of %v orbits", p.Order, len(want), len(all), orbits)
			}
		}
	}
}

// imagesOf returns the images of a solution under the symmetries of the board,
// and on an empty torus those under shifts.
func imagesOf(p queens.Problem, q queens.Perm) []queens.Perm {
	var images []queens.Perm
	for _, g := range symmetry.All() {
		if image := symmetry.Apply(g, q); p.Check(image) == nil {
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

// TestEncodingsSayWhetherTheyCount counts the values of all variables: as many as there are
// solutions exactly if the encoding says that the new ones are determined, or if that is asked for.
func TestEncodingsSayWhetherTheyCount(t *testing.T) {
	for _, e := range EncodingTable() {
		for _, exact := range []bool{false, true} {
			equal := true
			for n := 4; n <= 7; n++ {
				s := systemOf(t, "cnf", modelOf(t, queens.Problem{Order: n},
					Options{AtMostOne: e.Name, ExactCount: exact}))
				want, _ := known.Solutions(n)
				solutions := len(s.solutions(t, n))
				if queens.NewTotal(uint64(solutions)) != want {
					t.Errorf("%s, order %d: %d solutions, want %v", e.Name, n, solutions, want)
				}
				equal = equal && s.count(s.variables) == solutions
			}
			if equal != (e.Determined || exact) {
				t.Errorf("%s, exact count %v: as many models as solutions: %v", e.Name, exact, equal)
			}
		}
	}
}

// peaceful returns all sets of queens that do not attack each other, hold the given queens and keep
// off forbidden squares, as sorted lists of variables.
func peaceful(p queens.Problem) (sets []string) {
	forbidden := p.Forbidden()
	var extend func(set []queens.Square, from int)
	extend = func(set []queens.Square, from int) {
		if !slices.ContainsFunc(p.Given, func(sq queens.Square) bool { return !slices.Contains(set, sq) }) {
			sets = append(sets, fmt.Sprint(set))
		}
		for v := from; v <= p.Order*p.Order; v++ {
			sq, _ := SquareOf(v, p.Order)
			if slices.Contains(forbidden, sq) {
				continue
			}
			if set := append(slices.Clone(set), sq); queens.AttackingPairs(set, p.Order, p.Topology) == 0 {
				extend(set, v+1)
			}
		}
	}
	extend(nil, 1)
	slices.Sort(sets)
	return sets
}

// TestMostQueens asks of every text for as many queens as possible that what it allows are all sets
// of queens without attacks, and that it costs nothing but 1 for each queen that is not there.
func TestMostQueens(t *testing.T) {
	for _, p := range problems(t) {
		if p.Order > 5 {
			continue
		}
		want := peaceful(p)
		for _, f := range Formats() {
			if _, ok := oracles[f.Name]; !ok || f.Most == MostNever {
				continue
			}
			m := modelOf(t, p, Options{Most: f.Most == MostIfAsked})
			s := systemOf(t, f.Name, m)
			var got []string
			s.each(slices.Repeat(values{-1}, s.variables+1), len(s.squares), func(v values) {
				var set []queens.Square
				for x := range p.Order * p.Order {
					if v[x+1] == 1 {
						set = append(set, s.squares[x+1])
					}
				}
				got = append(got, fmt.Sprint(set))
			})
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%+v, %s: %d sets, want %d", p, f.Name, len(got), len(want))
			}
			for _, sq := range m.Allowed() {
				if cost := s.costs[m.Variable(sq)]; cost != -1 {
					t.Errorf("%+v, %s: a queen on %v costs %d, want -1", p, f.Name, sq, cost)
				}
			}
			if f.Name == "mps" && s.binary != p.Order*p.Order {
				t.Errorf("%+v, mps: %d of %d variables are 0 or 1", p, s.binary, p.Order*p.Order)
			}
		}
	}
	if _, err := New(queens.Problem{Order: 5}, Options{Most: true, Symmetry: true}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("most with symmetry: %v", err)
	}
	for _, f := range Formats() {
		if err := f.Write(io.Discard, modelOf(t, queens.Problem{Order: 5}, Options{Most: true})); errors.Is(err,
			queens.ErrFormat) != (f.Most == MostNever) {
			t.Errorf("%s: most: %v", f.Name, err)
		}
		if err := f.Write(io.Discard, modelOf(t, queens.Problem{Order: 5}, Options{Symmetry: true})); errors.Is(err,
			queens.ErrFormat) != (f.Most == MostAlways || f.Instance) {
			t.Errorf("%s: symmetry: %v", f.Name, err)
		}
	}
}
