package search

import (
	"context"
	"fmt"
	"math/bits"

	"queens"
	"queens/find/solver"
)

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
		return nil, fmt.Errorf("search: odds of order %d: want 1 or 4 to %d: %w", n, MaxOddsOrder, queens.ErrOrder)
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
