package reflecting

import (
	"math/bits"
	"sync/atomic"
)

// Search returns the solutions of a unit, without its weight, by a search of the whole
// board: the unit says which squares of a column have a queen's colour. A search that stops
// returns nothing of use.
func (c *Class) Search(u Unit, stop *atomic.Bool) uint64 {
	s := search{order: c.Order, stop: stop}
	even, odd := c.Evens[u.Even].Lines, c.OddSets[u.Odd].Lines
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
	return s.place(c.Order, 0, numbers{})
}

// search is a search of the columns from the last one on, whose numbers are far apart.
type search struct {
	order int
	rows  [MaxOrder + 1]uint64 // that each column may have
	stop  *atomic.Bool
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

// place puts queens on the columns from x down.
func (s *search) place(x int, taken uint64, used numbers) (solutions uint64) {
	if x == 0 {
		return 1
	}
	if s.stop.Load() {
		return 0
	}
	for free := s.rows[x] &^ (taken | used.from(32+x) | used.from(32-x)); free != 0; free &= free - 1 {
		y := bits.TrailingZeros64(free)
		with := used
		with.add(32 + y + x)
		with.add(32 + y - x)
		solutions += s.place(x-1, taken|1<<y, with)
	}
	return solutions
}
