package program

import (
	"context"
	"fmt"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/sys"
)

// longWarmUp is the time of a count that needs no warming up.
const longWarmUp = time.Second

type measured func(ctx context.Context, p *plan.Plan, kernel string) (*count.Tally, error)

func measure(ctx context.Context, p *plan.Plan, kernel string, once measured, o benchOptions) (*benchRow, error) {
	row := &benchRow{Schema: "queens.bench/1", Order: p.Order, Scheme: p.Scheme.Name, Kernel: kernel, Repeats: 1}
	first, tally, err := measureOnce(ctx, p, kernel, once, 1)
	if err != nil {
		return row, err
	}
	if value, known := count.Published(p.Scheme, p.Order); known && value != tally.Total {
		return row, fmt.Errorf("kernel %s finds %v solutions, known are %v: %w", kernel, tally.Total,
			value, ledger.ErrMismatch)
	}
	row.Solutions, row.Nodes = tally.Total, tally.Nodes
	if time.Duration(first.Wall) >= longWarmUp {
		row.Runs = append(row.Runs, first)
	} else if first, err = warmUp(ctx, p, kernel, once, o.Time); err != nil {
		return row, err
	}
	row.Repeats = max(1, int(float64(o.Time)/max(1, first.Wall)+0.5))
	for len(row.Runs) < o.Runs {
		run, again, err := measureOnce(ctx, p, kernel, once, row.Repeats)
		if err != nil {
			return row, err
		}
		if again.Total != row.Solutions || again.Nodes != row.Nodes {
			return row, fmt.Errorf("kernel %s finds %v solutions in %v nodes, then %v in %v: %w",
				kernel, row.Solutions, row.Nodes, again.Total, again.Nodes, ledger.ErrMismatch)
		}
		row.Runs = append(row.Runs, run)
	}
	row.Summarise()
	return row, nil
}

func warmUp(ctx context.Context, p *plan.Plan, kernel string, once measured, least time.Duration) (benchRun, error) {
	for began := time.Now(); ; {
		run, _, err := measureOnce(ctx, p, kernel, once, 1)
		if err != nil || time.Since(began) >= min(least, longWarmUp) {
			return run, err
		}
	}
}

func measureOnce(ctx context.Context, p *plan.Plan, kernel string, once measured,
	repeats int,
) (benchRun, *count.Tally, error) {
	cpu, err := sys.CPUTime()
	if err != nil {
		return benchRun{}, nil, err
	}
	began := time.Now()
	var tally *count.Tally
	for range repeats {
		if tally, err = once(ctx, p, kernel); err != nil {
			return benchRun{}, nil, err
		}
	}
	wall := time.Since(began)
	cpuEnd, err := sys.CPUTime()
	return benchRun{CPU: float64(cpuEnd-cpu) / float64(repeats), Wall: float64(wall) / float64(repeats)}, tally, err
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
