package count

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"queens"
	"queens/count/plan"
	"queens/internal/kernel"
	"queens/internal/kernel/halves"
	"queens/internal/sys"
)

// Forecast is an estimate of a run from random samples of its boards.
type Forecast struct {
	Order     int    `json:"order"`
	Scheme    string `json:"scheme"`
	Counts    string `json:"counts"`
	Solutions Band   `json:"solutions"` // of the board
	Seconds   Band   `json:"seconds"`   // processor time of one worker of this machine, which is the time it takes on an idle one; with the scatter of the machine
	Workers   int    `json:"workers"`
	Samples   int    `json:"samples"`
	Parts     int    `json:"parts"`   // of the samples, those of which a part was counted
	Sampled   int    `json:"sampled"` // order of the samples, see Estimate
	Seed      uint64 `json:"seed"`
}

// Elapsed returns the estimated seconds with the workers of the forecast. Large orders take
// more than the 292 years of a time.Duration.
func (f Forecast) Elapsed() float64 { return f.Seconds.Mean / float64(f.Workers) }

// Band is an estimate with the bounds that hold the true value in about nine of
// ten estimates.
type Band struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Tells reports whether the bounds say anything: those of a few samples that differ
// widely begin at nothing.
func (b Band) Tells() bool { return b.Low > 0 }

// sampled is what one random sample says of the whole count.
type sampled struct {
	solutions, seconds float64
	part               bool // the rest of it is extrapolated
	placed             bool // in an order in which neighbours are alike
	place              int
}

// EstimateBudget is the time that samples take unless another one is asked for.
const EstimateBudget = 20 * time.Second

// Where the count itself takes no longer, samples take next to nothing.
const (
	shortBudget = time.Second
	workOfShort = 2.5e8 // estimated board states, about a second of a portable kernel
)

// Long reports whether the count that is drafted takes more than some minutes of one worker, by
// its estimated work alone: whether it is worth an estimate.
func Long(d *plan.Draft) bool { return d.Work.Float64() > 120*workOfShort }

// Estimate samples pieces of the run that is drafted and counts each with the kernel of the options, for the given time (0: 20 seconds, or one
// where the count itself takes no more) but at least 30 of them, or
// until both bands are within a hundredth of their mean. Where a sample takes
// seconds, at order 28, fewer must do: 8 after twice the time, 2 after three times as
// much. Of large pieces a sample counts a part. Solutions and samples are reproducible by the seed for the same
// number of samples; times are not.
//
// Of an order without a plan the time is that of the largest one with a plan that is even or odd like it, by samples, times the
// ratio of their estimated tests; solutions are not estimated.
//
// With devices the first one of them is timed alone, the lists of its units not included, and one unit of eight compared with the processor's count.
//
// Errors: those of Run before it starts; ledger.ErrMismatch for a device; ctx's error.
func Estimate(ctx context.Context, d *plan.Draft, o Options, budget time.Duration, seed uint64) (Forecast, error) {
	if err := o.Validate(); err != nil {
		return Forecast{}, err
	}
	e, err := engineFor(d.Scheme.Kind(), o.Kernel)
	if err != nil {
		return Forecast{}, err
	}
	if !d.Planned() {
		return extrapolate(ctx, d, o, budget, seed)
	}
	samples, err := e.sample(ctx, d, o, seed)
	if err != nil {
		return Forecast{}, err
	}
	if budget == 0 {
		budget = EstimateBudget
		if d.Work.Float64() < workOfShort {
			budget = shortBudget
		}
	}
	workers := o.cores()
	if e.kind == plan.RowSets && len(o.Devices) > 0 {
		workers = 1 // the first device, and nothing else
	}
	f := Forecast{
		Order: d.Order, Scheme: d.Scheme.Name, Counts: d.Scheme.Counts, Workers: workers, Seed: seed,
		Sampled: d.Order,
	}
	var drawn draws
	machine, err := newReference()
	if err != nil {
		return Forecast{}, err
	}
	began := time.Now()
	for sample, err := range samples {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Forecast{}, fmt.Errorf("count: estimate: %w", err)
		}
		drawn.add(sample)
		if sample.part {
			f.Parts++
		}
		if f.Samples++; f.Samples%referenceEvery == 0 {
			machine.measure()
		}
		elapsed := time.Since(began)
		if f.Samples >= minSamples && (elapsed > budget || drawn.narrow()) ||
			f.Samples >= fewSamples && elapsed > 2*max(budget, sampleTime) ||
			f.Samples >= 2 && elapsed > 3*max(budget, sampleTime) {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return Forecast{}, fmt.Errorf("count: estimate: %w", err)
	}
	machine.measure()
	solutions, times := drawn.bands()
	f.Solutions, f.Seconds = solutions, machine.widen(times)
	return f, nil
}

