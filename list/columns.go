package list

import (
	"math/bits"

	"queens"
	"queens/symmetry"
)

// columns fills a board column by column, from the left. A queen comes with her images under the
// powers of a turn; columns that images have filled are skipped, which keeps the lexicographic
// order.
type columns struct {
	n       int
	prefix  int      // columns of a prefix
	squares []turned // by column, then row
	rows    [32]uint8
	found   []uint8
	placed  uint64 // queens, without their images
}

// lines are sets of lines. Diagonals are numbered by Square.SumDiag and DiffDiag. On the modular
// board two numbers that differ by n are one diagonal, and both are in the set.
type lines struct {
	rows, columns uint32
	sums, diffs   uint64
}

// turned is a square with its images and the lines that their queens take.
type turned struct {
	lines
	images [4]struct{ row, col uint8 }
	count  int // of the images; 0 if queens on them attack each other
}

// The number of columns after the prefixes: a part takes about a millisecond. Each pair of columns
// has one choice under the half turn, each four under the quarter turn.
const (
	toroidalLeft   = 14
	centralLeft    = 7
	rotationalLeft = 5
)

func newColumns(n, prefix int, turn symmetry.Symmetry, t queens.Topology) *columns {
	s := &columns{n: n, prefix: prefix, squares: make([]turned, n*n)}
	for col := range n {
		for row := range n {
			s.squares[col*n+row] = newTurned(queens.Square{Row: row, Col: col}, n, turn, t)
		}
	}
	return s
}

func newTurned(sq queens.Square, n int, turn symmetry.Symmetry, t queens.Topology) (s turned) {
	for first := sq; s.count == 0 || sq != first; s.count++ {
		s.images[s.count].row, s.images[s.count].col = uint8(sq.Row), uint8(sq.Col)
		own := lines{1 << sq.Row, 1 << sq.Col, 1 << sq.SumDiag(), 1 << sq.DiffDiag(n)}
		if t == queens.Modular {
			own.sums |= own.sums<<n | own.sums>>n
			own.diffs |= own.diffs<<n | own.diffs>>n
		}
		if s.meets(&own) {
			return turned{}
		}
		s.lines = s.with(&own)
		sq = turn.Square(sq, n)
	}
	return s
}

func (l *lines) meets(other *lines) bool {
	return l.rows&other.rows != 0 || l.columns&other.columns != 0 || l.sums&other.sums != 0 || l.diffs&other.diffs != 0
}

func (l *lines) with(other *lines) lines {
	return lines{l.rows | other.rows, l.columns | other.columns, l.sums | other.sums, l.diffs | other.diffs}
}

func (s *columns) nodes() uint64 { return s.placed }

func (s *columns) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	s.place(lines{}, 0, s.prefix, after, w, func() bool { return yield(s.rows[:s.prefix]) })
}

func (s *columns) find(found []uint8, prefix []uint8) []uint8 {
	var taken lines
	for col, row := range prefix {
		if taken.columns>>col&1 == 0 {
			taken = s.put(&taken, &s.squares[col*s.n+int(row)])
		}
	}
	s.found = found
	s.place(taken, len(prefix), s.n, nil, nil, func() bool {
		s.found = append(s.found, s.rows[:s.n]...)
		return true
	})
	return s.found
}

func (s *columns) put(taken *lines, square *turned) lines {
	for _, sq := range square.images[:square.count] {
		s.rows[sq.col] = sq.row
	}
	return square.with(taken)
}

// place fills the columns from col to end in all ways, and calls leaf for each.
// With after, whose columns before col are those of the board, smaller boards are
// left out. It reports whether to continue; w, if there is one, and leaf say so.
func (s *columns) place(taken lines, col, end int, after []uint8, w *watch, leaf func() bool) bool {
	for ; col < end && taken.columns>>col&1 == 1; col++ {
		if after == nil || s.rows[col] == after[col] {
			continue
		}
		if s.rows[col] < after[col] {
			return true
		}
		after = nil
	}
	if col == end {
		return leaf()
	}
	free := allRows(s.n) &^ (taken.rows | uint32(taken.sums>>col) | uint32(taken.diffs>>(s.n-1-col)))
	if after != nil {
		free &^= allRows(int(after[col]))
	}
	squares := s.squares[col*s.n:]
	for ; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		square := &squares[row]
		if square.count == 0 || square.count > 1 && square.meets(&taken) {
			continue
		}
		s.placed++
		next := s.put(&taken, square)
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
