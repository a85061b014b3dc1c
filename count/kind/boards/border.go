package boards

import (
	"slices"

	"queens"
	"queens/symmetry"
)

// borderFamilies cuts all solutions of the regular board of order n by their
// queens on the border: one family for each class of border constellations,
// which are the non-attacking sets with exactly one queen in each of the first
// and last row and column and no other queen. The representative is the
// lexicographically least of its images, the weight their number: 8, or 4 or 2
// where the constellation is unchanged by a half or quarter turn. No completed
// solution is tested. A reflection never leaves a constellation unchanged.
//
// Time and space O(n^4): 3,206 families for n = 16, 62,272 for n = 30.
// Source: [engelhardt2010], with weights instead of its test for the least
// member.
func borderFamilies(n int) []Family {
	if n < 4 {
		return wholeBoard(n)
	}
	var families []Family
	sides := borderSides(n)
	// Every side becomes the first row of two images, so in the least set no queen
	// stands nearer to a corner than that of the first row.
	var extend func(set []queens.Square, side int)
	extend = func(set []queens.Square, side int) {
		if side == len(sides) {
			if size, least := orbitOf(set, n); least {
				families = append(families, Family{Weight: size, Fixed: sorted(set), Rows: centralRows(n, set)})
			}
			return
		}
		top := set[0].Col
		for _, sq := range sides[side][top : n-top] {
			switch {
			case slices.Contains(set, sq): // a corner queen lies on two sides
				extend(set, side+1)
			case !attacked(set, sq):
				extend(append(set, sq), side+1)
			}
		}
	}
	for _, sq := range sides[0][:(n+1)/2] {
		extend([]queens.Square{sq}, 1)
	}
	return families
}

func borderSides(n int) (sides [4][]queens.Square) {
	for i := range n {
		for side, sq := range [4]queens.Square{
			{Row: 0, Col: i},
			{Row: n - 1, Col: i},
			{Row: i, Col: 0},
			{Row: i, Col: n - 1},
		} {
			sides[side] = append(sides[side], sq)
		}
	}
	return sides
}

func orbitOf(set []queens.Square, n int) (size uint64, least bool) {
	set = sorted(set)
	fixing := uint64(0)
	for _, s := range symmetry.All() {
		switch c := symmetry.CompareSets(symmetry.ApplySet(s, set, n), set); {
		case c < 0:
			return 0, false
		case c == 0:
			fixing++
		}
	}
	return 8 / fixing, true
}
