package parity

import (
	"math/bits"
	"sync/atomic"
)

// Search counts the solutions of a unit of a [Mirrored] or an [Open] class, without its weight, by
// a search of the whole board. The unit says which squares of a row have its queen's colour. The
// row with the fewest free squares comes first. The result is invalid once stop is set. Time grows
// fivefold with every order: all units of order 16 take seconds.
func (c *Class) Search(u Unit, stop *atomic.Bool) uint64 {
	s := unitSearch{stop: stop, mirrored: c.Board == Mirrored}
	first := 0 // number of line 0
	if s.mirrored {
		first = 1
	}
	for line := range c.Order {
		lines, columns := c.EvenSets[u.Even].Lines, uint64(0x5555555555555555) // of even lines
		if line%2 == 1 {
			lines = c.OddSets[u.Odd].Lines
		}
		if white := lines>>(line/2)&1 == 1; white == (line%2 == 1) {
			columns <<= 1
		}
		if columns &= 1<<c.Order - 1; c.Board == Open {
			columns &= uint64(c.open[line])
		}
		s.columns[first+line] = columns << first
	}
	return s.place((1<<c.Order-1)<<first, 0, numbers{}, numbers{})
}

type unitSearch struct {
	columns  [MaxOrder + 1]uint64 // allowed in each row
	mirrored bool                 // sums and differences are numbers of one kind
	stop     *atomic.Bool
}

// numbers is a set of sums or differences, plus 32.
type numbers [2]uint64

// from returns 64 bits: the numbers from v on, for v in 0 to 64.
func (s *numbers) from(v int) uint64 { return s[0]>>v | s[1]<<(64-v) }

func (s *numbers) add(v int) { s[v/64] |= 1 << (v % 64) }

func (s *unitSearch) place(rows, taken uint64, sums, differences numbers) (solutions uint64) {
	if rows == 0 {
		return 1
	}
	if s.stop.Load() {
		return 0
	}
	row, squares, fewest := 0, uint64(0), 65
	for left := rows; left != 0 && fewest > 1; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		free := s.columns[x] &^ (taken | sums.from(32+x) | differences.from(32-x))
		if number := bits.OnesCount64(free); number < fewest {
			row, squares, fewest = x, free, number
		}
	}
	for ; squares != 0; squares &= squares - 1 {
		y, sum, difference := bits.TrailingZeros64(squares), sums, differences
		sum.add(32 + y + row)
		difference.add(32 + y - row)
		if s.mirrored {
			sum.add(32 + y - row)
			difference = sum
		}
		solutions += s.place(rows&^(1<<row), taken|1<<y, sum, difference)
	}
	return solutions
}
