package complete

import (
	"context"
	"math"
	"math/rand/v2"
)

type outcome uint8

const (
	exhausted outcome = iota // nothing is left to try
	stopped                  // by found
	spent                    // the budget of nodes
	canceled                 // by the context
)

const pollNodes = 256

type walk struct {
	random *rand.Rand
	nodes  uint64                    // queens placed
	budget uint64                    // of nodes
	poll   uint64                    // of nodes: when to look at the context
	placed []int32                   // squares with a queen
	found  func(placed []int32) bool // a solution was found; returns whether to continue
	why    outcome
}

func (w *walk) begin(seed, budget uint64, found func(placed []int32) bool) {
	w.budget, w.found, w.why = w.nodes+min(budget, math.MaxUint64-w.nodes), found, exhausted
	w.random = rand.New(rand.NewPCG(seed, 0))
}

// full hands a solution out and reports whether to continue.
func (w *walk) full() bool {
	if !w.found(w.placed) {
		w.why = stopped
	}
	return w.why == exhausted
}

// node counts a queen to be placed, and reports whether she may be.
func (w *walk) node(ctx context.Context) bool {
	if w.nodes >= w.budget {
		w.why = spent
		return false
	}
	w.nodes++
	if w.nodes >= w.poll {
		if w.poll = w.nodes + pollNodes; ctx.Err() != nil {
			w.why = canceled
			return false
		}
	}
	return true
}

func (w *walk) shuffled(choice []int32) {
	w.random.Shuffle(len(choice), func(i, k int) { choice[i], choice[k] = choice[k], choice[i] })
}

func (w *walk) placedSoFar() uint64 { return w.nodes }
