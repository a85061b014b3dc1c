package survey

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"queens"
	"queens/count"
	"queens/count/internal/cpu"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
)

// Forecast is an estimate of a run from random samples of its boards.
type Forecast struct {
	Order     int    `json:"order"`
	Method    string `json:"method"`
	Counts    string `json:"counts"`
	Solutions Band   `json:"solutions,omitzero"` // of the board

	// Processor time of one worker of this machine, which is the elapsed time on an idle one, with
	// the variation of the machine. It includes the plan.
	Seconds Band `json:"expectedSeconds"`
	// Clock is the mean frequency of the core in GHz. Times multiplied by it compare across
	// machines.
	Clock float64 `json:"ghz"`

	Device  string `json:"device,omitempty"` // what counts instead of the workers, without its lists
	Workers int    `json:"workers"`
	// WorkerCost is the processor time of a small count beside others on all workers, relative to
	// one alone: cores share clock, caches and memory. It is missing for one worker.
	WorkerCost float64 `json:"workerCost,omitzero"`

	Samples int    `json:"samples"`
	Seed    uint64 `json:"seed,string"`
}

// Elapsed returns the estimated elapsed seconds with the workers of the forecast and their cost.
func (f Forecast) Elapsed() Band {
	each := cmp.Or(f.WorkerCost, 1) / float64(f.Workers)
	return Band{f.Seconds.Mean * each, f.Seconds.Low * each, f.Seconds.High * each}
}

// Band is an estimate with bounds that contain the true value in about nine of ten estimates.
type Band struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// IsUseful reports whether the bounds are useful: those of a few samples start at zero.
func (b Band) IsUseful() bool { return b.Low > 0 }

// IsZero reports whether the bounds say too little for a number: they are more than a factor of
// four apart. A few samples then miss the rare ones that have most of the solutions.
func (b Band) IsZero() bool { return b.High == 0 || b.High > 4*b.Low }

// EstimateBudget is the default time for samples.
const EstimateBudget = 20 * time.Second

// Short counts get short samples.
const (
	shortBudget = time.Second
	workOfShort = 2.5e8 // estimated board states, about one second of a portable kernel
)

// Long reports whether the count takes more than some minutes of one worker, according to its
// estimated work.
func Long(d *plan.Plan) bool { return d.Work.Float64() > 120*workOfShort }

// Estimate counts random pieces of the drafted run for the given time (0: 20 seconds, or one if the
// count itself takes no more). It takes at least 30, or stops when both bands are within a
// hundredth of their mean. If samples take seconds, 8 suffice after twice the time, and 2 if one
// more would take longer. The seed determines solutions and samples, but not times.
//
// With devices, Estimate times the first one alone, without making lists, and compares one unit of
// eight with the processor.
//
// Errors: those of Run before it starts; ledger.ErrMismatch for a device.
func Estimate(ctx context.Context, d *plan.Plan, o count.Options, budget time.Duration, seed uint64) (f Forecast,
	err error,
) {
	began := time.Now()
	info := d.Variant.Method.Info()
	if err := cmp.Or(o.Validate(), info.Accepted(o.Kernel), o.Addressable(d.Order, d.Variant)); err != nil {
		return f, err
	}
	own, planned := o.ForMethod(info), 0.0 // seconds
	samples, err := d.Count.Samples(ctx, func(ctx context.Context) ([]plan.Subproblem, error) {
		seconds := plan.Stopwatch()
		err := d.Cut(ctx)
		planned = seconds()
		return d.Subproblems, err
	}, own, seed)
	if err != nil {
		return f, err
	}
	switch {
	case budget == 0 && d.Work.Float64() < workOfShort:
		budget = shortBudget
	case budget == 0:
		budget = EstimateBudget
	}
	machine, err := newReference(ctx)
	if err != nil {
		return f, err
	}
	f = Forecast{
		Order: d.Order, Method: d.Variant.Name, Counts: d.Variant.Counts, Workers: o.Cores(), Seed: seed,
	}
	if len(own.Devices) > 0 {
		f.Workers, f.Device = 1, own.Devices[0].Name() // and nothing else
	}
	var drawn draws
	last, longest := time.Now(), time.Duration(0)
	for sample, failed := range samples {
		if err = cmp.Or(failed, ctx.Err()); err != nil {
			break
		}
		drawn.add(sample)
		if f.Samples++; f.Samples%referenceEvery == 0 {
			err = machine.measure(ctx)
		}
		longest = max(longest, time.Since(last))
		last = time.Now()
		elapsed := last.Sub(began)
		if err != nil || f.Samples >= minSamples && (elapsed > budget || drawn.narrow()) ||
			f.Samples >= fewSamples && elapsed > 2*max(budget, sampleTime) ||
			f.Samples >= 2 && elapsed+longest > 2*max(budget, sampleTime) {
			break
		}
	}
	if err == nil {
		err = machine.measure(ctx)
	}
	if err == nil && f.Workers > 1 {
		f.WorkerCost, err = machine.costOf(ctx, f.Workers)
	}
	if err != nil {
		return Forecast{}, errs.Errorf("estimate: %w", err)
	}
	solutions, times := drawn.bands()
	f.Solutions, f.Seconds, f.Clock = solutions, machine.widen(times).plus(planned), machine.clock.mean
	return f, nil
}

