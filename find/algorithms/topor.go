package algorithms

import (
	"slices"

	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

var runTopor = onBoard(func(b *board, _ solver.Call) {
	t, all := topor{b}, symmetry.All()
	t.choose(0, all[:])
})

type topor struct{ *board }

// choose completes the board, which the group leaves as it is, in all ways that are
// different under the group, and reports whether to continue.
func (t *topor) choose(placed int, group []symmetry.Symmetry) bool {
	if t.Stopped() {
		return false
	}
	if placed == len(t.p) {
		return t.Solution(0, t.p.Clone())
	}
	col := slices.Index(t.p, solver.Whole)
	var done []queens.Square
	for row := range t.p {
		sq := queens.Square{Row: row, Col: col}
		if !t.safe(3, col, row) {
			continue
		}
		orbit := orbitUnder(group, sq, len(t.p))
		if !t.chooseOn(orbit, placed, group) {
			return false
		}
		t.setForbidden(true, orbit...)
		done = append(done, orbit...)
	}
	t.setForbidden(false, done...)
	return true
}

// chooseOn places queens on some of the squares of an orbit, in all ways that are different under
// the group, and continues. It reports whether to continue.
func (t *topor) chooseOn(orbit []queens.Square, placed int, group []symmetry.Symmetry) bool {
	var seen [1 << symmetry.Count / 64]uint64 // sets that are images of one that was placed
	chosen := make([]queens.Square, 0, len(orbit))
	for set := 1<<len(orbit) - 1; set > 0; set-- {
		chosen = chosen[:0]
		for i, sq := range orbit {
			if set>>i&1 == 1 {
				chosen = append(chosen, sq)
			}
		}
		if seen[set/64]>>(set%64)&1 == 1 || attackWithin(chosen) {
			continue
		}
		var stabilizer []symmetry.Symmetry
		for _, s := range group {
			image := 0
			for _, sq := range chosen {
				image |= 1 << slices.Index(orbit, s.Square(sq, len(t.p)))
			}
			seen[image/64] |= 1 << (image % 64)
			if image == set {
				stabilizer = append(stabilizer, s)
			}
		}
		t.setForbidden(true, orbit...)
		for _, sq := range chosen {
			t.put(6, sq.Col, sq.Row)
		}
		if !t.choose(placed+len(chosen), stabilizer) {
			return false
		}
		for _, sq := range slices.Backward(chosen) {
			t.take(8, sq.Col)
		}
		t.setForbidden(false, orbit...)
	}
	return true
}

// orbitUnder returns the different images of a square under a group, the last first, so
// that of two sets of equally many squares the one with the greater number, as a word of
// bits, is less row by row. The counts in the tests depend on which set stands for its images.
func orbitUnder(group []symmetry.Symmetry, sq queens.Square, n int) (orbit []queens.Square) {
	for _, s := range group {
		if image := s.Square(sq, n); !slices.Contains(orbit, image) {
			orbit = append(orbit, image)
		}
	}
	slices.SortFunc(orbit, func(a, b queens.Square) int { return symmetry.CompareSquares(b, a) })
	return orbit
}

// attackWithin reports whether two of the squares attack each other.
func attackWithin(squares []queens.Square) bool {
	for i, a := range squares {
		if slices.ContainsFunc(squares[:i], a.Attacks) {
			return true
		}
	}
	return false
}
