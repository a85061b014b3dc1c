package count

import (
	"math"
	"time"

	"queens"
	"queens/count/plan"
)

const progressInterval = 100 * time.Millisecond

// Progress is how far a run has come.
type Progress struct {
	Scheme      string
	Counts      string       // what is counted
	Done        plan.Work    // estimated time with a result, in units of the plan's own
	Total       plan.Work    // estimated time of the plan
	Resumed     plan.Work    // of Done, what the ledger held at the start
	Subproblems int          // of the plan
	Finished    int          // of these, with a result
	Found       queens.Total // solutions in the results so far
	Elapsed     time.Duration
	Workers     []Busy // those that work, new
	Final       bool   // the last report of the run

	pace pace
}

// Busy is what one worker is doing.
type Busy struct {
	Worker     string        // its name: "1", "2" and so on of this process, see Session.Begin
	Subproblem int           // its number, from 0
	Since      time.Duration // when it began, by Progress.Elapsed
}

// Fraction returns the share of the work that is done, from 0 to 1.
func (p Progress) Fraction() float64 {
	if p.Total.IsZero() {
		return 1
	}
	return p.Done.Float64() / p.Total.Float64()
}

// Remaining returns the seconds the rest will take at the pace so far, and whether there is a pace.
func (p Progress) Remaining() (float64, bool) {
	fresh := p.Done.Float64() - p.Resumed.Float64()
	if fresh <= 0 || p.Elapsed <= 0 {
		return 0, false
	}
	return (p.Total.Float64() - p.Done.Float64()) / fresh * p.Elapsed.Seconds(), true
}

// pace collects worker time and estimated work of subproblems: the sums of their squares and
// products.
type pace struct {
	results                         int
	work, time                      float64
	workWork, workTime, timeSquares float64
}

func (p *pace) add(work, seconds float64) {
	p.results++
	p.work += work
	p.time += seconds
	p.workWork += work * work
	p.workTime += work * seconds
	p.timeSquares += seconds * seconds
}

// enoughResults is the number of results from which on their spread says anything.
const enoughResults = 20

// Band returns a range for the remaining seconds that holds in about nine of ten runs, and whether
// there are enough results. Time is taken to be proportional to estimated work, and so is its
// variance: the usual ratio estimate.
func (p Progress) Band() (low, high float64, ok bool) {
	rest, known := p.Remaining()
	q := p.pace
	if !known || q.results < enoughResults || q.work <= 0 || q.time <= 0 {
		return 0, 0, false
	}
	ratio := q.time / q.work
	residues := max(0, q.timeSquares-2*ratio*q.workTime+ratio*ratio*q.workWork)
	perWork := residues / float64(q.results-1) * float64(q.results) / q.work // variance for each unit of work
	left := p.Total.Float64() - p.Done.Float64()
	deviation := math.Sqrt(perWork * left * (1 + left/q.work))
	workers := q.time / p.Elapsed.Seconds() // that worked at once, on average
	half := 1.645 * deviation / workers
	return max(0, rest-half), rest + half, true
}
