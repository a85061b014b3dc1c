package algorithms

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"queens"
	"queens/find/huge"
	"queens/find/solver"
	"queens/internal/errs"
)

var runLasVegas = onBoard(func(b *board, c solver.Call) {
	l := lasVegas{board: b, random: newRandom(c)}
	for !l.Stopped() {
		if l.guess(len(l.p)) {
			l.Solution(6, l.p.Clone())
		}
	}
})

type lasVegas struct {
	*board
	random *rand.Rand
	free   []int
}

// guess empties the board and fills k columns at random. It reports whether that worked out.
func (l *lasVegas) guess(k int) bool {
	for col, row := range l.p {
		if row != solver.Whole {
			l.mark(col, row, false)
			l.p[col] = solver.Whole
		}
	}
	l.Count(solver.Clear, 0, 0, 0)
	for col := range k {
		l.free = l.free[:0]
		for row := range l.p {
			if l.safe(2, col, row) {
				l.free = append(l.free, row)
			}
		}
		if len(l.free) == 0 || l.Stopped() {
			return false
		}
		row := l.free[l.random.IntN(len(l.free))]
		l.Count(solver.Draw, 4, col, row)
		l.put(5, col, row)
	}
	return true
}

var runLasVegasBacktrack = onBoard(func(b *board, c solver.Call) {
	n := c.Problem.Order
	k := c.Params["random"]
	if k == bestRandom {
		k = BestRandom(n)
	}
	l := lasVegas{board: b, random: newRandom(c)}
	fill := &filling{test: 8, place: 9, remove: 11, full: func() bool {
		l.Solution(10, l.p.Clone())
		return false
	}}
	for !l.Stopped() {
		if k = min(k, n); l.guess(k) {
			l.fill(fill, k)
		}
	}
})

// bestRandom selects the best number of random queens.
const bestRandom = -1

// bestOfOrder is the number of random queens with which the fewest boards are to be
// expected, by order from 4 on: the minima of LasVegasOdds.
var bestOfOrder = [...]int{4: 2, 5: 0, 6: 1, 7: 0, 8: 2, 9: 3, 10: 4, 11: 0, 12: 5}

// BestRandom returns the number of queens that LasVegasBacktrack best places at random: to
// order 12 the one with the fewest boards to be expected, beyond by a rule of thumb from
// samples, 0.6 n up to order 20, rising to 0.8 n at order 50.
func BestRandom(n int) int {
	if n < len(bestOfOrder) {
		return bestOfOrder[max(n, 0)]
	}
	share := 0.6 + 0.2*float64(min(max(n-20, 0), 30))/30
	return int(share*float64(n) + 0.5)
}

// MaxOddsOrder is the largest order of LasVegasOdds, some seconds.
const MaxOddsOrder = 14

// Odds is what a try of LasVegasBacktrack with a number of random queens is worth.
// Boards are nodes of the search, the empty board included.
type Odds struct {
	Random  int     `json:"random"`  // queens placed at random
	Success float64 `json:"success"` // probability that a try ends in a solution
	// Mean numbers of boards of a try that succeeds, of one that fails (0 if none does),
	// and of all tries to the first solution.
	BoardsSuccess float64 `json:"boardsSuccess"`
	BoardsFailure float64 `json:"boardsFailure"`
	Boards        float64 `json:"boards"`
}

// LasVegasOdds returns the exact odds, up to rounding, for 0 to n random queens: it walks through
// every partial board of order n with the probability that guessing leads there. Time O(partial
// boards): about a second for n = 13. Errors: queens.ErrOrder outside 1..MaxOddsOrder and for 2 and
// 3, where no try succeeds; ctx's error if it ends.
func LasVegasOdds(ctx context.Context, n int) ([]Odds, error) {
	if n < 1 || n > MaxOddsOrder || solver.RefuseNone(n) != "" {
		return nil, errs.Errorf("odds of order %d: want 1 or 4 to %d: %w", n, MaxOddsOrder, queens.ErrOrder)
	}
	o := oddsWalk{all: 1<<n - 1, sums: make([]oddsSum, n+1), ended: ctx.Err}
	o.walk(0, 1, 0, 0, 0)
	if o.stopped {
		return nil, ctx.Err()
	}
	odds := make([]Odds, n+1)
	for k, s := range o.sums {
		odds[k] = Odds{Random: k, Success: s.success, BoardsSuccess: s.boardsSuccess / s.success}
		failure := 1 - s.success
		if failure > 1e-12 { // less is rounding
			odds[k].BoardsFailure = s.boardsFailure / failure
		} else {
			failure = 0
		}
		odds[k].Boards = odds[k].BoardsSuccess + failure/s.success*odds[k].BoardsFailure
	}
	return odds, nil
}

type oddsSum struct{ success, boardsSuccess, boardsFailure float64 }

// oddsWalk is a walk through all partial boards. Rows are bits of a word.
type oddsWalk struct {
	all     uint64
	sums    []oddsSum // by number of random queens
	boards  uint64
	ended   func() error
	stopped bool
}

// walk visits the board of depth queens that is reached with the given probability, and
// returns whether it has a completion and how many boards backtracking visits from it,
// itself included, to the first completion or to the end.
func (o *oddsWalk) walk(depth int, probability float64, rows, rising, falling uint64) (completes bool, boards int) {
	if o.boards++; o.boards%(1<<16) == 0 {
		o.stopped = o.ended() != nil
	}
	boards = 1
	free := o.all &^ (rows | rising | falling)
	count := bits.OnesCount64(free)
	n := len(o.sums) - 1
	for rest := free; rest != 0 && !o.stopped; rest &= rest - 1 {
		queen := rest & -rest
		found, more := o.walk(depth+1, probability/float64(count), rows|queen, (rising|queen)>>1, (falling|queen)<<1)
		if !completes { // backtracking ends at the first that completes
			boards += more
			completes = found
		}
	}
	completes = completes || depth == n
	// A try whose guesses end here: because depth queens were asked for, or because a
	// further one has no place.
	o.add(depth, probability, completes, depth+boards)
	if count == 0 && depth < n {
		for k := depth + 1; k <= n; k++ {
			o.add(k, probability, false, depth+1)
		}
	}
	return completes, boards
}

func (o *oddsWalk) add(k int, probability float64, success bool, boards int) {
	s := &o.sums[k]
	if success {
		s.success += probability
		s.boardsSuccess += probability * float64(boards)
	} else {
		s.boardsFailure += probability * float64(boards)
	}
}

func runWindowGreedy(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (s solver.Stats, err error) {
	for seed := c.Seed; ; seed++ {
		rows, report, err := huge.Greedy(ctx, c.Problem.Order, seed, nil)
		s.Tries += report.Restarts + 1
		s.Tests += report.Tries
		s.Swaps += report.Repaired
		s.Placements += uint64(len(rows))
		if err != nil {
			return s, err
		}
		s.Solutions++
		if c.Progress != nil {
			c.Progress(s)
		}
		if !found(queens.PermOf(rows)) {
			return s, nil
		}
	}
}

func newRandom(c solver.Call) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
}
