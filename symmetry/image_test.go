package symmetry

import (
	"iter"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

// perms yields every permutation of order n in lexicographic order, reusing one slice.
func perms(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p, taken := make(queens.Perm, n), make([]bool, n)
		var place func(c int) bool
		place = func(c int) bool {
			if c == n {
				return yield(p)
			}
			for r := range n {
				if !taken[r] {
					p[c], taken[r] = r, true
					if !place(c + 1) {
						return false
					}
					taken[r] = false
				}
			}
			return true
		}
		place(0)
	}
}

func solutions(n int) []queens.Perm {
	var found []queens.Perm
	for p := range perms(n) {
		if queens.Check(p, queens.Regular) == nil {
			found = append(found, p.Clone())
		}
	}
	return found
}

// applyBySquares is the slow twin of Apply.
func applyBySquares(s Symmetry, p queens.Perm) queens.Perm {
	q := make(queens.Perm, len(p))
	for _, sq := range p.Squares() {
		to := s.Square(sq, len(p))
		q[to.Col] = to.Row
	}
	return q
}

func mustParse(t testing.TB, text string) queens.Perm {
	t.Helper()
	return must.Get(queens.ParsePerm(text))(t)
}

func TestApplyMovesSquares(t *testing.T) {
	for n := range 7 {
		for p := range perms(n) {
			before := p.Clone()
			for _, s := range All() {
				if got, want := Apply(s, p), applyBySquares(s, p); !got.Equal(want) {
					t.Fatalf("%v of %v: %v, want %v", s, p, got, want)
				}
			}
			if !p.Equal(before) {
				t.Fatalf("%v became %v", before, p)
			}
		}
	}
}

func TestOrbit(t *testing.T) {
	for n := range 7 {
		for p := range perms(n) {
			orbit := Orbit(p)
			for i, image := range orbit {
				if i > 0 && orbit[i-1].Compare(image) >= 0 {
					t.Fatalf("%v: orbit not in lexicographic order at %d", p, i+1)
				}
			}
			for _, s := range All() {
				if !slices.ContainsFunc(orbit, applyBySquares(s, p).Equal) {
					t.Fatalf("%v: its %v is not in the orbit", p, s)
				}
			}
			if len(orbit)*Stabilizer(p).Order() != Count {
				t.Fatalf("%v: %d images, stabilizer of order %d", p, len(orbit), Stabilizer(p).Order())
			}
		}
	}
}

func TestImagesOfSolutionsAreSolutions(t *testing.T) {
	for n := range 9 {
		for _, p := range solutions(n) {
			for _, image := range Images(p) {
				if err := queens.Check(image, queens.Regular); err != nil {
					t.Errorf("%v: %v", p, err)
				}
			}
		}
	}
}

func TestNotAPermutationPanics(t *testing.T) {
	for _, p := range []queens.Perm{{0, 0}, {0, 2}, {-1, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d: no panic", p)
				}
			}()
			Apply(Rot90, p)
		}()
	}
}
