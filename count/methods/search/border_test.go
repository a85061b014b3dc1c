package search

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"queens/count/plan"
)

// borderSet is a border constellation: the sorted square numbers, row by row, of the queens of the
// first row, the last row, the first column and the last column. A corner queen occurs twice.
type borderSet [4]int

// bruteForceBorder returns every border constellation of order n >= 4: it tries every square of
// each side. It is the slow twin of borderFamilies and uses no symmetry.
func bruteForceBorder(n int) (sets []borderSet) {
	m := n - 1
	for top := range n {
		for bottom := range n {
			if bottom == top || bottom-top == m || top-bottom == m {
				continue
			}
			for left := range n {
				for right := range n {
					s := borderSet{top, m*n + bottom, left * n, right*n + m}
					if isBorderSet(s, n) {
						slices.Sort(s[:])
						sets = append(sets, s)
					}
				}
			}
		}
	}
	return sets
}

// isBorderSet reports whether no two queens attack each other; a corner counts once.
func isBorderSet(s borderSet, n int) bool {
	for i, a := range s {
		for _, b := range s[:i] {
			rows, cols := a/n-b/n, a%n-b%n
			if a != b && (rows == 0 || cols == 0 || rows == cols || rows == -cols) {
				return false
			}
		}
	}
	return true
}

// turned is the quarter turn that maps row r, column c to row n-1-c, column r.
func (s borderSet) turned(n int) (image borderSet) {
	for i, number := range s {
		image[i] = (n-1-number%n)*n + number/n
	}
	slices.Sort(image[:])
	return image
}

func (s borderSet) mirrored(n int) (image borderSet) {
	for i, number := range s {
		image[i] = number/n*n + n - 1 - number%n
	}
	slices.Sort(image[:])
	return image
}

// orbit returns the different images of a set, the least first.
func (s borderSet) orbit(n int) []borderSet {
	var images []borderSet
	for _, image := range [2]borderSet{s, s.mirrored(n)} {
		for range 4 {
			images = append(images, image)
			image = image.turned(n)
		}
	}
	slices.SortFunc(images, func(a, b borderSet) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(images)
}

func (s borderSet) queens() int { return len(slices.Compact(slices.Clone(s[:]))) }

// TestBorderByBruteForce compares the families with all constellations, and both with the known
// numbers. Those of orders 31 and 32 come from the two methods. Long: seconds.
func TestBorderByBruteForce(t *testing.T) {
	for n := MinBorderOrder; n <= plan.MaxOrder; n++ {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 14 && os.Getenv("QUEENS_LONG") == "" {
				t.Skip("seconds: only with QUEENS_LONG=1")
			}
			sets := bruteForceBorder(n)
			classes := map[int]uint64{} // by number of images
			var all, three uint64
			leasts := map[borderSet]int{} // the least set of each class: its number of images
			for _, s := range sets {
				orbit := s.orbit(n)
				if s != orbit[0] {
					continue
				}
				leasts[s] = len(orbit)
				classes[len(orbit)]++
				all++
				if s.queens() == 3 {
					three++
				}
			}
			checkSeries(t, n, map[string]uint64{
				"border-constellations": uint64(len(sets)), "border-classes": all, "border-classes-three-queens": three,
				"border-classes-asymmetric": classes[8], "border-classes-central": classes[4],
				"border-classes-rotational": classes[2],
			})
			checkBorderFamilies(t, leasts, n)
		})
	}
}

func checkBorderFamilies(t *testing.T, leasts map[borderSet]int, n int) {
	t.Helper()
	for _, f := range borderFamilies(n) {
		numbers := make([]int, 0, 4)
		for _, sq := range f.Fixed {
			number := sq.Row*n + sq.Col
			numbers = append(numbers, number)
			if sq.Row%(n-1) == 0 && sq.Col%(n-1) == 0 {
				numbers = append(numbers, number)
			}
		}
		if len(numbers) != 4 {
			t.Fatalf("%v is not one queen on each side", f.Fixed)
		}
		s := borderSet(numbers)
		slices.Sort(s[:])
		least := s.orbit(n)[0]
		if images := leasts[least]; uint64(images) != f.Weight {
			t.Errorf("%v: weight %d, but %d images by brute force, or its class has another family too", f.Fixed,
				f.Weight, images)
		}
		delete(leasts, least)
	}
	if len(leasts) > 0 {
		t.Errorf("%d classes found by brute force have no family", len(leasts))
	}
}
