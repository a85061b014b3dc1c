package complete

import (
	"context"
	"math"
	"math/bits"

	"queens"
	"queens/find/solver"
)

const bitOrder = 64

// Directions of a line.
const (
	inRow    = int(queens.Row)
	inColumn = int(queens.Col)
)

// bitDFS is dfs for boards of order at most bitOrder. The free squares of every open line are the
// bits of a word, and each depth has its own board, so nothing is undone. It chooses the same
// lines, but squares in another order. A proof need not name forced queens, on lines with one free
// square.
//
// An abandoned run has refuted some squares of its first line, and pairs with the queen on it. With
// keep, the next runs omit them [lecoutre2007]: squares on the first board, pairs through partners.
type bitDFS struct {
	*board
	walk
	stack  [bitOrder + 1]bitBoard // by number of placed queens
	weight [2][bitOrder]uint32    // 1 + number of times that the line ran out of free squares
	scale  [2][bitOrder]scale
	killer [2]int             // the line of each kind that last ran out of free squares
	index  [2][bitOrder]int32 // of a line among the open ones
	proof  *solver.Refutation // receives the refuted queens; may be nil
	dead   bitLine            // ran out of free squares last, or its squares have all been tried
	denied bool               // or an unwanted solution was found last

	// later runs omit what an abandoned run refuted, including its solutions
	keep     bool
	first    int                                 // position in placed of the first queen that was not forced
	partners [bitOrder][bitOrder][]queens.Square // by row and column
}

// bitBoard is a partly filled board: bit c of a row, and bit r of a column, are its free squares.
type bitBoard struct {
	open [2]uint64 // rows and columns without a queen
	free [2][bitOrder]uint64
}

// unit is the inverse of weight 1, so that a weight of a billion still has one.
const unit = 1 << 30

// scale is what a rating has of the line alone.
type scale struct {
	step uint64 // unit/weight, shifted: of a square more
	tie  uint64
}

type bitLine struct{ way, line int }

func newBitDFS(b *board) *bitDFS {
	s := &bitDFS{board: b}
	first := &s.stack[0]
	for i, r := range b.rows {
		s.index[inRow][r] = int32(i)
		first.open[inRow] |= 1 << r
		for j, c := range b.cols {
			if b.free[i*b.m+j] {
				first.free[inRow][r] |= 1 << c
				first.free[inColumn][c] |= 1 << r
			}
		}
	}
	for j, c := range b.cols {
		s.index[inColumn][c] = int32(j)
		first.open[inColumn] |= 1 << c
	}
	for way := range s.weight {
		for line := range s.weight[way] {
			s.weight[way][line] = 1
			s.scale[way][line] = scale{unit << freeShift, living | uint64(way)<<wayShift | uint64(line)}
		}
	}
	return s
}

func (s *bitDFS) run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome {
	s.begin(seed, budget, found)
	s.placed = s.placed[:0]
	if line, alive := s.rate(&s.stack[0]); alive {
		s.extend(ctx, 0, line)
	}
	switch {
	case s.proof == nil:
	case s.why == exhausted:
		s.proof.Done(s.conflict())
	default:
		s.proof.Keep(2)
	}
	return s.why
}

// extend tries everything in the open lines, starting with the line at, after so many free choices,
// and reports whether to continue.
func (s *bitDFS) extend(ctx context.Context, choices int, at bitLine) (more bool) {
	depth := len(s.placed)
	b := &s.stack[depth]
	if b.open[inRow] == 0 {
		s.denied = true
		return s.full()
	}
	all, from := b.free[at.way][at.line], 0
	forced := all&(all-1) == 0
	if !forced {
		from = s.random.IntN(s.n)
		if choices++; choices == 1 {
			s.first = depth
		}
	}
	for rest := all; rest != 0; {
		if !s.node(ctx) {
			s.learn(choices, at, all&^rest)
			return false
		}
		square := bits.TrailingZeros64(rest)
		if high := rest >> from << from; high != 0 {
			square = bits.TrailingZeros64(high)
		}
		row, col := at.square(square)
		last := s.proof != nil && rest&(rest-1) == 0 // the refuted squares before force her
		s.proof.Try(queens.Square{Row: row, Col: col}, last, queens.Line(at.way), at.line)
		if next, alive := s.put(b, &s.stack[depth+1], row, col); alive {
			s.placed = append(s.placed, s.index[inRow][row]*int32(s.m)+s.index[inColumn][col])
			more := s.extend(ctx, choices, next)
			s.placed = s.placed[:depth]
			if !more {
				s.learn(choices, at, all&^rest)
				return false
			}
		}
		if forced || last { // what refutes her refutes the queens before
			return true
		}
		rest &^= 1 << square
		s.proof.Refuted(s.conflict())
	}
	s.dead, s.denied = at, false
	return true
}

func (s *bitDFS) conflict() (line queens.Line, index int) {
	if s.denied {
		return solver.Full, 0
	}
	return queens.Line(s.dead.way), s.dead.line
}

func (at bitLine) square(square int) (row, col int) {
	if at.way == inColumn {
		return square, at.line
	}
	return at.line, square
}

