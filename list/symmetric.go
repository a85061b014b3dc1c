package list

import "queens"

// symmetric finds the solutions that a half turn, or a quarter turn, leaves
// unchanged. A queen comes with her images; filling the columns that no image has
// filled from the left keeps the lexicographic order.
type symmetric struct {
	n       int
	columns int     // of the prefixes
	squares []turns // by column, then row
	rows    [32]uint8
	found   []uint8
	placed  uint64 // queens, without their images
}

// turns is a square with its images: the lines that their queens take. No rows
// means that these queens attack each other.
type turns struct {
	rows, columns uint32
	sums, diffs   uint64 // diagonals, by Square.SumDiag and DiffDiag
	images        [4]queens.Square
}

// A part, about a millisecond, is centralLeft pairs of columns, or rotationalLeft fours.
const (
	centralLeft    = 7
	rotationalLeft = 5
)

func newSymmetric(n int, quarter bool) *symmetric {
	s := &symmetric{n: n, columns: max(min(1, n/2), n/2-centralLeft), squares: make([]turns, n*n)}
	step := 2 // quarter turns between two images
	if quarter {
		step, s.columns = 1, max(min(1, n/2), n/4-rotationalLeft)
	}
	for col := range n {
		for row := range n {
			s.squares[col*n+row] = turnsOf(queens.Square{Row: row, Col: col}, n, step)
		}
	}
	return s
}

// turnsOf returns the images of a square under turns by so many quarters.
func turnsOf(sq queens.Square, n, step int) (t turns) {
	t.images = [4]queens.Square{sq, sq, sq, sq}
	for k := range t.images {
		t.images[k] = sq
		rows, columns := uint32(1)<<sq.Row, uint32(1)<<sq.Col
		sums, diffs := uint64(1)<<sq.SumDiag(), uint64(1)<<sq.DiffDiag(n)
		if first := t.images[0]; k > 0 && sq == first {
			return t // the centre, or the whole circle
		}
		if t.rows&rows != 0 || t.columns&columns != 0 || t.sums&sums != 0 || t.diffs&diffs != 0 {
			return turns{}
		}
		t.rows, t.columns, t.sums, t.diffs = t.rows|rows, t.columns|columns, t.sums|sums, t.diffs|diffs
		for range step {
			sq = queens.Square{Row: n - 1 - sq.Col, Col: sq.Row}
		}
	}
	return t
}

func (t *turns) attacks(other *turns) bool {
	return t.rows&other.rows != 0 || t.columns&other.columns != 0 || t.sums&other.sums != 0 || t.diffs&other.diffs != 0
}

func (t *turns) with(other *turns) turns {
	return turns{
		rows: t.rows | other.rows, columns: t.columns | other.columns, sums: t.sums | other.sums,
		diffs: t.diffs | other.diffs,
	}
}

func (s *symmetric) nodes() uint64 { return s.placed }

func (s *symmetric) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	s.place(turns{}, 0, s.columns, after, w, func() bool { return yield(s.rows[:s.columns]) })
}

func (s *symmetric) find(found []uint8, prefix []uint8) []uint8 {
	var taken turns
	for col, row := range prefix {
		if taken.columns>>col&1 == 0 {
			taken = s.put(&taken, col, int(row))
		}
	}
	s.found = found
	s.place(taken, len(prefix), s.n, nil, nil, func() bool {
		s.found = append(s.found, s.rows[:s.n]...)
		return true
	})
	return s.found
}

func (s *symmetric) put(taken *turns, col, row int) turns {
	square := &s.squares[col*s.n+row]
	for _, sq := range square.images {
		s.rows[sq.Col] = uint8(sq.Row)
	}
	return square.with(taken)
}

// place fills the columns from col to end in all ways, and calls leaf for each.
// With after, whose columns before col are those of the board, smaller boards are
// left out. It reports whether to continue; w, if there is one, and leaf say so.
func (s *symmetric) place(taken turns, col, end int, after []uint8, w *watch, leaf func() bool) bool {
	for ; col < end && taken.columns>>col&1 == 1; col++ {
		if after == nil || s.rows[col] == after[col] {
			continue
		}
		if s.rows[col] < after[col] {
			return true
		}
		after = nil
	}
	if col >= end {
		return leaf()
	}
	first := 0
	if after != nil {
		first = int(after[col])
	}
	for row := first; row < s.n; row++ {
		square := &s.squares[col*s.n+row]
		if square.rows == 0 || square.attacks(&taken) {
			continue
		}
		s.placed++
		next := s.put(&taken, col, row)
		if w != nil && !w.placed(s.rows[:col+1]) {
			return false
		}
		tight := after
		if after != nil && row != int(after[col]) {
			tight = nil
		}
		if !s.place(next, col+1, end, tight, w, leaf) {
			return false
		}
	}
	return true
}
