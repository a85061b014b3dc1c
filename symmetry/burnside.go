package symmetry

import "queens"

// Fixed is the number of solutions of one order that each symmetry leaves
// unchanged, indexed by symmetry.
type Fixed [Count]queens.Total

// FixedPoints returns the fixed points of all eight symmetries for order n >= 0
// from the number of all solutions, of those that the half turn leaves unchanged,
// and of those that the quarter turn does.
//
// A quarter turn and its inverse fix the same solutions. A reflection fixes none if n > 1: some
// queen is off its axis, and her image shares a row, column or diagonal with her. The one solution
// of orders 0 and 1 is fixed by all eight.
func FixedPoints(n int, all, half, quarter queens.Total) Fixed {
	f := Fixed{Identity: all, Rot90: quarter, Rot180: half, Rot270: quarter}
	if n < 2 {
		for _, s := range All() {
			f[s] = all
		}
	}
	return f
}

// Sum returns the sum of the fixed points over the group.
func (f Fixed) Sum() (sum queens.Total) {
	for _, fixed := range f {
		sum = sum.Plus(fixed)
	}
	return sum
}

// Orbits returns the number of orbits, by Burnside's lemma the sum of the fixed
// points divided by the order of the group. A rest other than 0 shows that the
// numbers are not those of one set of solutions.
func (f Fixed) Orbits() (orbits queens.Total, rest uint64) {
	return f.Sum().DivMod(Count)
}
