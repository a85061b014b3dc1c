package complete

import (
	"cmp"
	"math"
	"slices"
)

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

// reconsider forgets the odds and draws a bias for a new run.
func (s *dfs) reconsider() {
	for i := range s.beliefs.squares {
		b := &s.beliefs.squares[i]
		b.bias, b.from = math.Exp(beliefBias*(2*s.random.Float64()-1)), [4]float64{1, 1, 1, 1}
	}
}

// guided reports whether beliefs choose the next queen.
func (s *dfs) guided() bool { return s.beliefs != nil && 5*s.lines > 4*s.m }

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

// likeliest sorts squares by their odds.
func (s *dfs) likeliest(choice []int32) {
	slices.SortFunc(choice, func(a, b int32) int { return cmp.Compare(s.beliefs.odds[b], s.beliefs.odds[a]) })
}