// reference is a count before, between and after the samples. It measures the variation of times on
// this machine, and its clock.
type reference struct {
	plan    *plan.Plan
	seconds []float64
	clock   moments
}

// referenceOrder takes some milliseconds with the default variant.
var referenceOrder = 14

// Number of samples between two counts of the reference.
const referenceEvery = 10

func newReference(ctx context.Context) (*reference, error) {
	p, err := plan.New(ctx, referenceOrder, methods.Fastest(methods.Of(queens.Regular, plan.Still), referenceOrder))
	if err != nil {
		return nil, err
	}
	r := &reference{plan: p}
	if err := r.measure(ctx); err != nil { // the first time caches are cold
		return nil, err
	}
	r.seconds = nil
	return r, r.measure(ctx)
}

func (r *reference) measure(ctx context.Context) error {
	seconds := plan.Stopwatch()
	_, err := count.Run(ctx, r.plan, count.Options{Workers: 1})
	r.seconds = append(r.seconds, seconds())
	r.clock.add(cpu.Clock(plan.Stopwatch))
	return err
}

// costOf returns the processor time of counts on the given number of workers, relative to one.
func (r *reference) costOf(ctx context.Context, workers int) (float64, error) {
	const each = 5
	failures := make([]error, workers)
	var counts sync.WaitGroup
	seconds := plan.StopwatchOf(workers)
	for i := range failures {
		counts.Go(func() {
			for range each {
				_, again := count.Run(ctx, r.plan, count.Options{Workers: 1})
				failures[i] = cmp.Or(failures[i], again)
			}
		})
	}
	counts.Wait()
	used := seconds() / float64(workers*each)
	times := slices.Sorted(slices.Values(r.seconds))
	return max(1, used/times[len(times)/2]), cmp.Or(failures...)
}

// widen widens a band of times by the quartiles of the reference's times, divided by their median.
func (r *reference) widen(b Band) Band {
	times := slices.Sorted(slices.Values(r.seconds))
	last := len(times) - 1
	if median := (times[last/2] + times[(last+1)/2]) / 2; median > 0 {
		b.Low *= times[last/4] / median
		b.High *= times[last-last/4] / median
	}
	return b
}

func (b Band) plus(more float64) Band {
	if !b.IsUseful() {
		return b
	}
	return Band{b.Mean + more, b.Low + more, b.High + more}
}

// minSamples is the least number of samples of an estimate, fewSamples if they take more than
// sampleTime in total.
const (
	minSamples = 30
	fewSamples = 8
	sampleTime = 2 * time.Second
)

// moments computes mean and variance by Welford's recurrence.
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

func (m *moments) band() Band {
	if m.count < 2 {
		return Band{m.mean, m.mean, m.mean}
	}
	k := float64(m.count - 1)
	return bandOf(m.mean, m.square/k/float64(m.count), k)
}

// bandOf returns a mean with bounds: nine tenths of Student's distribution, whose quantile for k
// degrees of freedom is within a twentieth of 1.645 + 1.52/k + 3.15/k^3.
func bandOf(mean, variance, k float64) Band {
	quantile := 1.645 + 1.52/k + 3.15/(k*k*k)
	half := quantile * math.Sqrt(variance)
	return Band{Mean: mean, Low: max(0, mean-half), High: mean + half}
}

type draws struct {
	solutions, seconds moments
	placed             []plan.Sample // by place
}

func (d *draws) add(s plan.Sample) {
	d.solutions.add(s.Solutions)
	d.seconds.add(s.Seconds)
	if s.Placed {
		at, _ := slices.BinarySearchFunc(d.placed, s, func(a, b plan.Sample) int { return a.Place - b.Place })
		d.placed = slices.Insert(d.placed, at, s)
	}
}

// bands returns the estimates. Samples with places are spread evenly over strata, so the variance
// of their mean depends on the difference between neighbours.
func (d *draws) bands() (solutions, seconds Band) {
	if len(d.placed) < 2 {
		return d.solutions.band(), d.seconds.band()
	}
	var squares plan.Sample
	for i, s := range d.placed[1:] {
		squares.Solutions += square(s.Solutions - d.placed[i].Solutions)
		squares.Seconds += square(s.Seconds - d.placed[i].Seconds)
	}
	n := float64(len(d.placed))
	of := func(mean, squares float64) Band { return bandOf(mean, squares/(2*(n-1)*n), max(1, (n-1)*2/3)) }
	return of(d.solutions.mean, squares.Solutions), of(d.seconds.mean, squares.Seconds)
}

func square(x float64) float64 { return x * x }

func (d *draws) narrow() bool {
	solutions, seconds := d.bands()
	return solutions.narrow() && seconds.narrow()
}

func (b Band) narrow() bool { return b.High-b.Mean <= b.Mean/100 }
