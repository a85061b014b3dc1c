package plan

import (
	"slices"

	"queens"
	"queens/sym"
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
	last := n - 1
	for top := range n {
		for bottom := range n {
			if top == bottom {
				continue
			}
			for left := range n {
				for right := range n {
					set := []queens.Square{{Row: 0, Col: top}, {Row: last, Col: bottom}, {Row: left, Col: 0}, {Row: right, Col: last}}
					slices.SortFunc(set, compareSquares)
					set = slices.Compact(set) // a corner queen lies on two borders
					if !nonAttacking(set) || !oneQueenPerBorder(set, n) {
						continue
					}
					if size, least := orbitOf(set, n); least {
						families = append(families, Family{Weight: size, Fixed: set, Rows: centralRows(n, set)})
					}
				}
			}
		}
	}
	return families
}

// nonAttacking reports whether no two of the squares attack each other.
func nonAttacking(set []queens.Square) bool {
	for i, sq := range set {
		if attacked(set[:i], sq) {
			return false
		}
	}
	return true
}

// oneQueenPerBorder reports whether each border line of the board holds exactly
// one of the squares; more than one would attack each other, so only absence
// has to be ruled out.
func oneQueenPerBorder(set []queens.Square, n int) bool {
	return holdsRow(set, 0) && holdsRow(set, n-1) && holdsCol(set, 0) && holdsCol(set, n-1)
}

// orbitOf returns the number of images of a sorted set and whether the set is
// the least of them.
func orbitOf(set []queens.Square, n int) (size uint64, least bool) {
	fixing := uint64(0)
	for _, s := range sym.All() {
		switch c := slices.CompareFunc(imageOf(s, set, n), set, compareSquares); {
		case c < 0:
			return 0, false
		case c == 0:
			fixing++
		}
	}
	return 8 / fixing, true
}
