package boards

import (
	"queens"
	"queens/symmetry"
)

// squareFamilies returns one family for each orbit of squares, weighted by the number of its
// squares. again takes another square of each orbit, except for the centre.
func squareFamilies(again bool) func(n int) []Family {
	return func(n int) (families []Family) {
		for _, orbit := range symmetry.SquareOrbits(n) {
			families = append(families, squareFamily(n, orbit, uint64(len(orbit)), again))
		}
		return families
	}
}

// squareFamily returns the solutions with a queen on the first square of a sorted orbit, or on the
// middle one to count them again.
func squareFamily(n int, orbit []queens.Square, weight uint64, again bool) Family {
	fixed := orbit[:1]
	if again {
		fixed = orbit[len(orbit)/2:][:1]
	}
	return Family{Weight: weight, Fixed: fixed, Rows: centralRows(n, fixed)}
}
