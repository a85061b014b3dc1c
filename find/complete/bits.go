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
// lines, but squares in another order, and places forced queens (lines with one free square) at
// once. A proof need not name those.
//
// An abandoned run has refuted some squares of its first line, and pairs with the queen on it. With
// keep, the next runs omit them [lecoutre2007]: squares on the first board, pairs through partners.
type bitDFS struct {
	*board
	walk
	stack   [bitOrder + 1]bitBoard
	weight  [2][bitOrder]uint32 // 1 + number of times that the line ran out of free squares
	inverse [2][bitOrder]uint64 // unit/weight
	killer  [2]int              // the line of each kind that last ran out of free squares
	fixed   int                 // queens that every run has placed
	index   [2][bitOrder]int32  // of a line among the open ones
	proof   *solver.Refutation  // receives the refuted queens; may be nil
	// the line that last ran out of free squares, or whose squares have all been tried
	dead   bitLine
	denied bool // or an unwanted solution was found last

	// later runs omit what an abandoned run refuted, including its solutions
	keep     bool
	partners [bitOrder][bitOrder][]queens.Square // by row and column
}

const keptQueens = 2

// bitBoard is a partly filled board: bit c of a row, and bit r of a column, are its free squares.
type bitBoard struct {
	open [2]uint64 // rows and columns without a queen
	free [2][bitOrder]uint64
}

// unit is the inverse of weight 1, so that a weight of a billion still has one.
const unit = 1 << 30

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
			s.weight[way][line], s.inverse[way][line] = 1, unit
		}
	}
	return s
}

func (s *bitDFS) run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome {
	s.begin(seed, budget, found)
	s.placed = s.placed[:s.fixed]
	line, alive := s.force(&s.stack[0])
	s.fixed = len(s.placed)
	if alive {
		s.extend(ctx, 0, line)
	}
	switch {
	case s.proof == nil:
	case s.why == exhausted:
		s.proof.Done(s.conflict())
	default:
		s.proof.Keep(keptQueens)
	}
	return s.why
}

// extend tries everything in the open lines after depth free choices, starting with the line at,
// and reports whether to continue.
func (s *bitDFS) extend(ctx context.Context, depth int, at bitLine) bool {
	b := &s.stack[depth]
	if b.open[inRow] == 0 {
		s.denied = true
		return s.full()
	}
	mark := len(s.placed)
	rest := b.free[at.way][at.line]
	all, from := rest, 0
	if rest&(rest-1) != 0 {
		from = s.random.IntN(s.n)
	}
	for rest != 0 {
		if !s.node(ctx) {
			s.learn(depth, at, all&^rest)
			return false
		}
		square := bits.TrailingZeros64(rest)
		if high := rest >> from << from; high != 0 {
			square = bits.TrailingZeros64(high)
		}
		row, col := at.square(square)
		if s.proof != nil {
			s.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, s.n))
		}
		s.add(row, col)
		next, alive := s.put(b, &s.stack[depth+1], row, col)
		more := true
		if alive {
			more = s.extend(ctx, depth+1, next)
		}
		s.placed = s.placed[:mark]
		if !more {
			s.learn(depth, at, all&^rest)
			return false
		}
		rest &^= 1 << square
		if s.proof != nil {
			s.proof.Refuted(s.conflict())
		}
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

func (s *bitDFS) add(row, col int) {
	s.placed = append(s.placed, s.index[inRow][row]*int32(s.m)+s.index[inColumn][col])
}

func (s *bitDFS) learn(depth int, at bitLine, refuted uint64) {
	if !s.keep || s.why != spent || depth >= keptQueens {
		return
	}
	for ; refuted != 0; refuted &= refuted - 1 {
		row, col := at.square(bits.TrailingZeros64(refuted))
		if depth == 0 {
			s.stack[0].free[inRow][row] &^= 1 << col
			s.stack[0].free[inColumn][col] &^= 1 << row
			continue
		}
		one, other := s.square(s.placed[s.fixed]), queens.Square{Row: row, Col: col}
		s.partners[one.Row][one.Col] = append(s.partners[one.Row][one.Col], other)
		s.partners[row][col] = append(s.partners[row][col], one)
	}
}

