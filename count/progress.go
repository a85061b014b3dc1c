package count

import (
	"time"

	"queens"
	"queens/plan"
)

// progressInterval is the least time between two reports of progress.
const progressInterval = 100 * time.Millisecond

// Progress says how far a run is.
type Progress struct {
	Scheme      string
	Counts      string       // what is counted
	Done        plan.Work    // estimated work with a result
	Total       plan.Work    // estimated work of the plan
	Resumed     plan.Work    // of Done, what the ledger held at the start
	Subproblems int          // of the plan
	Finished    int          // of these, with a result
	Kept        bool         // results are kept in a ledger
	Found       queens.Total // solutions in the results so far
	Elapsed     time.Duration
	Final       bool // the last report of the run
}

// Fraction returns the share of the work that is done, from 0 to 1.
func (p Progress) Fraction() float64 {
	if p.Total.IsZero() {
		return 1
	}
	return p.Done.Float64() / p.Total.Float64()
}

// Remaining returns the time the rest will take at the pace of this run so far,
// by weighted work, and whether there is a pace to go by.
func (p Progress) Remaining() (time.Duration, bool) {
	fresh := p.Done.Float64() - p.Resumed.Float64()
	if fresh <= 0 || p.Elapsed <= 0 {
		return 0, false
	}
	return seconds((p.Total.Float64() - p.Done.Float64()) / fresh * p.Elapsed.Seconds()), true
}

// maxDuration is the longest time.Duration, 292 years.
const maxDuration = time.Duration(1<<63 - 1)

// seconds returns s seconds as a Duration, at most maxDuration.
func seconds(s float64) time.Duration {
	if s >= maxDuration.Seconds() {
		return maxDuration
	}
	return time.Duration(s * float64(time.Second))
}

// report tells the progress, not too often unless it is the last time.
func (r *run) report(final bool) {
	if r.options.Progress == nil {
		return
	}
	r.options.Progress(Progress{
		Scheme: r.tally.Scheme, Counts: r.tally.Counts,
		Done: r.doneWork, Total: r.plan.Work, Resumed: r.oldWork,
		Subproblems: r.tally.Subproblems, Finished: r.tally.Done,
		Kept: r.ledger != nil, Found: r.tally.Total,
		Elapsed: time.Since(r.began), Final: final,
	})
}
