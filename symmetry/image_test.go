package symmetry

import (
	"iter"
	"slices"
	"testing"

	"queens"
)

// perms yields every permutation of order n in lexicographic order, reusing one
// slice.
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

// solutions returns the solutions of order n in lexicographic order, by asking
// Check of every permutation: slow and obvious.
func solutions(n int) []queens.Perm {
	var found []queens.Perm
	for p := range perms(n) {
		if queens.Check(p, queens.Regular) == nil {
			found = append(found, p.Clone())
		}
	}
	return found
}

// applyBySquares is the slow twin of Apply: it moves every queen.
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
	p, err := queens.ParsePerm(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestImagesPublished checks the eight images of one permutation as computed by
// an independent program from the operations po1 to po8 of Zhang & Zhang.
func TestImagesPublished(t *testing.T) {
	p := mustParse(t, "2617354")
	want := [Count]string{
		Identity:      "2617354", // po1
		Transpose:     "3157624", // po2, inverse
		AntiTranspose: "4621375", // po3, reverse of complement of inverse
		FlipRows:      "6271534", // po4, complement
		FlipCols:      "4537162", // po5, reverse
		Rot90:         "5731264", // po6, complement of inverse
		Rot180:        "4351726", // po7, reverse of complement
		Rot270:        "4267513", // po8, inverse of complement
	}
	for s, image := range Images(p) {
		if got := image.String(); got != want[s] {
			t.Errorf("%v: %s, want %s", Symmetry(s), got, want[s])
		}
	}
}

// TestCompositionPublished checks all 64 products against a published table: row
// i, column j holds the index of po_i first, then po_j.
//
// Source: Zhang & Zhang, Table 1, recomputed.
func TestCompositionPublished(t *testing.T) {
	po := [Count]Symmetry{Identity, Transpose, AntiTranspose, FlipRows, FlipCols, Rot90, Rot180, Rot270}
	want := [Count][Count]int{
		{1, 2, 3, 4, 5, 6, 7, 8},
		{2, 1, 7, 6, 8, 4, 3, 5},
		{3, 7, 1, 8, 6, 5, 2, 4},
		{4, 8, 6, 1, 7, 3, 5, 2},
		{5, 6, 8, 7, 1, 2, 4, 3},
		{6, 5, 4, 2, 3, 7, 8, 1},
		{7, 3, 2, 5, 4, 8, 1, 6},
		{8, 4, 5, 3, 2, 1, 6, 7},
	}
	for i, a := range po {
		for j, b := range po {
			if got := a.Then(b); got != po[want[i][j]-1] {
				t.Errorf("po%d then po%d is %v, want po%d", i+1, j+1, got, want[i][j])
			}
		}
	}
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
			if len(orbit) != OrbitSize(p) || len(orbit)*Stabilizer(p).Order() != Count {
				t.Fatalf("%v: %d images, OrbitSize %d, stabilizer of order %d", p, len(orbit), OrbitSize(p), Stabilizer(p).Order())
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