// learn keeps what an abandoned run has refuted on a line, after at most one other free choice.
func (s *bitDFS) learn(choices int, at bitLine, refuted uint64) {
	if !s.keep || s.why != spent || choices > 2 {
		return
	}
	for ; refuted != 0; refuted &= refuted - 1 {
		row, col := at.square(bits.TrailingZeros64(refuted))
		if choices == 1 {
			s.stack[0].free[inRow][row] &^= 1 << col
			s.stack[0].free[inColumn][col] &^= 1 << row
			continue
		}
		one, other := s.square(s.placed[s.first]), queens.Square{Row: row, Col: col}
		s.partners[one.Row][one.Col] = append(s.partners[one.Row][one.Col], other)
		s.partners[row][col] = append(s.partners[row][col], one)
	}
}

// rate returns the line of a board to fill next. alive is false if an open line has no free square.
func (s *bitDFS) rate(b *bitBoard) (best bitLine, alive bool) {
	least := uint64(math.MaxUint64)
	for way := range b.open {
		for open := b.open[way]; open != 0; open &= open - 1 {
			line := bits.TrailingZeros64(open)
			if b.free[way][line] == 0 {
				s.failed(way, line)
				return best, false
			}
			least = min(least, s.rating(b.free[way][line], way, line))
		}
	}
	return rated(least), true
}

// put sets next to the board with one more queen, and returns the line to fill next. alive is false
// if an open line has no free square; then next is invalid.
func (s *bitDFS) put(b, next *bitBoard, row, col int) (best bitLine, alive bool) {
	next.open = [2]uint64{b.open[inRow] &^ (1 << row), b.open[inColumn] &^ (1 << col)}
	lines, squares := [2]int{row, col}, [2]uint64{1 << col, 1 << row}
	for way, line := range s.killer {
		if next.open[way]>>line&1 != 0 && b.free[way][line]&^s.attacked(squares[way], line-lines[way]) == 0 {
			s.failed(way, line)
			return best, false
		}
	}
	way, least := inRow, s.attack(b, next, inRow, row, 1<<col)
	if least >= bitOrder {
		way, least = inColumn, min(least, s.attack(b, next, inColumn, col, 1<<row))
	}
	if least < bitOrder {
		s.failed(way, int(least))
		return best, false
	}
	if partners := s.partners[row][col]; len(partners) > 0 {
		for _, at := range partners {
			next.free[inRow][at.Row] &^= 1 << at.Col
			next.free[inColumn][at.Col] &^= 1 << at.Row
		}
		return s.rate(next)
	}
	return rated(least), true
}

// Fields of a rating, which says how bad it is to fill a line next:
//
//	bits   field
//	63-8   number of free squares beyond one, divided by its weight
//	7      1
//	6      1 for a column
//	5-0    the line
const (
	freeShift = 8
	living    = 1 << 7
	wayShift  = 6
)

func rated(rating uint64) bitLine {
	return bitLine{int(rating >> wayShift & 1), int(rating & (bitOrder - 1))}
}

func (s *bitDFS) rating(free uint64, way, line int) uint64 {
	return uint64(bits.OnesCount64(free)-1)*s.scale[way][line].step | s.scale[way][line].tie
}

// attack removes the squares that a queen attacks from the open lines of one kind; she is on square
// of line. It returns a line without free squares, or else the least rating.
func (s *bitDFS) attack(b, next *bitBoard, way, line int, square uint64) (least uint64) {
	if s.topology == queens.Modular {
		return s.attackModular(b, next, way, line, square)
	}
	free, out, scales := &b.free[way], &next.free[way], &s.scale[way]
	least = math.MaxUint64
	for open := next.open[way]; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open) & (bitOrder - 1)
		d := max(other-line, line-other) & (bitOrder - 1)
		left := free[other] &^ (square | square<<d | square>>d)
		if left == 0 {
			return uint64(other)
		}
		out[other] = left
		of := &scales[other]
		least = min(least, uint64(bits.OnesCount64(left)-1)*of.step|of.tie)
	}
	return least
}

func (s *bitDFS) attackModular(b, next *bitBoard, way, line int, square uint64) (least uint64) {
	least = math.MaxUint64
	for open := next.open[way]; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open)
		left := b.free[way][other] &^ s.attacked(square, other-line)
		if left == 0 {
			return uint64(other)
		}
		next.free[way][other] = left
		least = min(least, s.rating(left, way, other))
	}
	return least
}

// attacked returns the squares that a queen attacks in a line at this distance; square is her
// position in her own line.
func (s *bitDFS) attacked(square uint64, distance int) uint64 {
	d := max(distance, -distance) & (bitOrder - 1)
	set := square | square<<d | square>>d
	if s.topology == queens.Modular {
		wrapped := (s.n - d) & (bitOrder - 1)
		set |= square<<wrapped | square>>wrapped
	}
	return set
}

func (s *bitDFS) failed(way, line int) {
	s.weight[way][line]++
	s.scale[way][line].step = unit / uint64(s.weight[way][line]) << freeShift
	s.killer[way] = line
	s.dead, s.denied = bitLine{way, line}, false
}
