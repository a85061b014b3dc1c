package parity

import (
	"math/bits"
	"sync/atomic"
)

// SearchMirrored counts the reflecting solutions of a unit of a [Mirrored] class, without its
// weight, by a search of the whole board. The unit says which squares of a row have its queen's
// colour. The row with the fewest free squares comes first. The result is invalid once stop is set.
// Time grows fivefold with every order: all units of order 16 take seconds.
func (c *Class) SearchMirrored(u Unit, stop *atomic.Bool) uint64 {
	s := mirrorSearch{stop: stop}
	for x := 1; x <= c.Order; x++ {
		lines, columns := c.EvenSets[u.Even].Lines, uint64(0x5555555555555555) // even ones
		if x%2 == 0 {
			lines = c.OddSets[u.Odd].Lines
		}
		if white := lines>>((x-1)/2)&1 == 1; white == (x%2 == 1) {
			columns <<= 1
		}
		s.columns[x] = columns & (1<<(c.Order+1) - 2)
	}
	return s.place(1<<(c.Order+1)-2, 0, numbers{})
}

type mirrorSearch struct {
	columns [MaxOrder + 1]uint64 // allowed in each row, counted from 1
	stop    *atomic.Bool
}

// numbers is a set of numbers, plus 32.
type numbers [2]uint64

// from returns 64 bits: the numbers from v on, for v in 0 to 64.
func (s *numbers) from(v int) uint64 { return s[0]>>v | s[1]<<(64-v) }

func (s *numbers) add(v int) { s[v/64] |= 1 << (v % 64) }

func (s *mirrorSearch) place(rows, taken uint64, used numbers) (solutions uint64) {
	if rows == 0 {
		return 1
	}
	if s.stop.Load() {
		return 0
	}
	row, squares, fewest := 0, uint64(0), 65
	for left := rows; left != 0 && fewest > 1; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		free := s.columns[x] &^ (taken | used.from(32+x) | used.from(32-x))
		if number := bits.OnesCount64(free); number < fewest {
			row, squares, fewest = x, free, number
		}
	}
	for ; squares != 0; squares &= squares - 1 {
		y, with := bits.TrailingZeros64(squares), used
		with.add(32 + y + row)
		with.add(32 + y - row)
		solutions += s.place(rows&^(1<<row), taken|1<<y, with)
	}
	return solutions
}
