package survey

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/kind"
	"queens/count/plan"
	"queens/internal/cpu"
)

// Forecast is an estimate of a run from random samples of its boards.
type Forecast struct {
	Order     int    `json:"order"`
	Scheme    string `json:"method"`
	Counts    string `json:"counts"`
	Solutions Band   `json:"solutions"` // of the board

	// Processor time of one worker of this machine, which is the time it takes on an idle one; with
	// the scatter of the machine. The plan is part of it.
	Seconds Band `json:"processorSeconds"`
	// Clock of the core in the mean, in GHz: times this, times of several machines compare.
	Clock float64 `json:"ghz"`

	Workers int    `json:"workers"`
	Samples int    `json:"samples"`
	Sampled int    `json:"sampled"` // order of the samples, see Estimate
	Seed    uint64 `json:"seed,string"`
}

// Elapsed returns the estimated seconds with the workers of the forecast.
func (f Forecast) Elapsed() float64 { return f.Seconds.Mean / float64(f.Workers) }

// Band is an estimate with the bounds that hold the true value in about nine of ten estimates.
type Band struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Tells reports whether the bounds say anything: those of a few samples begin at nothing.
func (b Band) Tells() bool { return b.Low > 0 }

// EstimateBudget is the time that samples take unless another one is asked for.
const EstimateBudget = 20 * time.Second

// Where the count itself takes no longer, samples take next to nothing.
const (
	shortBudget = time.Second
	workOfShort = 2.5e8 // estimated board states, about a second of a portable kernel
)

// Long reports whether the count takes more than some minutes of one worker, by its estimated work
// alone.
func Long(d *plan.Draft) bool { return d.Work.Float64() > 120*workOfShort }

// Estimate samples pieces of the drafted run and counts each, for the given time (0: 20 seconds, or
// one where the count itself takes no more) but at least 30 of them, or until both bands are within
// a hundredth of their mean. Where a sample takes seconds, fewer must do: 8 after twice the time,
// and 2 if one more would take longer than three times as much. Solutions and samples are
// reproducible by the seed; times are not.
//
// For an order without a plan, the time is that of the largest planned order of the same parity,
// times the ratio of their estimated tests; solutions are not estimated. With devices the first one
// is timed alone, without the lists of its units, and one unit of eight is compared with the
// processor's count.
//
// Errors: those of Run before it starts; ledger.ErrMismatch for a device.
func Estimate(ctx context.Context, d *plan.Draft, o count.Options, budget time.Duration, seed uint64) (f Forecast,
	err error,
) {
	began := time.Now()
	facts := d.Scheme.Kind.Facts()
	if err := cmp.Or(o.Validate(), facts.Accepted(o.Kernel)); err != nil {
		return f, err
	}
	if !d.Planned() {
		return extrapolate(ctx, d, o, budget, seed)
	}
	own, planned := o.ForKind(facts), 0.0 // seconds
	samples, err := d.Count.Samples(ctx, func(ctx context.Context) ([]plan.Subproblem, error) {
		seconds := kind.Stopwatch()
		p, err := d.Plan(ctx)
		if planned = seconds(); err != nil {
			return nil, err
		}
		return p.Subproblems, nil
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
		Order: d.Order, Scheme: d.Scheme.Name, Counts: d.Scheme.Counts, Workers: o.Cores(), Seed: seed,
		Sampled: d.Order,
	}
	if len(own.Devices) > 0 {
		f.Workers = 1 // the first device, and nothing else
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
			f.Samples >= 2 && elapsed+longest > 3*max(budget, sampleTime) {
			break
		}
	}
	if err == nil {
		err = machine.measure(ctx)
	}
	if err != nil {
		return Forecast{}, fmt.Errorf("survey: estimate: %w", err)
	}
	solutions, times := drawn.bands()
	f.Solutions, f.Seconds, f.Clock = solutions, machine.widen(times).plus(planned), machine.clock.mean
	return f, nil
}

func extrapolate(ctx context.Context, d *plan.Draft, o count.Options, budget time.Duration, seed uint64) (Forecast,
	error,
) {
	sampled := d.Scheme.MaxOrder - (d.Order-d.Scheme.MaxOrder)%2
	base, err := plan.NewDraft(ctx, sampled, d.Scheme)
	if err != nil {
		return Forecast{}, fmt.Errorf("survey: %w", err)
	}
	ratio := d.Count.Tests(ctx) / base.Count.Tests(ctx)
	if err := ctx.Err(); err != nil {
		return Forecast{}, fmt.Errorf("survey: estimate: %w", err)
	}
	f, err := Estimate(ctx, base, o, budget, seed)
	if err != nil {
		return Forecast{}, err
	}
	f.Order, f.Solutions = d.Order, Band{}
	f.Seconds = Band{f.Seconds.Mean * ratio, f.Seconds.Low * ratio, f.Seconds.High * ratio}
	return f, nil
}

// reference is a count before, between and after the samples: it tells how much times vary on this
// machine, and its clock.
type reference struct {
	plan    *plan.Plan
	seconds []float64
	clock   moments
}

// referenceOrder is counted by its usual scheme, which takes some milliseconds.
var referenceOrder = 14

// referenceEvery is after how many samples the reference is counted.
const referenceEvery = 10

func newReference(ctx context.Context) (*reference, error) {
	p, err := plan.New(ctx, referenceOrder, plan.Fastest(plan.Of(queens.Regular, plan.Still), referenceOrder))
	if err != nil {
		return nil, fmt.Errorf("survey: %w", err)
	}
	r := &reference{plan: p}
	if err := r.measure(ctx); err != nil { // the first time caches are cold
		return nil, err
	}
	r.seconds = nil
	return r, r.measure(ctx)
}

func (r *reference) measure(ctx context.Context) error {
	seconds := kind.Stopwatch()
	_, err := count.Measure(ctx, r.plan, count.Auto)
	r.seconds = append(r.seconds, seconds())
	r.clock.add(cpu.Clock(kind.Stopwatch))
	return err
}

// widen returns a band of times wider by the quartiles of the times of the reference, over their
// median.
func (r *reference) widen(b Band) Band {
	times := slices.Sorted(slices.Values(r.seconds))
	last := len(times) - 1
	if median := (times[last/2] + times[(last+1)/2]) / 2; median > 0 {
		b.Low *= times[last/4] / median
		b.High *= times[last-last/4] / median
	}
	return b
}

// plus returns a band of so much more, if it tells anything.
func (b Band) plus(more float64) Band {
	if !b.Tells() {
		return b
	}
	return Band{b.Mean + more, b.Low + more, b.High + more}
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
	placed             []kind.Sample // those with a place, by place
}

func (d *draws) add(s kind.Sample) {
	d.solutions.add(s.Solutions)
	d.seconds.add(s.Seconds)
	if s.Placed {
		at, _ := slices.BinarySearchFunc(d.placed, s, func(a, b kind.Sample) int { return a.Place - b.Place })
		d.placed = slices.Insert(d.placed, at, s)
	}
}

// bands returns what the samples say. Those with places are spread evenly over strata, so the
// variance of their mean is a matter of how much neighbours differ.
func (d *draws) bands() (solutions, seconds Band) {
	if len(d.placed) < 2 {
		return d.solutions.band(), d.seconds.band()
	}
	var squares kind.Sample
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
