package symmetry

import (
	"cmp"
	"slices"

	"queens"
)

// ApplySet returns the image of a set of squares, new and sorted row by row. Time O(k log k) for k
// squares.
func ApplySet(s Symmetry, set []queens.Square, n int) []queens.Square {
	image := make([]queens.Square, len(set))
	for i, sq := range set {
		image[i] = s.Square(sq, n)
	}
	slices.SortFunc(image, CompareSquares)
	return image
}

// CanonicalSet returns the least of the eight images of a set of squares, new, each image sorted
// row by row, and the stabilizer of the set. The set has 8 / stabilizer.Order() distinct images.
// Two sets lie in one orbit if and only if their least images are equal. Time O(k log k) for k
// squares.
func CanonicalSet(set []queens.Square, n int) (least []queens.Square, stabilizer Group) {
	self := ApplySet(Identity, set, n)
	least = self
	for _, s := range All() {
		image := ApplySet(s, set, n)
		if slices.Equal(image, self) {
			stabilizer |= 1 << s
		}
		if CompareSets(image, least) < 0 {
			least = image
		}
	}
	return least, stabilizer
}

// CompareSquares orders squares row by row.
func CompareSquares(a, b queens.Square) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// CompareSets orders sets, each sorted row by row, by the first square in which they differ.
func CompareSets(a, b []queens.Square) int { return slices.CompareFunc(a, b, CompareSquares) }

// SquareOrbits returns the orbits of the squares of a board of order n >= 0 under the eight
// symmetries. Each orbit, with 1, 4 or 8 squares, is sorted row by row, and the orbits are sorted
// by their first squares. There are m(m+1)/2 of them, with m = ceil(n/2).
//
// All squares of an orbit have a queen in the same number of solutions, since a symmetry that maps
// one square to another maps solutions to solutions. Time and space O(n^2).
func SquareOrbits(n int) [][]queens.Square {
	var orbits [][]queens.Square
	for r := range (n + 1) / 2 {
		for c := r; c < (n+1)/2; c++ {
			var images []queens.Square
			for _, s := range All() {
				images = append(images, s.Square(queens.Square{Row: r, Col: c}, n))
			}
			slices.SortFunc(images, CompareSquares)
			orbits = append(orbits, slices.Compact(images))
		}
	}
	return orbits
}