// force places the forced queens and returns the line to fill next. alive is false if an open line
// has no free square.
func (s *bitDFS) force(b *bitBoard) (best bitLine, alive bool) {
	var single [2]uint64
	for way := range b.open {
		for open := b.open[way]; open != 0; open &= open - 1 {
			line := bits.TrailingZeros64(open)
			if !s.take(b, way, line, 0, &single) {
				return best, false
			}
		}
	}
	for single != [2]uint64{} {
		at := bitLine{way: inRow}
		if single[inRow] == 0 {
			at.way = inColumn
		}
		at.line = bits.TrailingZeros64(single[at.way])
		single[at.way] &= single[at.way] - 1
		if b.open[at.way]>>at.line&1 == 0 {
			continue
		}
		row, col := at.square(bits.TrailingZeros64(b.free[at.way][at.line]))
		s.nodes++
		s.add(row, col)
		if s.proof != nil {
			s.proof.Force(solver.Variable(queens.Square{Row: row, Col: col}, s.n), queens.Line(at.way), at.line)
		}
		if !s.place(b, row, col, &single) {
			return best, false
		}
	}
	least := uint64(math.MaxUint64)
	for way := range b.open {
		for open := b.open[way]; open != 0; open &= open - 1 {
			line := bits.TrailingZeros64(open)
			least = min(least, s.rating(b.free[way][line], way, line))
		}
	}
	return rated(least), true
}

// place puts a queen on the board and adds to single the open lines left with one free square. It
// reports whether every open line has a free square.
func (s *bitDFS) place(b *bitBoard, row, col int, single *[2]uint64) (alive bool) {
	b.open[inRow] &^= 1 << row
	b.open[inColumn] &^= 1 << col
	square := uint64(1) << col
	for others := b.free[inRow][row] &^ square; others != 0; others &= others - 1 {
		if !s.take(b, inColumn, bits.TrailingZeros64(others), 1<<row, single) {
			return false
		}
	}
	for open := b.open[inRow]; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open)
		hit := b.free[inRow][other] & s.attacked(square, other-row)
		if hit == 0 {
			continue
		}
		if !s.take(b, inRow, other, hit, single) {
			return false
		}
		for hit &^= square; hit != 0; hit &= hit - 1 {
			if !s.take(b, inColumn, bits.TrailingZeros64(hit), 1<<other, single) {
				return false
			}
		}
	}
	return s.forbid(b, row, col, single)
}

// forbid removes the partners of a square with a queen from the board, as place does.
func (s *bitDFS) forbid(b *bitBoard, row, col int, single *[2]uint64) (alive bool) {
	for _, at := range s.partners[row][col] {
		if b.open[inRow]>>at.Row&1 != 0 && b.open[inColumn]>>at.Col&1 != 0 &&
			(!s.take(b, inRow, at.Row, 1<<at.Col, single) || !s.take(b, inColumn, at.Col, 1<<at.Row, single)) {
			return false
		}
	}
	return true
}

// take removes squares from an open line, and adds it to single if one is left. It reports whether
// any is left.
func (s *bitDFS) take(b *bitBoard, way, line int, squares uint64, single *[2]uint64) (alive bool) {
	left := b.free[way][line] &^ squares
	b.free[way][line] = left
	if left == 0 {
		s.failed(way, line)
		return false
	}
	if left&(left-1) == 0 {
		single[way] |= 1 << line
	}
	return true
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
	least := uint64(math.MaxUint64)
	for way := range next.open {
		if s.topology == queens.Modular {
			least = min(least, s.attackModular(b, next, way, lines[way], squares[way]))
		} else {
			least = min(least, s.attack(b, next, way, lines[way], squares[way]))
		}
		if least < bitOrder {
			s.failed(way, int(least))
			return best, false
		}
	}
	if len(s.partners[row][col]) > 0 {
		if !s.forbid(next, row, col, new([2]uint64)) {
			return best, false
		}
		return s.force(next)
	}
	if least>>8 == 0 {
		return s.force(next)
	}
	return rated(least), true
}

func rated(rating uint64) bitLine { return bitLine{int(rating >> 6 & 1), int(rating & (bitOrder - 1))} }

// rating rates how bad it is to fill a line with these free squares next. Its fields:
//
//	bits   field
//	63-8   number of free squares beyond one, divided by its weight
//	7      1
//	6      1 for a column
//	5-0    the line
func (s *bitDFS) rating(free uint64, way, line int) uint64 {
	return uint64(bits.OnesCount64(free)-1)*s.inverse[way][line]<<8 | 1<<7 | uint64(way)<<6 | uint64(line)
}

// attack removes the squares that a queen attacks from the open lines of one kind; she is on square
// of line. It returns a line without free squares, or else the least rating.
func (s *bitDFS) attack(b, next *bitBoard, way, line int, square uint64) (least uint64) {
	free, out, inverse := &b.free[way], &next.free[way], &s.inverse[way]
	least = math.MaxUint64
	kind := uint64(way)<<6 | 1<<7
	for open := next.open[way]; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open) & (bitOrder - 1)
		d := max(other-line, line-other) & (bitOrder - 1)
		left := free[other] &^ (square | square<<d | square>>d)
		if left == 0 {
			return uint64(other)
		}
		out[other] = left
		least = min(least, uint64(bits.OnesCount64(left)-1)*inverse[other]<<8|kind|uint64(other))
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
	s.inverse[way][line] = unit / uint64(s.weight[way][line])
	s.killer[way] = line
	s.dead, s.denied = bitLine{way, line}, false
}
