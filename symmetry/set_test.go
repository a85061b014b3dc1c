package symmetry_test

import (
	"slices"
	"testing"

	"queens"
	"queens/symmetry"
)

// TestCanonicalSet checks all pairs of squares of order 4: a pair has 8 / stabilizer images, all
// with the same least image, which is one of them.
func TestCanonicalSet(t *testing.T) {
	const n = 4
	for i := range n * n {
		for j := range i {
			set := []queens.Square{{Row: i / n, Col: i % n}, {Row: j / n, Col: j % n}}
			least, stabilizer := symmetry.CanonicalSet(set, n)
			var images [][]queens.Square
			for _, s := range symmetry.All() {
				image := symmetry.ApplySet(s, set, n)
				if !slices.IsSortedFunc(image, symmetry.CompareSquares) {
					t.Errorf("%v: image %v under %v is not sorted", set, image, s)
				}
				if other, _ := symmetry.CanonicalSet(image, n); !slices.Equal(other, least) {
					t.Errorf("%v: least image %v, but %v from its image under %v", set, least, other, s)
				}
				images = append(images, image)
			}
			slices.SortFunc(images, symmetry.CompareSets)
			images = slices.CompactFunc(images, slices.Equal)
			if !slices.Equal(images[0], least) || len(images)*stabilizer.Order() != symmetry.Count {
				t.Errorf("%v: least %v, stabilizer %v, images %v", set, least, stabilizer, images)
			}
		}
	}
}
