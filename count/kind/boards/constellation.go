package boards

import (
	"fmt"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/symmetry"
)

// Constellation is one class of border constellations: sets of three or four
// queens that do not attack each other, exactly one of them in the first and last
// row and column, and none inside. A queen in a corner makes it three.
type Constellation struct {
	Queens []queens.Square `json:"queens"` // the least of the images, row by row
	Class  symmetry.Class  `json:"class"`  // how many images there are: Class.OrbitSize
}

// MinBorderOrder is the smallest order that has border constellations.
const MinBorderOrder = 4

// BorderConstellations returns every class of border constellations of order n, MinBorderOrder to
// kind.MaxOrder, in lexicographic order of their least images. A class has 8, 4 or 2 of them: a
// reflection never leaves a constellation unchanged.
//
// Time and space O(n^4): 62,272 classes for n = 30. Errors: queens.ErrOrder. Source:
// [engelhardt2010].
func BorderConstellations(n int) ([]Constellation, error) {
	if n < MinBorderOrder || n > kind.MaxOrder {
		return nil, fmt.Errorf("count: border constellations of order %d: want %d to %d: %w", n, MinBorderOrder,
			kind.MaxOrder, queens.ErrOrder)
	}
	families := borderFamilies(n)
	list := make([]Constellation, len(families))
	for i, f := range families {
		list[i] = Constellation{Queens: f.Fixed, Class: classOfImages(f.Weight)}
	}
	slices.SortFunc(list, func(a, b Constellation) int { return symmetry.CompareSets(a.Queens, b.Queens) })
	return list, nil
}

func classOfImages(images uint64) symmetry.Class {
	for _, class := range symmetry.Classes() {
		if class.OrbitSize() == images {
			return class
		}
	}
	panic(fmt.Sprintf("count: a border constellation with %d images", images))
}

// CheckBorder returns why squares are no border constellation of order n: queens.ErrFormat, or an
// *queens.AttackError.
func CheckBorder(squares []queens.Square, n int) error {
	for _, sq := range squares {
		if !sq.On(n) {
			return fmt.Errorf("count: border constellation: queen at %v is outside a board of order %d: %w", sq, n,
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
			return fmt.Errorf("count: border constellation: queen at %v is not on the border: %w", sq, queens.ErrFormat)
		}
		for i, on := range sides {
			if on {
				onSide[i]++
			}
		}
	}
	for i, side := range [4]string{"first row", "last row", "first column", "last column"} {
		if onSide[i] != 1 {
			return fmt.Errorf("count: border constellation: %d queens in the %s: want 1: %w", onSide[i], side,
				queens.ErrFormat)
		}
	}
	return nil
}
