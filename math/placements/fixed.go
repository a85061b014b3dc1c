package placements

import (
	"slices"

	"queens"
	"queens/symmetry"
)

// fixed counts the sets that one symmetry leaves unchanged: each is a union of orbits
// of squares under the powers of the symmetry, and no two squares of an orbit attack
// each other.
type fixed struct {
	n             int
	orbits        [][]queens.Square
	chosen        []queens.Square
	sets, maximal tally
}

func newFixed(n int, s symmetry.Symmetry) *fixed {
	f := &fixed{n: n, sets: newTally(n), maximal: newTally(n)}
	for i := range n * n {
		first := queens.Square{Row: i / n, Col: i % n}
		orbit := []queens.Square{first}
		for sq := s.Square(first, n); sq != first; sq = s.Square(sq, n) {
			orbit = append(orbit, sq)
		}
		if symmetry.CompareSquares(slices.MinFunc(orbit, symmetry.CompareSquares), first) == 0 && quiet(orbit) {
			f.orbits = append(f.orbits, orbit)
		}
	}
	return f
}

func attack(a, b queens.Square) bool {
	return a.Row == b.Row || a.Col == b.Col || a.SumDiag() == b.SumDiag() || a.Row-a.Col == b.Row-b.Col
}

func quiet(squares []queens.Square) bool {
	for i, a := range squares {
		for _, b := range squares[:i] {
			if attack(a, b) {
				return false
			}
		}
	}
	return true
}

func (f *fixed) attacked(sq queens.Square) bool {
	return slices.ContainsFunc(f.chosen, func(q queens.Square) bool { return attack(q, sq) })
}

// extend counts the chosen set and all that arise from it by orbits from number
// first on.
func (f *fixed) extend(first int) {
	f.sets[len(f.chosen)]++
	if f.isMaximal() {
		f.maximal[len(f.chosen)]++
	}
	for i := first; i < len(f.orbits); i++ {
		// What attacks one square of an orbit attacks, being unchanged, all of them.
		if f.attacked(f.orbits[i][0]) {
			continue
		}
		f.chosen = append(f.chosen, f.orbits[i]...)
		f.extend(i + 1)
		f.chosen = f.chosen[:len(f.chosen)-len(f.orbits[i])]
	}
}

func (f *fixed) isMaximal() bool {
	for i := range f.n * f.n {
		if !f.attacked(queens.Square{Row: i / f.n, Col: i % f.n}) {
			return false
		}
	}
	return true
}
