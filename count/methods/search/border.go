package search

import (
	"slices"

	"queens"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/symmetry"
)

// borderFamilies divides all solutions of the regular board of order n by their queens on the
// border. There is one family for each class of border constellations, which are the non-attacking
// sets with exactly one queen in each of the first and last row and column and no other queen. The
// representative is the lexicographically least image, the weight the number of images: 8, or 4 or
// 2 if a half or quarter turn leaves the constellation unchanged. A reflection never does. No
// completed solution is tested.
//
// Time and space O(n^4): 3,206 families for n = 16, 62,272 for n = 30. Source: [engelhardt2010],
// with weights instead of its test for the least member.
func borderFamilies(n int) []Family {
	if n < 4 {
		return wholeBoard(n)
	}
	const sides = 4
	var families []Family
	at := func(side, i int) queens.Square {
		list := [sides]queens.Square{{Row: 0, Col: i}, {Row: n - 1, Col: i}, {Row: i, Col: 0}, {Row: i, Col: n - 1}}
		return list[side]
	}
	// Every side is the first row of two images. So in the least set no queen is closer to a corner
	// than that of the first row.
	var extend func(set []queens.Square, side int)
	extend = func(set []queens.Square, side int) {
		if side == sides {
			fixed := symmetry.ApplySet(symmetry.Identity, set, n)
			if least, stabilizer := symmetry.CanonicalSet(set, n); slices.Equal(least, fixed) {
				weight := uint64(symmetry.Count / len(stabilizer))
				families = append(families, Family{Weight: weight, Fixed: fixed, Rows: centralRows(n, set)})
			}
			return
		}
		for i := set[0].Col; i < n-set[0].Col; i++ {
			switch sq := at(side, i); {
			case slices.Contains(set, sq): // a corner queen is on two sides
				extend(set, side+1)
			case !attacked(set, sq):
				extend(append(set, sq), side+1)
			}
		}
	}
	for i := range (n + 1) / 2 {
		extend([]queens.Square{at(0, i)}, 1)
	}
	return families
}

// Constellation is one class of border constellations: sets of three or four non-attacking queens,
// with exactly one in the first and last row and column, and none inside. Three queens include one
// in a corner.
type Constellation struct {
	Queens []queens.Square `json:"queens"` // the least image, row by row
	Class  symmetry.Class  `json:"class"`  // with the number of images: Class.OrbitSize
}

// MinBorderOrder is the smallest order that has border constellations.
const MinBorderOrder = 4

// BorderConstellations returns every class of border constellations of order n, MinBorderOrder to
// plan.MaxOrder, in lexicographic order of their least images. A class has 8, 4 or 2 of them: a
// reflection never leaves a constellation unchanged.
//
// Time and space O(n^4): 62,272 classes for n = 30. Errors: queens.ErrOrder. Source:
// [engelhardt2010].
func BorderConstellations(n int) ([]Constellation, error) {
	if n < MinBorderOrder || n > plan.MaxOrder {
		return nil, errs.Errorf("border constellations of order %d: want %d to %d: %w", n, MinBorderOrder,
			plan.MaxOrder, queens.ErrOrder)
	}
	families := borderFamilies(n)
	list := make([]Constellation, len(families))
	for i, f := range families {
		_, stabilizer := symmetry.CanonicalSet(f.Fixed, n)
		list[i] = Constellation{Queens: f.Fixed, Class: symmetry.ClassFor(stabilizer)}
	}
	slices.SortFunc(list, func(a, b Constellation) int { return symmetry.CompareSets(a.Queens, b.Queens) })
	return list, nil
}

// CheckBorder returns why squares are not a border constellation of order n: queens.ErrFormat, or
// an *queens.AttackError.
func CheckBorder(squares []queens.Square, n int) error {
	for _, sq := range squares {
		if !sq.On(n) {
			return errs.Errorf("border constellation: queen at %v is outside a board of order %d: %w", sq, n,
				queens.ErrFormat)
		}
	}
	for attack := range queens.Attacks(squares, n, queens.Regular) {
		return &queens.AttackError{Attack: attack}
	}
	onSide := [4]int{}
	for _, sq := range squares {
		sides := [4]bool{sq.Row == 0, sq.Row == n-1, sq.Col == 0, sq.Col == n-1}
		if sides == [4]bool{} {
			return errs.Errorf("border constellation: queen at %v is not on the border: %w", sq, queens.ErrFormat)
		}
		for i, on := range sides {
			if on {
				onSide[i]++
			}
		}
	}
	for i, side := range [4]string{"first row", "last row", "first column", "last column"} {
		if onSide[i] != 1 {
			return errs.Errorf("border constellation: %d queens in the %s: want 1: %w", onSide[i], side,
				queens.ErrFormat)
		}
	}
	return nil
}
