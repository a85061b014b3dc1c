package torus

import (
	"context"
	"errors"
	"flag"
	"iter"
	"maps"
	"slices"
	"testing"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/must"
	"queens/list"
	"queens/symmetry"
)

var sampleSize = flag.Uint64("sample", 6, "compare the images of this many solutions of each first queen")

// TestImagesOfLargeOrders compares the images of some solutions, those that solve the board and
// all, with the images one by one: orders whose classes are new.
func TestImagesOfLargeOrders(t *testing.T) {
	for _, n := range []int{17, 18, 19} {
		for _, e := range []Equivalence{Congruence, Similarity} {
			im, group := newImages(n, e), NewCanonizer(n, e).Order()
			for first := range n/2 - 1 {
				after := slices.Repeat(queens.Perm{0}, n)
				after[0] = first
				o := list.Options{Fundamental: true, After: after, Limit: *sampleSize}
				solutions := must.Get(list.Solutions(n, o))(t)
				visits := 0
				for p := range solutions {
					if p[0] != first {
						break
					}
					visits++
					var columns []uint8
					for _, column := range p {
						columns = append(columns, uint8(column))
					}
					all, regular := imagesOf(p, e)
					if solutions, same := im.solutions(columns); solutions/same != regular || group/same != all {
						t.Fatalf("%v, %v: %d of %d images solve the board, want %d of %d",
							p, e, solutions/same, group/same, regular, all)
					}
				}
				if visits == 0 {
					t.Errorf("order %d, first queen in column %d: no solution", n, first+1)
				}
			}
		}
	}
}

func imagesOf(p queens.Perm, e Equivalence) (all, regular int) {
	seen := map[string]bool{}
	text := make([]byte, len(p))
	for image := range Images(p, e) {
		for line, column := range image {
			text[line] = byte(column)
		}
		if !seen[string(text)] {
			seen[string(text)] = true
			if queens.Check(image, queens.Regular) == nil {
				regular++
			}
		}
	}
	return len(seen), regular
}

// Images yields every image of p under the equivalence that is a permutation, from the definition,
// some more than once. The slice is reused.
func Images(p queens.Perm, e Equivalence) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		n := len(p)
		image := make(queens.Perm, n)
		shifts := n * n
		if e < Congruence {
			shifts = 1
		}
		for i, turn := range symmetry.All() {
			if i > 0 && (e == None || e == Affine) {
				break
			}
			q := symmetry.Apply(turn, p)
			for m := range matrices(n) {
				unit := m[1] == 0 && m[2] == 0 && m[0] == m[3]
				if e < Similarity && m != [4]int{1 % n, 0, 0, 1 % n} || e == Similarity && !unit ||
					!apply(m, q, image) {
					continue
				}
				for shift := range shifts {
					shifted := make(queens.Perm, n)
					for c, r := range image {
						shifted[(c+shift/n)%n] = (r + shift%n) % n
					}
					if !yield(shifted) {
						return
					}
				}
			}
		}
	}
}

// matrices yields a, b, c, d for the maps of column x, row y to ax + by, cx + dy with an inverse.
func matrices(n int) iter.Seq[[4]int] {
	return func(yield func([4]int) bool) {
		for i := range n * n * n * n {
			m := [4]int{i / n / n / n, i / n / n % n, i / n % n, i % n}
			if bitmath.GCD((m[0]*m[3]+n*n-m[1]*m[2])%n, n) == 1 && !yield(m) {
				return
			}
		}
	}
}

// apply sets image to the image of p and returns true if that is a permutation.
func apply(m [4]int, p, image queens.Perm) bool {
	n := len(p)
	rows, cols := 0, 0
	for x, y := range p {
		col, row := (m[0]*x+m[1]*y)%n, (m[2]*x+m[3]*y)%n
		image[col] = row
		cols |= 1 << col
		rows |= 1 << row
	}
	return rows == 1<<n-1 && cols == rows
}

