// Package race compares algorithms fairly. They run one after the other on one thread that is
// bound to a processor, in rounds, so that a slow moment of the machine affects all of them. Each
// warms up first. The race compares the medians of the processor times.
//
//	algorithms := []*solver.Algorithm{algorithms.Get("wirth"), algorithms.Get("rohl-list")}
//	report, err := race.Run(ctx, algorithms, race.Options{Order: 10})
//
// An algorithm that finds another number of solutions than is published is an error. The report has
// samples of time and cost, from which a page can replay the race.
package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/internal/sys"
	"queens/internal/timing"
	"queens/known"
)

// ErrWrong says that an algorithm found another number of solutions than there are.
var ErrWrong = errs.New(errs.Refuted, "wrong number of solutions")

var errOut = errors.New("a run took longer than the limit")

// Defaults of Options.
const (
	defaultRuns  = 5
	defaultLeast = 20 * time.Millisecond
	defaultLimit = 5 * time.Second
)

// MaxRuns bounds Options.Runs.
const MaxRuns = 1000

// sampleEvery is the time between samples of a run; a short run has more, none more than
// maxSamples.
const (
	sampleEvery = 20 * time.Millisecond
	maxSamples  = 3000
)

// Options says how a race is run.
type Options struct {
	Order int `json:"order"`
	// a run ends after this number; 0 means all, or one for an algorithm that finds some
	Solutions uint64 `json:"solutions,string"`
	Runs      int    `json:"runs"` // measured, of each; 0 means 5
	Seed      uint64 `json:"seed,string"`
	// a run that is shorter is repeated until it takes so long; 0 means 20 ms
	Least time.Duration `json:"-"`
	Limit time.Duration `json:"-"` // of one run; what takes longer is out of the race; 0 means 5 s

	// boards taken of each traced algorithm, in one more run that is not measured
	Frames int `json:"-"`
	// called before every run: whose, and its number, 0 for the one that warms up
	Progress func(name string, run int) `json:"-"`
}

// Sample is a moment of a run.
type Sample struct {
	Elapsed time.Duration `json:"elapsedNanos"`
	Stats   solver.Stats  `json:"stats"`
}

// Frame is the board after a part of the work of a run.
type Frame struct {
	Work uint64  `json:"work,string"` // events so far, those that Stats counts
	Rows []int32 `json:"rows"`        // by column, from 1; 0 where there is no queen
}

// Racer is how an algorithm did.
type Racer struct {
	Algorithm *solver.Algorithm `json:"-"`
	Name      string            `json:"algorithm"`
	Stats     solver.Stats      `json:"stats"`      // of one run; as far as it came if it is out
	Repeats   int               `json:"repeats"`    // runs in the last measurement
	Times     []time.Duration   `json:"timesNanos"` // of one run each, in the order measured
	Median    time.Duration     `json:"medianNanos"`
	Spread    float64           `json:"spread"` // (longest - shortest) / median
	Ratio     float64           `json:"ratio"`  // median / least median of the race
	Out       string            `json:"out,omitempty"`
	// cost by time; the times add up to Median, or lead to Limit if it is out
	Samples []Sample `json:"samples,omitempty"`
	// from the empty board on, at equal parts of the work; the last one is the last solution
	Frames []Frame      `json:"frames,omitempty"`
	Title  string       `json:"title"` // of the algorithm
	Finds  solver.Finds `json:"finds"`
}

// Outcome is the outcome of a race.
type Outcome struct {
	Options         // with what was left open
	CPU     int     `json:"cpu"`     // number of the processor; -1 if the thread was not bound
	Clock   string  `json:"clock"`   // "processor time of the thread", or "wall time" where the system has no other
	Results []Racer `json:"results"` // the fastest first; those that are out last
}

// Run races the algorithms. Errors: those of Algorithm.Accepts, before anything is run; ErrWrong;
// an option out of its range; ctx's error when it ends.
func Run(ctx context.Context, algorithms []*solver.Algorithm, o Options) (Outcome, error) {
	o.Runs = cmp.Or(o.Runs, defaultRuns)
	if o.Runs < 1 || o.Runs > MaxRuns || o.Frames < 0 {
		return Outcome{}, errs.Errorf("%d runs, %d frames: want 1 to %d runs and no negative number", o.Runs,
			o.Frames, MaxRuns)
	}
	r, err := newRunner(algorithms, o)
	if err != nil {
		return Outcome{}, err
	}
	cpu, bound := sys.OnBoundThread(func() { err = r.race(ctx) })
	if err != nil {
		return Outcome{}, err
	}
	if !bound {
		cpu = -1
	}
	r.rank()
	return Outcome{Options: r.Options, CPU: cpu, Clock: r.clockName(), Results: r.results}, nil
}

