package reflecting

import (
	"math/bits"
	"sync/atomic"

	"queens/internal/parity"
)

// search returns the solutions of a unit, without its weight, by a search of the whole
// board: the unit says which squares of a column have a queen's colour. The column with the
// fewest free squares comes first. A search that stops returns nothing of use.
func (c *class) search(u parity.Unit, stop *atomic.Bool) uint64 {
	s := search{stop: stop}
	even, odd := c.evens[u.Even].Lines, c.OddSets[u.Odd].Lines
	for x := 1; x <= c.Order; x++ { // column x is number x-1 of package parity
		lines := even
		if x%2 == 0 {
			lines = odd
		}
		white := lines>>((x-1)/2)&1 != 0
		rows := uint64(0x5555555555555555) // even y
		if white == (x%2 == 1) {
			rows <<= 1
		}
		s.rows[x] = rows & (1<<(c.Order+1) - 2)
	}
	return s.place(1<<(c.Order+1)-2, 0, numbers{})
}

type search struct {
	rows [maxOrder + 1]uint64 // that each column may have
	stop *atomic.Bool
}

// numbers is a set of numbers, plus 32.
type numbers [2]uint64

// from returns the 64 numbers from v on, as bits.
func (s *numbers) from(v int) uint64 {
	if v >= 64 {
		return s[1] >> (v - 64)
	}
	return s[0]>>v | s[1]<<(64-v)
}

func (s *numbers) add(v int) { s[v/64] |= 1 << (v % 64) }

func (s *search) place(columns, taken uint64, used numbers) (solutions uint64) {
	if columns == 0 {
		return 1
	}
	if s.stop.Load() {
		return 0
	}
	column, squares, fewest := 0, uint64(0), 65
	for left := columns; left != 0 && fewest > 1; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		free := s.rows[x] &^ (taken | used.from(32+x) | used.from(32-x))
		if number := bits.OnesCount64(free); number < fewest {
			column, squares, fewest = x, free, number
		}
	}
	for ; squares != 0; squares &= squares - 1 {
		y := bits.TrailingZeros64(squares)
		with := used
		with.add(32 + y + column)
		with.add(32 + y - column)
		solutions += s.place(columns&^(1<<column), taken|1<<y, with)
	}
	return solutions
}
