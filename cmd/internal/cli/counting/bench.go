package counting

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
	"queens/internal/timing"
)

type benchOptions struct {
	kernel string
	Device string
	method string
	Runs   int
	Time   time.Duration
	format string
}

const allKernels = "all"

func newBench(a *app) *cobra.Command {
	o := benchOptions{kernel: allKernels, method: plan.Auto, Time: 100 * time.Millisecond}
	cmd := a.Command("bench", &o, func(cmd *cobra.Command, args []string) error {
		switch {
		case o.Time > maxLeast:
			return command.Usagef("--time %v: want 0 to %v", o.Time, maxLeast)
		case len(args) == 0:
			args = []string{"12..15"}
		}
		orders, err := command.Orders(args, 0, plan.MaxOrder)
		if err != nil {
			return err
		}
		return a.bench(cmd.Context(), orders, o)
	})
	command.Flag(cmd, "kernel", &o.kernel, append([]string{allKernels}, methods.Kernels()...)...)
	command.Flag(cmd, "method", &o.method, methods.Names()...)
	a.AddFormat(cmd, &o.format, "text", "benchfmt", "json")
	return cmd
}

const maxLeast = time.Hour

// bench measures the plan of each order and prints each row when it is ready.
func (a *app) bench(ctx context.Context, orders []int, o benchOptions) error {
	options, layout := count.Options{Method: o.method}, o.format
	how := count.Options{Workers: 1} // counts on this goroutine, which may be bound to one processor
	switch {
	case o.Device != "":
		if o.format == "benchfmt" || o.kernel != allKernels || o.method != plan.Auto {
			return command.Usagef("--device measures whole counts and prints text or JSON; omit --kernel, --method " +
				"and other formats")
		}
		devices, closeAll, err := a.OpenDevices(ctx, o.Device, 0)
		if err != nil {
			return err
		}
		defer closeAll()
		options.Method = "parity"
		if o.format == "text" {
			layout = "device"
		}
		how = count.Options{Devices: devices, DevicesAlone: true}
	case o.kernel != allKernels:
		options.Kernel = o.kernel
	}
	if err := options.Validate(); err != nil {
		return err
	}
	show := func(layout string, row *benchRow) error {
		if a.JSON {
			return printer.WriteJSON(a.Stdout, row)
		}
		_, err := io.WriteString(a.Stdout, texts.Text(printer.Style{}, layout, row))
		return err
	}
	each := func() error {
		if !a.JSON {
			if err := show(layout+" head", nil); err != nil {
				return err
			}
		}
		for _, n := range orders {
			job, err := count.NewJob(count.Question{Order: n}, options)
			if err != nil {
				return err
			}
			variant := job.Variant()
			p, err := plan.New(ctx, n, variant)
			if err != nil {
				return err
			}
			for _, name := range o.names(variant) {
				a.Status.Say("order %d, %s", n, name)
				if o.Device == "" {
					how.Kernel = name
				}
				row, err := measure(p, name, o, func() (*count.Tally, error) { return count.Run(ctx, p, how) })
				if err != nil {
					return errs.Errorf("order %d: %w", n, err)
				}
				if err := show(layout, row); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if o.Device != "" {
		return each()
	}
	var err error
	cpu, bound := sys.OnBoundThread(func() { err = each() })
	if err == nil && a.Talks() {
		where := "not bound to a processor"
		if bound {
			where = fmt.Sprintf("bound to processor %d", cpu)
		}
		a.Note("one worker, %s; medians of %s", where, humanize.Plural(o.Runs, "measurement"))
	}
	return err
}

func (o benchOptions) names(s plan.Variant) []string {
	switch {
	case o.Device != "":
		return []string{o.Device}
	case o.kernel != allKernels:
		return []string{o.kernel}
	}
	return kernelsOf(s)
}

// longWarmUp is the time above which a count needs no warm-up.
const longWarmUp = time.Second

func measure(p *plan.Plan, kernel string, o benchOptions, once func() (*count.Tally, error)) (*benchRow, error) {
	row := &benchRow{Schema: "queens.bench/1", Order: p.Order, Method: p.Variant.Name, Kernel: kernel}
	var first *count.Tally
	checked := func() error {
		tally, err := once()
		switch {
		case err != nil:
			return err
		case first == nil:
			first, row.Solutions, row.Nodes = tally, tally.Total, tally.Nodes
			return checkKnown(p, kernel, tally)
		case tally.Total != first.Total || tally.Nodes != first.Nodes:
			return errs.Errorf("kernel %s finds %v solutions in %v nodes, then %v in %v: %w",
				kernel, first.Total, first.Nodes, tally.Total, tally.Nodes, ledger.ErrMismatch)
		}
		return nil
	}
	run, err := timed(min(o.Time, longWarmUp), checked)
	if run.Wall >= longWarmUp {
		row.Runs = append(row.Runs, run)
	}
	for err == nil && len(row.Runs) < o.Runs {
		run, err = timed(o.Time, checked)
		row.Runs = append(row.Runs, run)
	}
	if err == nil {
		row.Summarise()
	}
	return row, err
}

// checkKnown compares a count with the known value. Errors: ledger.ErrMismatch.
func checkKnown(p *plan.Plan, kernel string, tally *count.Tally) error {
	if value, known := methods.Published(p.Variant, p.Order); known && value != tally.Total {
		return errs.Errorf("kernel %s counts %v %s of order %d by method %s, but the known value is %v: %w", kernel,
			tally.Total, p.Variant.Counts, p.Order, p.Variant.Name, value, ledger.ErrMismatch)
	}
	return nil
}

func timed(least time.Duration, once func() error) (run benchRun, err error) {
	began, err := sys.CPUTime()
	if err != nil {
		return run, err
	}
	run.Wall, run.Repeats, err = timing.Repeat(timing.Wall, least, once)
	end, unread := sys.CPUTime()
	run.CPU = (end - began) / time.Duration(run.Repeats)
	return run, cmp.Or(err, unread)
}

type benchRow struct {
	Schema    string       `json:"schema"`
	Order     int          `json:"order"`
	Method    string       `json:"method"`
	Kernel    string       `json:"kernel"`
	Solutions queens.Total `json:"solutions"`
	Nodes     queens.Total `json:"nodes"`
	Runs      []benchRun   `json:"runs"`
	benchRun               // medians; Repeats of the last
	Spread    float64      `json:"spread"` // (longest - shortest) / median of the processor times

	// Ratios of the medians; absent if the divisor is 0.
	PerSolution      *float64 `json:"nanosPerSolution,omitempty"`
	NodesPerSolution *float64 `json:"nodesPerSolution,omitempty"`
	PerNode          *float64 `json:"nanosPerNode,omitempty"`
}

// benchRun is one measurement, in nanoseconds per count.
type benchRun struct {
	CPU     time.Duration `json:"cpuNanos"`
	Wall    time.Duration `json:"wallNanos"`
	Repeats int           `json:"repeats"` // counts measured together
}

func (r *benchRow) Summarise() {
	r.benchRun = r.Runs[len(r.Runs)-1]
	var cpu, wall []time.Duration
	for _, run := range r.Runs {
		cpu, wall = append(cpu, run.CPU), append(wall, run.Wall)
	}
	r.CPU, r.Spread = timing.Median(cpu)
	r.Wall, _ = timing.Median(wall)
	r.PerSolution = ratio(float64(r.CPU), r.Solutions.Float64())
	r.NodesPerSolution = ratio(r.Nodes.Float64(), r.Solutions.Float64())
	r.PerNode = ratio(float64(r.CPU), r.Nodes.Float64())
}

func ratio(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	q := a / b
	return &q
}
