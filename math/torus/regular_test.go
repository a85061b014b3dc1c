package torus

import (
	"flag"
	"iter"
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
	for _, n := range []int{17, 18} {
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

// Images yields every image of p under the equivalence, from the definition, some more than once.
// The slice is reused.
func Images(p queens.Perm, e Equivalence) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		n := len(p)
		image := make(queens.Perm, n)
		for i, turn := range symmetry.All() {
			if e == None && i > 0 {
				break
			}
			q := symmetry.Apply(turn, p)
			for scale := range n * n {
				u, v := scale/n+1, scale%n+1
				if bitmath.GCD(u, n) > 1 || bitmath.GCD(v, n) > 1 || e < Similarity && u*v > 1 ||
					e == Similarity && u != v {
					continue
				}
				for shift := range n * n {
					if e < Congruence && shift > 0 {
						break
					}
					for c, r := range q {
						image[(v*c+shift/n)%n] = (u*r + shift%n) % n
					}
					if !yield(image) {
						return
					}
				}
			}
		}
	}
}
