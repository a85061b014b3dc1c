package torus

import (
	"flag"
	"slices"
	"testing"

	"queens"
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
					if solutions, same := im.solutions(visit(columns)); solutions/same != regular || group/same != all {
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

// imagesOf returns the number of images of a permutation, and of those that solve the board.
func imagesOf(p queens.Perm, e Equivalence) (all, regular int) {
	n := len(p)
	seen := map[string]bool{}
	scales := []int{1}
	if e == Similarity {
		scales = nil
		for u := range units(n) {
			scales = append(scales, u)
		}
	}
	image, text := make(queens.Perm, n), make([]byte, n)
	for _, turn := range symmetry.All() {
		q := symmetry.Apply(turn, p)
		for _, unit := range scales {
			for shift := range n * n {
				for line, column := range q {
					image[(line*unit+shift/n)%n] = (column*unit + shift) % n
				}
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
		}
	}
	return len(seen), regular
}
