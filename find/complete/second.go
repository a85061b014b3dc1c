package complete

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens"
)

// sums lets a dfs also fill diagonals that cannot stay empty, on boards with few usable diagonals.
//
// The open rows and columns determine three sums over the missing queens: of row + column, of row -
// column, and of the squares of both. If the usable diagonals of one kind are far from the centre,
// those of the other kind must be near it.
type sums struct {
	sum     [2]int        // of row + column and of row - column
	squares int           // of both
	needed  []int32       // diagonals that cannot stay empty
	usable  [2][]diagonal // nearest to the mean first
}

type diagonal struct {
	line  int32
	value int // row + column, or row - column
	far   int // squared, scaled distance from the mean
}

// lineShare is the number of queens that the other search places per queen of a dfs with sums, so
// that both take about the same time.
const lineShare = 4

// lineUnit is the budget in queens of the shortest run of a dfs with sums. Runs often succeed soon
// or never.
const lineUnit = 1000

// newSums returns the sums of a regular board if it has few usable diagonals of a kind, otherwise
// nil. The bound on the order keeps them below 2^63.
func newSums(b *board) *sums {
	if b.topology != queens.Regular || b.n > maxMatched ||
		!b.few(min(len(b.usable(queens.Rising)), len(b.usable(queens.Falling)))) {
		return nil
	}
	t := &sums{}
	for i := range b.m {
		t.add(queens.Square{Row: int(b.rows[i]), Col: int(b.cols[i])}, 1)
	}
	return t
}

func (b *board) few(usable int) bool { return usable <= b.m+b.m/8+2 }

func (t *sums) add(sq queens.Square, queens int) {
	t.sum[0] += queens * (sq.Row + sq.Col)
	t.sum[1] += queens * (sq.Row - sq.Col)
	t.squares += queens * 2 * (sq.Row*sq.Row + sq.Col*sq.Col)
}

// newSecondSearch returns a dfs with sums or beliefs, or nil if neither helps on the board.
func newSecondSearch(b *board) *dfs {
	if sums := newSums(b); sums != nil {
		return newDFS(b, sums)
	}
	beliefs := newBeliefs(b)
	if beliefs == nil {
		return nil
	}
	s := newDFS(b, nil)
	s.beliefs = beliefs
	return s
}

// catchUp searches until it has placed its share, given the queens of the other search. The budget
// of run k is that of the shortest run times the largest power of two that divides k.
func (s *dfs) catchUp(ctx context.Context, seed, placed uint64, found func(placed []int32) bool) outcome {
	unit, nodes := uint64(lineUnit), placed/lineShare
	if s.beliefs != nil {
		unit, nodes = firstRun(s.m), placed/beliefShare
	}
	why := spent
	for why == spent && s.nodes < nodes {
		s.runs++
		why = s.run(ctx, seed+s.runs, min(unit*(s.runs&-s.runs), nodes-s.nodes), found)
	}
	return why
}

func (s *dfs) appendDiagonal(line int32) {
	line -= int32(2 * s.m)
	for i, row := range s.rows {
		col := line - row
		if falling := line - int32(2*s.n); falling >= 0 {
			col = row - falling + int32(s.n) - 1
		}
		if j := s.col[int32(s.n)+col]; j >= 0 {
			if sq := int32(i*s.m) + j; s.free[sq] {
				s.choice = append(s.choice, sq)
			}
		}
	}
}

func (s *dfs) clear(d diagonal) {
	first := len(s.choice)
	s.appendSquares(d.line)
	for _, sq := range s.choice[first:] {
		s.remove(sq, sq/int32(s.m), sq%int32(s.m))
	}
	s.choice = s.choice[:first]
}

