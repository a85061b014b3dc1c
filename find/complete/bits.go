package complete

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

// bitOrder is the largest order whose lines are words of bits.
const bitOrder = 64

// The two ways a line runs.
const (
	inRow = iota
	inColumn
)

// bitDFS is dfs for boards of order at most bitOrder: of every open line the free squares
// are the bits of a word, and each depth has a board of its own, so nothing is undone. It takes
// the same lines, but squares in another order.
type bitDFS struct {
	*board
	stack   [bitOrder + 1]bitBoard
	weight  [2][bitOrder]uint32 // 1 and how often the line was left without a free square
	inverse [2][bitOrder]uint64 // unit/weight
	killer  [2]int              // the line of each kind that was left without one last
	placed  []int32             // squares with a queen
	index   [2][bitOrder]int32  // of a line among the open ones
	random  *rand.Rand
	nodes   uint64 // queens placed
	budget  uint64 // of nodes
	found   func(placed []int32) bool
	why     outcome
	proof   *solver.Refutation // gets the queens refuted; nil where nobody wants a proof
}

// bitBoard is a partly filled board. Bit c of a row is its square in column c, bit r of
// a column that in row r.
type bitBoard struct {
	open [2]uint64 // rows and columns without a queen
	free [2][bitOrder]uint64
}

// unit is the inverse of weight 1, large enough that a weight of a billion has one.
const unit = 1 << 30

// bitLine is a row or column.
type bitLine struct{ way, line int }

// newBitDFS returns a search of a board of order at most bitOrder.
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
	s.budget, s.found, s.why = s.nodes+min(budget, math.MaxUint64-s.nodes), found, exhausted
	s.random = rand.New(rand.NewPCG(seed, 0))
	s.placed = s.placed[:0]
	if s.proof != nil {
		s.proof.To.Restart()
		s.proof.Begin()
	}
	if line, alive := s.first(); alive {
		s.extend(ctx, line)
	}
	if s.proof != nil && s.why == exhausted {
		s.proof.To.Add(nil)
	}
	return s.why
}

func (s *bitDFS) placedSoFar() uint64 { return s.nodes }

// first returns the line to be filled first; alive is false if an open line has no free
// square.
func (s *bitDFS) first() (best bitLine, alive bool) {
	least := uint64(math.MaxUint64)
	b := &s.stack[0]
	for way := range b.open {
		for open := b.open[way]; open != 0; open &= open - 1 {
			line := bits.TrailingZeros64(open)
			count := bits.OnesCount64(b.free[way][line])
			if count == 0 {
				return best, false
			}
			if x := uint64(count-1) * s.inverse[way][line]; x < least {
				best, least = bitLine{way, line}, x
			}
		}
	}
	return best, true
}

// extend tries everything in the open lines, beginning with one of them, and reports
// whether to go on.
func (s *bitDFS) extend(ctx context.Context, at bitLine) bool {
	depth := len(s.placed)
	b := &s.stack[depth]
	if b.open[inRow] == 0 {
		if !s.found(s.placed) {
			s.why = stopped
		}
		return s.why == exhausted
	}
	rest := b.free[at.way][at.line]
	from := 0
	if rest&(rest-1) != 0 {
		from = s.random.IntN(s.n)
	}
	for rest != 0 {
		if s.nodes >= s.budget {
			s.why = spent
			return false
		}
		s.nodes++
		if s.nodes%(4*pollNodes) == 0 && ctx.Err() != nil {
			s.why = canceled
			return false
		}
		square := bits.TrailingZeros64(rest)
		if high := rest >> from << from; high != 0 {
			square = bits.TrailingZeros64(high)
		}
		rest &^= 1 << square
		row, col := at.line, square
		if at.way == inColumn {
			row, col = col, row
		}
		if s.proof != nil {
			s.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, s.n))
		}
		s.placed = append(s.placed, s.index[inRow][row]*int32(s.m)+s.index[inColumn][col])
		next, alive := s.put(b, &s.stack[depth+1], row, col)
		more := true
		if alive {
			more = s.extend(ctx, next)
		}
		s.placed = s.placed[:depth]
		if !more {
			return false
		}
		if s.proof != nil {
			s.proof.Refuted()
		}
	}
	return true
}

// put makes next the board with one more queen, and returns the line to be filled then.
// alive is false if an open line has no free square left; then next is not to be used.
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
	return bitLine{int(least >> 6 & 1), int(least & (bitOrder - 1))}, true
}

// attack takes the squares that a queen attacks from the open lines of one kind; she
// stands in a line on a square. It returns a line that has none left, or else for the best line
//
//	bits   field
//	63-8   how many free squares it has beyond one, for its weight
//	7      1
//	6      1 for a column
//	5-0    the line
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

// attackModular is attack on the modular board.
func (s *bitDFS) attackModular(b, next *bitBoard, way, line int, square uint64) (least uint64) {
	least = math.MaxUint64
	for open := next.open[way]; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open)
		left := b.free[way][other] &^ s.attacked(square, other-line)
		if left == 0 {
			return uint64(other)
		}
		next.free[way][other] = left
		least = min(least, uint64(bits.OnesCount64(left)-1)*s.inverse[way][other]<<8|uint64(way)<<6|1<<7|uint64(other))
	}
	return least
}

// attacked returns the squares that a queen attacks in a line so many lines away; square
// is her own place on hers.
func (s *bitDFS) attacked(square uint64, distance int) uint64 {
	d := max(distance, -distance) & (bitOrder - 1)
	set := square | square<<d | square>>d
	if s.topology == queens.Modular {
		wrapped := (s.n - d) & (bitOrder - 1)
		set |= square<<wrapped | square>>wrapped
	}
	return set
}

// failed notes that a line is left without a free square.
func (s *bitDFS) failed(way, line int) {
	s.weight[way][line]++
	s.inverse[way][line] = unit / uint64(s.weight[way][line])
	s.killer[way] = line
}