func newRunner(algorithms []*solver.Algorithm, o Options) (*runner, error) {
	o.Least, o.Limit = cmp.Or(o.Least, defaultLeast), cmp.Or(o.Limit, defaultLimit)
	if o.Least < 0 || o.Limit < 0 {
		return nil, errs.Errorf("times of %v to %v: want no negative time", o.Least, o.Limit)
	}
	r := &runner{Options: o}
	r.now = r.threadTime
	for _, alg := range algorithms {
		if err := alg.Accepts(r.call()); err != nil {
			return nil, err
		}
		r.results = append(r.results, Racer{
			Algorithm: alg, Name: alg.Name, Title: alg.Title, Finds: alg.Finds,
			Times: []time.Duration{},
		})
	}
	return r, nil
}

type runner struct {
	Options
	results []Racer
	now     func() time.Duration // the clock: threadTime, except in tests
	wall    bool                 // there is no clock of the thread
}

func (r *runner) call() solver.Call {
	return solver.Call{Problem: queens.Problem{Order: r.Order}, Seed: r.Seed}
}

func (r *runner) clockName() string {
	if r.wall {
		return "wall time"
	}
	return "processor time of the thread"
}

func (r *runner) threadTime() time.Duration {
	t, err := sys.ThreadTime()
	if err != nil {
		r.wall = true
		return timing.Wall()
	}
	return t
}

// race runs all algorithms in rounds: one to warm up, those that are measured, one for the film.
func (r *runner) race(ctx context.Context) (err error) {
	for run := range r.Runs + 2 {
		for i := range r.results {
			switch res := &r.results[i]; run {
			case 0:
				err = r.warmUp(ctx, res)
			case r.Runs + 1:
				err = r.film(ctx, res)
			default:
				err = r.measure(ctx, res, run)
			}
			if err != nil && !errors.Is(err, errOut) {
				return err
			}
		}
	}
	return nil
}

func work(s solver.Stats) (sum uint64) {
	for _, st := range solver.StatsTable {
		sum += *st.Value(&s)
	}
	return sum
}

// film takes boards of an algorithm at equal parts of its work, as far as it comes within
// the limit when it is watched.
func (r *runner) film(ctx context.Context, res *Racer) error {
	whole := work(res.Stats)
	if r.Frames == 0 || !res.Algorithm.Traced || whole == 0 {
		return nil
	}
	rows := slices.Repeat([]int32{solver.Whole}, r.Order)
	take := func(done uint64) {
		frame := Frame{done, slices.Clone(rows)}
		for col := range frame.Rows {
			frame.Rows[col]++ // solver.Whole becomes 0
		}
		res.Frames = append(res.Frames, frame)
	}
	take(0)
	done := uint64(0)
	c := r.call()
	c.Observe = func(e solver.Event) {
		if e.Kind == solver.Conflict || e.Kind == solver.Prune { // Stats does not count them
			return
		}
		solver.Apply(rows, e)
		if done++; done < whole && done*uint64(r.Frames)/whole >= uint64(len(res.Frames)) {
			take(done)
		}
	}
	_, last, err := r.solve(ctx, &Racer{Algorithm: res.Algorithm}, c)
	if err != nil {
		return err
	}
	for col, row := range last {
		rows[col] = int32(row)
	}
	take(whole)
	return nil
}

func (r *runner) warmUp(ctx context.Context, res *Racer) error {
	if r.Progress != nil {
		r.Progress(res.Name, 0)
	}
	c := r.call()
	began := r.now()
	next := time.Duration(0)
	c.Progress = func(s solver.Stats) {
		if t := r.now() - began; t >= next && len(res.Samples) < maxSamples {
			res.Samples = append(res.Samples, Sample{t, s})
			next = t + min(sampleEvery, max(t/20, time.Microsecond)) // many at first: the run may be short
		}
	}
	stats, _, err := r.solve(ctx, res, c)
	took := r.now() - began
	res.Stats = stats
	res.Samples = append(res.Samples, Sample{took, stats})
	if err != nil {
		return err
	}
	return checkNumber(res.Algorithm, r.Order, r.wanted(res.Algorithm), stats.Solutions)
}

func (r *runner) wanted(alg *solver.Algorithm) uint64 {
	if r.Solutions == 0 && alg.Finds == solver.Some {
		return 1
	}
	return r.Solutions
}

func (r *runner) solve(ctx context.Context, res *Racer, c solver.Call) (solver.Stats, queens.Perm, error) {
	limited, cancel := context.WithTimeout(ctx, r.Limit)
	defer cancel()
	var last queens.Perm
	wanted, solutions := r.wanted(res.Algorithm), uint64(0)
	stats, err := res.Algorithm.Solve(limited, c, func(p queens.Perm) bool {
		solutions++
		last = p
		return solutions != wanted
	})
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		res.Out, err = fmt.Sprintf("took more than %v", r.Limit), errOut
	}
	return stats, last, err
}