// propagate removes the squares of diagonals that cannot have a queen, and finds those that need
// one. It returns false if a sum excludes a completion.
//
// With r missing queens, distances from the mean of their diagonals are scaled by r to be integers.
// The squared distances of both kinds have a fixed sum. gap is its excess over the minimum, given
// by the r nearest diagonals of each kind.
func (s *dfs) propagate() bool {
	r, t := s.lines/2, s.sums
again:
	gap := r*r*t.squares - r*t.sum[0]*t.sum[0] - r*t.sum[1]*t.sum[1]
	for kind := range t.usable {
		part, total := t.usable[kind][:0], 0
		first := 2*s.m + kind*2*s.n
		for index, count := range s.count[first : first+2*s.n] {
			if count > 0 {
				value := index - kind*(s.n-1)
				far := r*value - t.sum[kind]
				part, total = append(part, diagonal{int32(first + index), value, far * far}), total+value
			}
		}
		t.usable[kind] = part
		if len(part) < r {
			return false
		}
		slices.SortFunc(part, func(a, b diagonal) int { return cmp.Compare(a.far, b.far) })
		for _, d := range part[:r] {
			gap -= d.far
		}
		excess := total - t.sum[kind] // sum of the diagonals that stay empty
		switch len(part) - r {
		case 0:
			if excess != 0 {
				return false
			}
		case 1:
			i := slices.IndexFunc(part, func(d diagonal) bool { return d.value == excess })
			if i < 0 {
				return false
			}
			s.clear(part[i])
			goto again
		}
	}
	if gap < 0 {
		return false
	}
	t.needed = t.needed[:0]
	for _, part := range t.usable {
		trail := len(s.trail)
		for _, d := range part[r:] {
			if d.far-part[r-1].far > gap {
				s.clear(d)
			}
		}
		if len(s.trail) > trail {
			goto again
		}
		for _, d := range part[:r] {
			if len(part) == r || part[r].far-d.far > gap {
				t.needed = append(t.needed, d.line)
			}
		}
	}
	return true
}

// beliefs guide a dfs on boards with few free squares and many completions: they estimate by belief
// propagation how likely a completion has a queen on a square. A row or column has one queen, a
// diagonal at most one. So each line of a square gives odds of a queen there, the inverse of what
// its other squares have by their other lines.
type beliefs struct {
	squares []belief     // free at the beginning
	odds    []float64    // by square of the board
	sum     [4][]float64 // by kind and number of a line: odds of its squares, and of no queen
}

type belief struct {
	square   int32
	on       [4]int32
	bias     float64    // of a run, so that runs differ
	from, to [4]float64 // odds from and to the lines
}

// Of planted boards of orders 70 to 120 with 8 free squares in a row, a run completes a tenth to a
// half, in 5 to 15 ms. With twice the bias, or queens of the last two fifths chosen like the others
// or of the last half like those of dfs, it completes fewer or takes longer.
const (
	beliefRounds = 8   // before each queen
	beliefBias   = 0.2 // largest logarithm
	beliefLeast  = 1e-6
	maxBelieved  = 1 << 13 // free squares: a round takes about 60 ns for each
)

// beliefShare is the number of queens that the other search places per queen of a dfs with beliefs,
// so that both take about the same time.
const beliefShare = 16

// newBeliefs returns nil if bitDFS searches the board, or if it has too many free squares.
func newBeliefs(b *board) *beliefs {
	t := &beliefs{odds: make([]float64, len(b.free))}
	for sq, free := range b.free {
		if free {
			t.squares = append(t.squares, belief{square: int32(sq), on: b.on(int32(sq))})
		}
	}
	if b.n <= bitOrder || len(t.squares) > maxBelieved {
		return nil
	}
	for kind := range t.sum {
		t.sum[kind] = make([]float64, 2*b.n)
	}
	return t
}

// believed returns the row with the likeliest square.
func (s *dfs) believed() int32 {
	t := s.beliefs
	for range beliefRounds {
		for kind, sum := range t.sum {
			for line := range sum {
				sum[line] = float64(kind / 2) // only a diagonal may have no queen
			}
		}
		for i := range t.squares {
			if b := &t.squares[i]; s.free[b.square] {
				odds := b.bias * b.from[0] * b.from[1] * b.from[2] * b.from[3]
				t.odds[b.square] = odds
				for kind, line := range b.on {
					b.to[kind] = odds / b.from[kind]
					t.sum[kind][line] += b.to[kind]
				}
			}
		}
		for i := range t.squares {
			if b := &t.squares[i]; s.free[b.square] {
				for kind, line := range b.on {
					odds := 1 / max(beliefLeast, t.sum[kind][line]-b.to[kind])
					b.from[kind] = max(beliefLeast, math.Sqrt(odds*b.from[kind])) // the mean avoids oscillation
				}
			}
		}
	}
	best, most := int32(0), 0.0
	for i := range t.squares {
		if sq := t.squares[i].square; s.free[sq] && t.odds[sq] > most {
			best, most = sq, t.odds[sq]
		}
	}
	return best / int32(s.m)
}
