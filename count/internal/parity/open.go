package parity

import (
	"iter"
	"math/bits"
)

// Squares are the open squares of a board: bit c of row r is square (r, c). A given queen is the
// only open square of her row, her column and her diagonals.
type Squares [MaxOrder]uint32

// Classes yields the classes that make up all solutions of order n on the open squares, except
// those without sets. They have only sets whose lines have open squares of the colours that they
// need.
func (open *Squares) Classes(n int) iter.Seq[*Class] {
	return func(yield func(*Class) bool) {
		across := open.transposed(n)
		for a := n % 2; a <= (n+1)/2; a++ {
			c := &Class{
				Board: Open, Order: n, Even: (n + 1) / 2, Odd: n / 2, Queens: a, open: open,
				EvenSets: open.sets((n+1)/2, a, 0), OddSets: open.sets(n/2, a-n%2, 1),
				Rows: across.sets((n+1)/2, a, 0), Columns: across.sets(n/2, a-n%2, 1),
			}
			if min(len(c.EvenSets), len(c.OddSets), len(c.Rows), len(c.Columns)) > 0 && !yield(c.measure()) {
				return
			}
		}
	}
}

// sets returns the sets of k of the m rows of a parity that white queens may have while black ones
// have the others.
func (open *Squares) sets(m, k, parity int) (sets []Set) {
	var white, black uint32
	for i := range m {
		row := open[2*i+parity]
		if everySecond(row>>parity) != 0 {
			white |= 1 << i
		}
		if everySecond(row>>(1-parity)) != 0 {
			black |= 1 << i
		}
	}
	for _, s := range ranked(m, k, parity, false) {
		if s.Lines&^white == 0 && (1<<m-1)&^s.Lines&^black == 0 {
			sets = append(sets, s)
		}
	}
	return sets
}

// Fastest returns the image of the board that is counted fastest: the one with the fewest open
// squares in even columns, where kernels place queens one by one. This is worth up to a factor of
// two.
func (open *Squares) Fastest(n int) *Squares {
	best, across := open, open.transposed(n)
	for _, image := range [...]*Squares{open.reversed(n), across, across.reversed(n)} {
		if image.inEvenColumns() < best.inEvenColumns() {
			best = image
		}
	}
	return best
}

func (open *Squares) inEvenColumns() (number int) {
	for _, row := range open {
		number += bits.OnesCount32(everySecond(row))
	}
	return number
}

func (open *Squares) transposed(n int) *Squares {
	to := new(Squares)
	for r := range n {
		for row := open[r]; row != 0; row &= row - 1 {
			to[bits.TrailingZeros32(row)] |= 1 << r
		}
	}
	return to
}

func (open *Squares) reversed(n int) *Squares {
	to := new(Squares)
	for r := range n {
		to[r] = Reversed(open[r], n)
	}
	return to
}

// everySecond returns bits 0, 2, 4 and so on of x as bits 0, 1, 2.
func everySecond(x uint32) (y uint32) {
	for i := range 16 {
		y |= x >> (2 * i) & 1 << i
	}
	return y
}
