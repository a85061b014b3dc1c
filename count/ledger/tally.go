package ledger

import (
	"fmt"
	"math"
	"time"

	"queens"
)

// Tally is the sum of the results of a ledger.
type Tally struct {
	Subproblems int          `json:"subproblems"` // of the plan; -1 if no header is left to tell
	Results     int          `json:"results"`     // subproblems that have one
	Confirmed   int          `json:"confirmed"`   // of these, with a second result that equals it
	Total       queens.Total `json:"total"`       // sum over the results
	Nodes       queens.Total `json:"nodes"`
	// Work is the elapsed time of all workers together, at most 292 years: then it stands.
	Work time.Duration `json:"workerNanos"`
	// Spent is what sessions recorded as their cost. A session that was killed lacks its last
	// minute.
	Spent Cost `json:"-"`
	// Last is the number of the last frame, Head the hash of its payload: who knows
	// both can tell whether a ledger shown later continues this one.
	Last uint64 `json:"last"`
	Head Hash   `json:"head"`
	// Done is the last certificate, nil if there is none.
	Done *Done `json:"done,omitempty"`
}

// Complete reports whether every subproblem has a result.
func (t Tally) Complete() bool { return t.Results == t.Subproblems }

var maxTotal = queens.TotalOf(math.MaxUint64, math.MaxUint64)

// accepts returns why a result cannot be added. Only a file that lies exceeds 128 bits.
func (t *Tally) accepts(r Result) error {
	if maxTotal.Minus(t.Total).Compare(r.Total) < 0 {
		return fmt.Errorf("subproblem %d: %w", r.Subproblem+1, ErrOverflow)
	}
	return nil
}

func (t *Tally) add(r Result) {
	t.Results++
	t.Total = t.Total.Plus(r.Total)
	t.Nodes = t.Nodes.Add(r.Nodes)
	t.Work = saturated(t.Work, r.Elapsed)
}

func (t *Tally) spend(c Cost) {
	t.Spent = Cost{Results: t.Spent.Results + c.Results, Processor: saturated(t.Spent.Processor, c.Processor)}
}

func saturated(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (t *Tally) remove(r Result) {
	t.Results--
	t.Total = t.Total.Minus(r.Total)
	t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
	t.Work -= min(t.Work, r.Elapsed)
}