func checkNumber(alg *solver.Algorithm, n int, wanted, got uint64) error {
	all, ok := known.Solutions(n)
	if alg.Finds == solver.Fundamental {
		all, ok = known.Fundamental(n)
	}
	want, fits := all.Uint64()
	switch {
	case wanted != 0 && (!ok || !fits || wanted < want):
		want, ok = wanted, true
	case alg.Finds == solver.Some && want > 0: // the same may come again
		want = wanted
	}
	if !ok || want == got || alg.Finds == solver.Some && !alg.Exact && got < want {
		return nil
	}
	return errs.Errorf("%s, order %d: %d solutions, want %d: %w", alg.Name, n, got, want, ErrWrong)
}

func (r *runner) measure(ctx context.Context, res *Racer, run int) error {
	if res.Out != "" {
		return nil
	}
	if r.Progress != nil {
		r.Progress(res.Name, run)
	}
	runtime.GC() // not in somebody's time
	took, repeats, err := timing.Repeat(r.now, r.Least, func() error {
		stats, _, err := r.solve(ctx, res, r.call())
		if err == nil && stats != res.Stats {
			err = errs.Errorf("%s, order %d: %+v, then %+v with the same seed: %w", res.Name, r.Order, res.Stats,
				stats, ErrWrong)
		}
		return err
	})
	if err == nil {
		res.Times, res.Repeats = append(res.Times, took), repeats
	}
	return err
}

func (r *runner) rank() {
	best := time.Duration(math.MaxInt64)
	for i := range r.results {
		res := &r.results[i]
		if res.Out != "" {
			res.Times = []time.Duration{}
		} else {
			res.Median, res.Spread = timing.Median(res.Times)
			// The samples are those of the warm-up: their times are scaled to end at the median.
			last := &res.Samples[len(res.Samples)-1]
			took := float64(max(last.Elapsed, 1))
			for i := range res.Samples {
				s := &res.Samples[i]
				s.Elapsed = time.Duration(math.Round(float64(s.Elapsed) / took * float64(res.Median)))
			}
			last.Elapsed = res.Median // also where a coarse clock saw no time pass
			best = min(best, res.Median)
		}
	}
	for i := range r.results {
		if res := &r.results[i]; res.Out == "" {
			res.Ratio = float64(res.Median) / float64(max(best, 1))
		}
	}
	slices.SortStableFunc(r.results, func(a, b Racer) int {
		return cmp.Or(cmp.Compare(a.Out, b.Out), cmp.Compare(a.Median, b.Median))
	})
}

// Trial is one run of an experiment.
type Trial struct {
	Seed  uint64        `json:"seed,string"`
	Stats solver.Stats  `json:"stats"`
	Time  time.Duration `json:"timeNanos"`
	Out   string        `json:"out,omitempty"` // why it did not come to its end
}

// Experiment is how an algorithm did with many seeds.
type Experiment struct {
	Algorithm string       `json:"algorithm"`
	Title     string       `json:"title"`
	Finds     solver.Finds `json:"finds"`
	Order     int          `json:"order"`
	Clock     string       `json:"clock"`    // clock of the measurement
	Complete  bool         `json:"complete"` // no seed is left out for want of time
	Trials    []Trial      `json:"trials"`
}

// Trials runs an algorithm with several seeds, o.Seed and those that follow, one after the other on
// a bound thread, and returns how each went until ctx ended. It ignores o.Runs and o.Frames.
// Errors: those of Algorithm.Accepts; ErrWrong; no seed, or a negative time.
func Trials(ctx context.Context, alg *solver.Algorithm, seeds int, o Options) (*Experiment, error) {
	if seeds < 1 {
		return nil, errs.Errorf("%d seeds: want at least one", seeds)
	}
	r, err := newRunner([]*solver.Algorithm{alg}, o)
	if err != nil {
		return nil, err
	}
	e := &Experiment{Algorithm: alg.Name, Title: alg.Title, Finds: alg.Finds, Order: o.Order, Trials: []Trial{}}
	sys.OnBoundThread(func() {
		for ; err == nil && len(e.Trials) < seeds; r.Seed++ {
			res, t := Racer{Algorithm: alg}, Trial{Seed: r.Seed}
			t.Time, _, err = timing.Repeat(r.now, r.Least, func() (err error) {
				t.Stats, _, err = r.solve(ctx, &res, r.call())
				return err
			})
			if err == nil {
				err = checkNumber(alg, r.Order, r.wanted(alg), t.Stats.Solutions)
			}
			if t.Out = res.Out; err == nil || errors.Is(err, errOut) {
				e.Trials, err = append(e.Trials, t), nil
			}
		}
	})
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = nil
	}
	e.Clock, e.Complete = r.clockName(), len(e.Trials) == seeds
	return e, err
}
