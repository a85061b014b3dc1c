package symmetry

import (
	"slices"

	"queens"
)

// SquareOrbits returns the orbits of the squares of a board of order n >= 0 under
// the eight symmetries, new: every square is in exactly one of them. An orbit is
// sorted by row, then column, and so are the orbits by their first squares. There
// are m(m+1)/2 of them for m = (n+1)/2 rounded down, with 1, 4 or 8 squares each.
//
// All squares of an orbit have a queen in the same number of solutions, since a symmetry that maps
// one square to another maps solutions to solutions. Time and space O(n^2).
func SquareOrbits(n int) [][]queens.Square {
	var orbits [][]queens.Square
	for r := range (n + 1) / 2 {
		for c := r; c < (n+1)/2; c++ {
			orbits = append(orbits, squareOrbit(queens.Square{Row: r, Col: c}, n))
		}
	}
	return orbits
}

func squareOrbit(sq queens.Square, n int) []queens.Square {
	images := make([]queens.Square, 0, Count)
	for _, s := range All() {
		images = append(images, s.Square(sq, n))
	}
	slices.SortFunc(images, CompareSquares)
	return slices.Compact(images)
}
