package placements

import (
	"context"
	"math/bits"
)

// search counts sets row by row, with at most one queen in each. It does not place the last queen,
// but adds up where she can be. It ends early if ctx does.
type search struct {
	ctx        context.Context // the caller's of Count
	rows, cols int
	queens     int // number that is counted, or Any
	tallies        // one longer than that of the board
}

// lines has a bit for each line with a queen: c for a column, r+c for a rising and c-r+rows-1 for a
// falling diagonal of the square in row r and column c.
type lines struct{ columns, rising, falling uint64 }

// free returns the columns of a row that no queen attacks; the row has none.
func (s *search) free(taken lines, row int) uint64 {
	attacked := taken.columns | taken.rising>>(row&63) | taken.falling>>((s.rows-1-row)&63)
	return (1<<(s.cols&63) - 1) &^ attacked
}

func (s *search) with(taken lines, row, col int) lines {
	return lines{
		columns: taken.columns | 1<<(col&63),
		rising:  taken.rising | 1<<((row+col)&63),
		falling: taken.falling | 1<<((col-row+s.rows-1)&63),
	}
}

// hopeless are the rows without a queen of a set from which no maximal one arises.
const hopeless = ^uint64(0)

// without adds a row to the rows above that have no queen. A later queen attacks at most three of
// its free squares.
func (s *search) without(row, queens int, empty, free uint64) uint64 {
	later := s.rows - 1 - row
	if s.queens != Any {
		later = min(later, s.queens-queens)
	}
	if bits.OnesCount64(free) > 3*later {
		return hopeless
	}
	return empty | 1<<(row&63)
}

// extend counts the sets of the queens on the lines taken, above row, and of others from row on.
func (s *search) extend(row, queens int, taken lines, empty uint64) {
	if queens < 3 && s.ctx.Err() != nil {
		return
	}
	free, below := s.free(taken, row), s.rows-1-row
	if queens+1 == s.queens || below == 0 && s.queens == Any {
		s.lastQueen(row, queens, taken, empty, free)
		if below == 0 {
			return
		}
		free = 0
	}
	if s.queens == Any || below >= s.queens-queens {
		s.extend(row+1, queens, taken, s.without(row, queens, empty, s.free(taken, row)))
	}
	if below == 0 {
		return
	}
	for ; free != 0; free &= free - 1 {
		s.extend(row+1, queens+1, s.with(taken, row, bits.TrailingZeros64(free)), empty)
	}
}

// lastQueen counts the sets with one more queen, on a free square of row, and if that is the last
// row and all numbers are counted, those without.
func (s *search) lastQueen(row, queens int, taken lines, empty, free uint64) {
	with, none := &s.tallies[queens+1], &s.tallies[queens]
	with[0] += uint64(bits.OnesCount64(free))
	if s.queens == Any {
		none[0]++
	}
	if empty == hopeless {
		return
	}
	covering, missed := free, free // squares from which a queen attacks all free ones of other rows
	for others := empty | (1<<s.rows-1)&^(2<<row-1); others != 0; others &= others - 1 {
		other := bits.TrailingZeros64(others)
		distance := max(row-other, other-row) & 63
		for squares := s.free(taken, other); squares != 0; squares &= squares - 1 {
			missed = squares & -squares
			if covering &= missed | missed<<distance | missed>>distance; covering == 0 {
				return
			}
		}
	}
	with[1] += uint64(bits.OnesCount64(covering))
	if s.queens == Any && missed == 0 {
		none[1]++
	}
}