// extrapolate estimates the time of an order without a plan.
func extrapolate(ctx context.Context, d *plan.Draft, o Options, budget time.Duration, seed uint64) (Forecast, error) {
	sampled := d.Scheme.MaxOrder - (d.Order-d.Scheme.MaxOrder)%2
	base, err := plan.NewDraft(ctx, sampled, d.Scheme)
	if err != nil {
		return Forecast{}, fmt.Errorf("count: %w", err)
	}
	f, err := Estimate(ctx, base, o, budget, seed)
	if err != nil {
		return Forecast{}, err
	}
	ratio := d.Tests(ctx) / base.Tests(ctx)
	if err := ctx.Err(); err != nil {
		return Forecast{}, fmt.Errorf("count: estimate: %w", err)
	}
	f.Order, f.Solutions = d.Order, Band{}
	f.Seconds = Band{f.Seconds.Mean * ratio, f.Seconds.Low * ratio, f.Seconds.High * ratio}
	return f, nil
}

// reference is a piece that is counted before, between and after the samples: how much
// its time varies is a matter of the machine.
type reference struct {
	task    *kernel.Task
	kernel  kernel.Kernel
	seconds []float64
}

// referenceOrder is the order of the reference piece, a whole board, some milliseconds.
var referenceOrder = 14

// referenceEvery is after how many samples the reference piece is counted.
const referenceEvery = 10

func newReference() (*reference, error) {
	board, err := plan.BoardOf(queens.Problem{Order: referenceOrder})
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	choose, err := kernel.Choose(Auto)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	task := taskOf(&board)
	r := &reference{task: task, kernel: choose(task)}
	r.measure() // the first time caches are cold
	r.seconds = nil
	r.measure()
	return r, nil
}

// measure counts the piece once.
func (r *reference) measure() {
	seconds := stopwatch()
	r.kernel.Count(r.task)
	r.seconds = append(r.seconds, seconds())
}

// widen returns a band of times as wide as the machine was fast and slow at the
// reference piece.
func (r *reference) widen(b Band) Band {
	var sum float64
	for _, s := range r.seconds {
		sum += s
	}
	if mean := sum / float64(len(r.seconds)); mean > 0 {
		b.Low *= slices.Min(r.seconds) / mean
		b.High *= slices.Max(r.seconds) / mean
	}
	return b
}

// sampleWork is the work of one sampled board, some milliseconds.
var sampleWork = queens.NewTotal(1 << 20)

// sampleBoards samples boards.
func sampleBoards(_ context.Context, d *plan.Draft, o Options, seed uint64) (iter.Seq2[sampled, error], error) {
	choose, err := kernel.Choose(o.Kernel)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return func(yield func(sampled, error) bool) {
		for sample := range d.Samples(sampleWork, seed) {
			task := taskOf(&sample.Board)
			seconds := stopwatch()
			found := choose(task).Count(task)
			took := seconds()
			if !yield(sampled{
				solutions: float64(found.Solutions) * float64(sample.Weight) * sample.Inverse,
				seconds:   took * sample.Inverse,
			}, nil) {
				return
			}
		}
	}, nil
}

// sampledSets is the number of column sets that are drawn at once.
const sampledSets = 1 << 10

// sampleSets samples column sets. Where all workers share the tables of quarters
// those are made before the time is taken: most sets of a whole count find them
// made. Large sets are probed.
func sampleSets(ctx context.Context, d *plan.Draft, o Options, seed uint64) (iter.Seq2[sampled, error], error) {
	p, err := d.Plan(ctx)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	b := budgetOf(o)
	source := halves.NewSource(d.Order, plan.Ranks(d.Order/2), b.tables)
	j, err := newJoiner(d.Frame, source, o, b)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, uint64(d.Order)<<32))
	return func(yield func(sampled, error) bool) {
		for _, drawn := range p.SampleSets(sampledSets, seed) {
			sub := &drawn.Subproblem
			large := sub.Work.Compare(probeFrom) > 0
			if source.Kept() && !large {
				j.warm(sub)
			}
			if !source.Kept() { // a set of a whole count finds few tables of the one before
				j.lister = halves.NewLister(source, j.kernel, b.own)
			}
			sample, err := j.sample(ctx, sub, large, random)
			sample.solutions *= drawn.Inverse
			sample.seconds *= drawn.Inverse
			if !yield(sample, err) || err != nil {
				return
			}
		}
	}, nil
}