// TestAffineByMatrices puts solutions together by every matrix and every shift, without canonical
// images, and compares the classes with those of the tree.
func TestAffineByMatrices(t *testing.T) {
	for _, test := range []struct {
		set   Base
		n     int
		sizes []int
	}{
		{Regular, 5, []int{10}},
		{Regular, 7, []int{4, 8, 28}},
		{Regular, 8, []int{4, 8, 16, 64}},
		{Regular, 9, nil}, // 10 classes
		{Toroidal, 11, []int{88}},
		{Toroidal, 13, []int{130, 1014, 1352, 2028}},
	} {
		if testing.Short() && test.n > 8 {
			continue
		}
		key := func(p queens.Perm) (k uint64) {
			for _, row := range p {
				k = k<<4 | uint64(row)
			}
			return k
		}
		at, list, n := map[uint64]int{}, []queens.Perm{}, test.n
		for p := range must.Get(test.set.Members(n))(t) {
			at[key(p)] = len(list)
			list = append(list, p.Clone())
		}
		parent := make([]int, len(list))
		for i := range parent {
			parent[i] = i
		}
		find := func(i int) int {
			for parent[i] != i {
				i = parent[i]
			}
			return i
		}
		image, shifted := make(queens.Perm, n), make(queens.Perm, n)
		for i, p := range list {
			if test.set == Toroidal && p[0] > 0 {
				continue // an image of another by a shift
			}
			for m := range matrices(n) {
				if !apply(m, p, image) {
					continue
				}
				if test.set == Toroidal && queens.Check(image, queens.Modular) != nil {
					continue // so are all of its images by shifts
				}
				for shift := range n * n {
					for c, r := range image {
						shifted[(c+shift/n)%n] = (r + shift%n) % n
					}
					if k, solution := at[key(shifted)]; solution {
						parent[find(k)] = find(i)
					}
				}
			}
		}
		members := map[int]int{}
		for i := range list {
			members[find(i)]++
		}
		sizes := slices.Sorted(maps.Values(members))
		if test.sizes != nil && !slices.Equal(sizes, test.sizes) || test.n == 9 && len(sizes) != 10 {
			t.Errorf("%v of order %d: affine classes of %v", test.set, n, sizes)
		}
		var found []int
		for _, c := range must.Get(Classify(t.Context(), n, test.set, Board, Affine))(t) {
			found = append(found, c.Members)
		}
		if slices.Sort(found); !slices.Equal(found, sizes) {
			t.Errorf("%v of order %d: affine classes of %v, by every matrix of %v", test.set, n, found, sizes)
		}
	}
}

// TestMatricesOfAllSolutions finds the matrices that take every modular solution to one: those that
// permute rows, columns and both diagonals, 8 phi(n) of them.
func TestMatricesOfAllSolutions(t *testing.T) {
	for n, phi := range map[int]int{5: 4, 7: 6, 11: 10, 13: 12} {
		var list []queens.Perm
		for p := range atOrigin(n) {
			list = append(list, p.Clone())
		}
		found, image := 0, make(queens.Perm, n)
		for m := range matrices(n) {
			keeps := !slices.ContainsFunc(list, func(p queens.Perm) bool {
				return !apply(m, p, image) || queens.Check(image, queens.Modular) != nil
			})
			directions := map[int]bool{} // slopes of the images of the four, n for columns
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, n - 1}} {
				x, y := (m[0]*d[0]+m[1]*d[1])%n, (m[2]*d[0]+m[3]*d[1])%n
				slope := n
				for s := range n {
					if x > 0 && x*s%n == y {
						slope = s
					}
				}
				directions[slope] = true
			}
			permutes := directions[0] && directions[n] && directions[1] && directions[n-1]
			if keeps != permutes {
				t.Fatalf("order %d, %v: solutions to solutions %v, four directions kept %v", n, m, keeps, permutes)
			}
			if keeps {
				found++
			}
		}
		if found != 8*phi {
			t.Errorf("order %d: %d matrices", n, found)
		}
	}
}

// The classes of a tree are those that Count finds, and members and slopes add up.
func TestTree(t *testing.T) {
	for b, orders := range map[Base][]int{Regular: {1, 3, 8, 9}, Permutations: {5}, Toroidal: {5, 7, 11, 13}} {
		for _, n := range orders {
			level := must.Get(Classify(t.Context(), n, b, Board, Affine))(t)
			for _, e := range []Equivalence{Affine, Similarity, Congruence, Board} {
				want := must.Get(Count(t.Context(), n, b, e))(t)[0]
				var next []*Class
				members := 0
				for _, class := range level {
					if class.Equivalence != e {
						t.Errorf("%v of order %d: %v where %v is due", b, n, class.Equivalence, e)
					}
					members += class.Members
					next = append(next, class.Parts...)
				}
				if len(level) != want.Number || members != want.Members {
					t.Errorf("%v of order %d up to %v: %d classes of %d members, want %d of %d",
						b, n, e, len(level), members, want.Number, want.Members)
				}
				if e == Board && n == 13 && len(level) != 572 {
					t.Errorf("%d board classes of order 13", len(level))
				}
				level = next
			}
		}
	}
}

// The eleven congruent classes of order 13 are three lattices and eight classes with a rotation:
// three with a quarter turn, which are similar, and five with a half turn only.
func TestTreeOfOrder13(t *testing.T) {
	tree := must.Get(Classify(t.Context(), 13, Toroidal, Board, Affine))(t)
	slopes, quarters, halves := 0, 0, 0
	for _, affine := range tree {
		for _, similar := range affine.Parts {
			for _, c := range similar.Parts {
				p := c.Centred()
				switch {
				case c.Slope > 0:
					slopes++
				case p[p[0]] == 12: // a quarter turn is one half of a half turn
					quarters++
				case p[12] == 12-p[0]:
					halves++
				}
			}
		}
	}
	if slopes != 3 || quarters != 3 || halves != 5 {
		t.Errorf("%d lattices, %d with a quarter turn, %d with a half turn", slopes, quarters, halves)
	}
}

func TestTreeErrors(t *testing.T) {
	if _, err := Classify(t.Context(), 15, Regular, Board, Affine); !errors.Is(err, queens.ErrOrder) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Classify(ctx, 13, Toroidal, Board, Affine); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
