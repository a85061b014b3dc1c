package ladder

import (
	"math/bits"

	"queens/count/internal/parity"
)

// Step 1: the theorem.
//
// Squares whose row and column are both even or both odd are white, the others black. White and
// black squares share no diagonal. So if the rows R and the columns C of the white queens are
// given, the white queens know nothing of the black ones, which have the other rows and columns:
//
//	Q(n) = sum of W(R, C) K(R, C) over all R and C
//
// W is the number of ways to put white queens on the rows R and the columns C, one in each, so that
// no two attack each other. K is the same for black queens on the other rows and columns.
//
// A class is the sets with a even lines. A white queen has an even row and an even column, or an
// odd row and an odd column, so R and C have a even lines and equally many odd ones. Black queens
// have the other even rows with the other odd columns, and the other way round. So E-a = O-c, where
// E lines are even, O odd and c of R are odd: c = a in even orders, a-1 in odd ones.
//
// Steps 2 to 4 divide the sets by parity, as docs/parity-classes.md does: R = (A, A'), C = (B, B').

const evens uint32 = 0x5555_5555 // even lines

// Sum returns the number of solutions of order n, 0 to 14 or so, and the number of tests: queens
// that were tried on a square. Time grows 25-fold with every second order.
func Sum(n int) (solutions, tests uint64) {
	s := sum{order: n}
	all := uint32(1)<<n - 1
	for a := n % 2; a <= (n+1)/2; a++ {
		sets := s.class(a)
		for _, rows := range sets {
			for _, columns := range sets {
				if ways := s.place(parity.White, rows, columns, 0, 0); ways > 0 {
					solutions += ways * s.place(parity.Black, all&^rows, all&^columns, 0, 0)
				}
			}
		}
	}
	return solutions, s.tests
}

type sum struct {
	order int
	tests uint64
}

// class returns the sets of lines of the class with a even lines. Bit i is row i or column i.
func (s *sum) class(a int) (sets []uint32) {
	for set := range uint32(1) << s.order {
		if bits.OnesCount32(set&evens) == a && bits.OnesCount32(set&^evens) == a-s.order%2 {
			sets = append(sets, set)
		}
	}
	return sets
}

// place returns the number of ways to put queens of a colour on the given rows and columns, one in
// each, with no two on a diagonal. Queens on the rows above use the rising and falling diagonals.
func (s *sum) place(colour int, rows, columns, rising, falling uint32) (ways uint64) {
	if rows == 0 {
		return 1
	}
	row := bits.TrailingZeros32(rows)
	for free := columns & (evens << ((row + colour) % 2)); free != 0; free &= free - 1 {
		column := bits.TrailingZeros32(free)
		up, down := uint32(1)<<(row+column), uint32(1)<<(s.order+row-column)
		s.tests++
		if rising&up == 0 && falling&down == 0 {
			ways += s.place(colour, rows&(rows-1), columns&^(1<<column), rising|up, falling|down)
		}
	}
	return ways
}
