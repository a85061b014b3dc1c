package program

import (
	"context"
	"fmt"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/sys"
)

// benchRow is the outcome of measuring one order by one kernel, queens.bench/1.
type benchRow struct {
	Schema    string       `json:"schema"`
	Order     int          `json:"order"`
	Engine    string       `json:"engine"`
	Kernel    string       `json:"kernel"`
	Solutions queens.Total `json:"solutions"`
	Nodes     queens.Total `json:"nodes"`
	Repeats   int          `json:"repeats"` // counts in each measurement
	Runs      []benchRun   `json:"runs"`
	CPU       float64      `json:"cpuNanos"`  // of one count, median
	Wall      float64      `json:"wallNanos"` // of one count, median
	Spread    float64      `json:"spread"`    // (longest - shortest) / median of the processor times

	// Ratios of the medians; absent where there is no solution, or nothing to search.
	PerSolution      *float64 `json:"nanosPerSolution,omitempty"`
	NodesPerSolution *float64 `json:"nodesPerSolution,omitempty"`
	PerNode          *float64 `json:"nanosPerNode,omitempty"`
}

// benchRun is one measurement: times of one count, in nanoseconds.
type benchRun struct {
	CPU  float64 `json:"cpuNanos"`
	Wall float64 `json:"wallNanos"`
}

// longWarmUp is the time of a count that needs no warming up.
const longWarmUp = time.Second

// measure measures a plan by one kernel.
func measure(ctx context.Context, p *plan.Plan, kernel string, o benchOptions) (benchRow, error) {
	row := benchRow{Schema: "queens.bench/1", Order: p.Order, Engine: p.Scheme.Name, Kernel: kernel, Repeats: 1}
	first, tally, err := measureOnce(ctx, p, kernel, 1)
	if err != nil {
		return row, err
	}
	if value, known := count.Published(p.Scheme, p.Order); known && value != tally.Total {
		return row, fmt.Errorf("kernel %s finds %v solutions, known are %v: %w", kernel, tally.Total, value, ledger.ErrMismatch)
	}
	row.Solutions, row.Nodes = tally.Total, tally.Nodes
	if time.Duration(first.Wall) >= longWarmUp {
		row.Runs = append(row.Runs, first)
	} else if first, err = row.warmUp(ctx, p, o.least); err != nil {
		return row, err
	}
	row.Repeats = max(1, int(float64(o.least)/max(1, first.Wall)+0.5))
	for len(row.Runs) < o.runs {
		run, again, err := measureOnce(ctx, p, kernel, row.Repeats)
		if err != nil {
			return row, err
		}
		if again.Total != row.Solutions || again.Nodes != row.Nodes {
			return row, fmt.Errorf("kernel %s finds %v solutions in %v nodes, then %v in %v: %w",
				kernel, row.Solutions, row.Nodes, again.Total, again.Nodes, ledger.ErrMismatch)
		}
		row.Runs = append(row.Runs, run)
	}
	row.summarise()
	return row, nil
}

// warmUp counts for about the time of a measurement and returns the last one.
func (r *benchRow) warmUp(ctx context.Context, p *plan.Plan, least time.Duration) (benchRun, error) {
	for began := time.Now(); ; {
		run, _, err := measureOnce(ctx, p, r.Kernel, 1)
		if err != nil || time.Since(began) >= min(least, longWarmUp) {
			return run, err
		}
	}
}

// measureOnce counts the plan so many times and returns the times of one count.
func measureOnce(ctx context.Context, p *plan.Plan, kernel string, repeats int) (benchRun, *count.Tally, error) {
	cpu, err := sys.CPUTime()
	if err != nil {
		return benchRun{}, nil, err
	}
	began := time.Now()
	var tally *count.Tally
	for range repeats {
		if tally, err = count.Measure(ctx, p, kernel); err != nil {
			return benchRun{}, nil, err
		}
	}
	wall := time.Since(began)
	cpuEnd, err := sys.CPUTime()
	return benchRun{float64(cpuEnd-cpu) / float64(repeats), float64(wall) / float64(repeats)}, tally, err
}

// summarise sets the medians, the spread and the ratios.
func (r *benchRow) summarise() {
	var cpu, wall []float64
	for _, run := range r.Runs {
		cpu, wall = append(cpu, run.CPU), append(wall, run.Wall)
	}
	r.CPU, r.Wall = median(cpu), median(wall)
	if r.CPU > 0 {
		r.Spread = (slices.Max(cpu) - slices.Min(cpu)) / r.CPU
	}
	r.PerSolution = ratio(r.CPU, r.Solutions.Float64())
	r.NodesPerSolution = ratio(r.Nodes.Float64(), r.Solutions.Float64())
	r.PerNode = ratio(r.CPU, r.Nodes.Float64())
}

// median returns the middle of the values in order, the mean of the middle two if
// their number is even. There is at least one.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// ratio returns a / b, nil if there is none.
func ratio(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	q := a / b
	return &q
}

// onBoundThread calls f on a thread of its own, bound to one processor where the
// system can do that, and returns in words where it ran, and f's error.
func onBoundThread(f func() error) (where string, err error) {
	cpu, bound := sys.OnBoundThread(func() { err = f() })
	if !bound {
		return "not bound to a processor", err
	}
	return fmt.Sprintf("bound to processor %d", cpu), err
}
