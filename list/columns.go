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
	placed  uint64 // queens, without their images

	// of a walk
	end   int     // column before which it ends
	after []uint8 // smaller boards are left out; may be nil
	watch *watch  // may be nil
	leaf  func() bool
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
	walk := *s // find has the rest of the board
	walk.end, walk.after, walk.watch = s.prefix, after, w
	walk.leaf = func() bool { return yield(walk.rows[:s.prefix]) }
	walk.place(lines{}, 0, after != nil)
}

func (s *columns) find(found []uint8, prefix []uint8) []uint8 {
	var taken lines
	for col, row := range prefix {
		if taken.columns>>col&1 == 0 {
			taken = s.put(&taken, &s.squares[col*s.n+int(row)])
		}
	}
	s.end = s.n
	s.leaf = func() bool {
		found = append(found, s.rows[:s.n]...)
		return true
	}
	s.place(taken, len(prefix), false)
	return found
}

func (s *columns) put(taken *lines, square *turned) lines {
	for _, sq := range square.images[:square.count] {
		s.rows[sq.col] = sq.row
	}
	return square.with(taken)
}

// place fills the columns from col on in all ways, and calls leaf for each. tight says that the
// columns before col are those of after. It reports whether to continue; the watch and leaf say so.
func (s *columns) place(taken lines, col int, tight bool) bool {
	for ; col < s.end && taken.columns>>col&1 == 1; col++ {
		if tight && s.rows[col] < s.after[col] {
			return true
		}
		tight = tight && s.rows[col] == s.after[col]
	}
	if col == s.end {
		return s.leaf()
	}
	free := allRows(s.n) &^ (taken.rows | uint32(taken.sums>>col) | uint32(taken.diffs>>(s.n-1-col)))
	if tight {
		free &^= allRows(int(s.after[col]))
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
		if s.watch != nil && !s.watch.placed(s.rows[:col+1]) {
			return false
		}
		if !s.place(next, col+1, tight && row == int(s.after[col])) {
			return false
		}
	}
	return true
}