// sample counts a subproblem of one column set, or probes it if it is large.
func (j *joiner) sample(ctx context.Context, sub *plan.Subproblem, large bool, random *rand.Rand) (sampled, error) {
	if large {
		s, err := j.probe(ctx, sub, random)
		s.part = true
		return s, err
	}
	seconds := stopwatch()
	result, err := j.count(ctx, sub)
	return sampled{solutions: result.Total.Float64(), seconds: seconds()}, err
}

// stopwatch returns a function that tells the seconds since. It goes by the
// processor time of this process, which nothing else has while it samples, so that
// a busy machine does not look like a slow one; by the clock where that is less,
// because some systems count processor time in coarse steps.
func stopwatch() func() float64 {
	began := time.Now()
	used, err := sys.CPUTime()
	return func() float64 {
		elapsed := time.Since(began)
		now, errNow := sys.CPUTime()
		if cpu := now - used; err == nil && errNow == nil && cpu > 0 {
			elapsed = min(elapsed, cpu)
		}
		return elapsed.Seconds()
	}
}

// minSamples is the least number of samples behind an estimate, fewSamples where they
// take long, which is more than sampleTime in all.
const (
	minSamples = 30
	fewSamples = 8
	sampleTime = 2 * time.Second
)

// moments gathers the mean and the variance of numbers, by Welford's recurrence.
type moments struct {
	count        int
	mean, square float64 // square is the sum of squared deviations
}

func (m *moments) add(x float64) {
	m.count++
	d := x - m.mean
	m.mean += d / float64(m.count)
	m.square += d * (x - m.mean)
}

// band returns the mean with its bounds.
func (m *moments) band() Band {
	if m.count < 2 {
		return Band{m.mean, m.mean, m.mean}
	}
	k := float64(m.count - 1)
	return bandOf(m.mean, m.square/k/float64(m.count), k)
}

// bandOf returns a mean with standard errors on either side: nine tenths of
// Student's distribution, whose quantile for k degrees of freedom is within a
// twentieth of 1.645 + 1.52/k + 3.15/k^3.
func bandOf(mean, variance, k float64) Band {
	quantile := 1.645 + 1.52/k + 3.15/(k*k*k)
	half := quantile * math.Sqrt(variance)
	return Band{Mean: mean, Low: max(0, mean-half), High: mean + half}
}

// draws gathers samples.
type draws struct {
	solutions, seconds moments
	placed             []sampled // those with a place, by place
}

func (d *draws) add(s sampled) {
	d.solutions.add(s.solutions)
	d.seconds.add(s.seconds)
	if s.placed {
		at, _ := slices.BinarySearchFunc(d.placed, s, func(a, b sampled) int { return a.place - b.place })
		d.placed = slices.Insert(d.placed, at, s)
	}
}

// bands returns what the samples say. Those with places are spread evenly over strata, so that it is how much
// neighbours differ that tells the variance of their mean.
func (d *draws) bands() (solutions, seconds Band) {
	if len(d.placed) < 2 {
		return d.solutions.band(), d.seconds.band()
	}
	var squares sampled
	for i, s := range d.placed[1:] {
		squares.solutions += square(s.solutions - d.placed[i].solutions)
		squares.seconds += square(s.seconds - d.placed[i].seconds)
	}
	n := float64(len(d.placed))
	of := func(mean, squares float64) Band { return bandOf(mean, squares/(2*(n-1)*n), max(1, (n-1)*2/3)) }
	return of(d.solutions.mean, squares.solutions), of(d.seconds.mean, squares.seconds)
}

func square(x float64) float64 { return x * x }

// narrow reports whether the bands are within a hundredth of their means.
func (d *draws) narrow() bool {
	solutions, seconds := d.bands()
	return solutions.narrow() && seconds.narrow()
}

func (b Band) narrow() bool { return b.High-b.Mean <= b.Mean/100 }
