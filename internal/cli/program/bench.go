package program

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/plan"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

type benchOptions struct {
	kernel    string
	device    string
	method    string
	runs      int
	least     time.Duration
	json      bool
	format    string
	signature bool
}

const allKernels = "all"

var benchOrders = []int{12, 13, 14, 15}

func newBench(a *app) *cobra.Command {
	o := benchOptions{kernel: allKernels, method: count.Auto, format: benchFormats[0], least: 100 * time.Millisecond}
	cmd := &cobra.Command{
		Use:   "bench [N...]",
		Short: "How fast each kernel counts on this machine",
		Long: `Bench counts all solutions of each order, 12..15 by default, by each kernel that this
processor can run, and prints medians: processor time, elapsed time, nanoseconds and nodes
per solution, nanoseconds per node. The spread is the difference between the longest and
the shortest processor time as a share of the median. Every count is checked against the
others and the known value.

One worker counts, bound to one processor on Linux; planning is not measured. The first
measurement warms up and does not count, unless it takes a second or more.

--device measures graphics cards instead: whole counts, by elapsed time. --format benchfmt
is for benchstat. --signature counts a small fixed workload and prints one number made of
all solutions and nodes: the same on every machine until a search changes.

Exit codes: 0 done, 1 failed, 2 bad argument, 3 counts differ, 130 interrupted.`,
		Example: `  queens bench
  queens bench 14..16 --kernel auto --runs 10
  queens bench 14 --format benchfmt > new.txt
  queens bench 18 20 --device auto --runs 1
  queens bench --signature`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.json {
				o.format = "json"
			}
			if o.signature {
				if err := kit.Without(cmd, "does not go with --signature", "kernel", "method", "device", "runs", "time", "format"); err != nil {
					return err
				}
				if len(args) > 0 {
					return kit.Usagef("bench: --signature has a workload of its own; leave out the orders")
				}
				return a.signature(cmd.Context(), o.json)
			}
			orders, err := o.validate(args)
			if err != nil {
				return err
			}
			if o.device != "" {
				return a.benchDevices(cmd.Context(), orders, o)
			}
			return a.bench(cmd.Context(), orders, o)
		},
	}
	kit.Flag(cmd, "kernel", &o.kernel, append([]string{allKernels}, count.Kernels()...)...)
	kit.Flag(cmd, "method", &o.method, count.Schemes()...)
	kit.Flag(cmd, "device", &o.device)
	kit.Flag(cmd, "runs", &o.runs)
	kit.Flag(cmd, "time", &o.least)
	kit.Flag(cmd, "json", &o.json)
	kit.Flag(cmd, "format", &o.format, benchFormats...)
	kit.Flag(cmd, "signature", &o.signature)
	return cmd
}

const maxLeast = time.Hour

var benchFormats = []string{"text", "csv", "benchfmt", "json"}

func (o benchOptions) validate(args []string) ([]int, error) {
	if o.least < 0 || o.least > maxLeast {
		return nil, kit.Usagef("bench: --time %v: want 0 to %v", o.least, maxLeast)
	}
	if len(args) == 0 {
		return benchOrders, nil
	}
	var orders []int
	for _, arg := range args {
		more, err := kit.Orders("bench", arg, 0, plan.MaxOrder)
		if err != nil {
			return nil, err
		}
		orders = append(orders, more...)
	}
	return orders, nil
}

func (o benchOptions) kernels(s plan.Scheme) []string {
	if o.kernel != allKernels {
		return []string{o.kernel}
	}
	var names []string
	for _, p := range s.Kind.Facts().Kernels {
		if p.Usable {
			names = append(names, p.Kernel)
		}
	}
	return names
}

func (a *app) bench(ctx context.Context, orders []int, o benchOptions) error {
	options := count.Options{Scheme: o.method}
	if o.kernel != allKernels {
		options.Kernel = o.kernel
	}
	if err := options.Validate(); err != nil {
		return err
	}
	printer := a.benchPrinter(o)
	where, err := onBoundThread(func() error {
		if err := printer.begin(); err != nil {
			return err
		}
		for _, n := range orders {
			scheme, err := (count.Question{Order: n}).Scheme(options)
			if err != nil {
				return err
			}
			p, err := plan.New(ctx, n, scheme)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			if err := a.measureKernels(ctx, p, o, printer.print); err != nil {
				return fmt.Errorf("bench: order %d: %w", n, err)
			}
		}
		return printer.end()
	})
	if err == nil && a.Talks() {
		a.Note("one worker, %s; medians of %s", where, humanize.Plural(o.runs, "measurement"))
	}
	return err
}

func (a *app) measureKernels(ctx context.Context, p *plan.Plan, o benchOptions, done func(*benchRow) error) error {
	for _, kernel := range o.kernels(p.Scheme) {
		a.Status.Say("order %d, kernel %s", p.Order, kernel)
		row, err := measure(ctx, p, kernel, func(ctx context.Context, p *plan.Plan) (*count.Tally, error) { return count.Measure(ctx, p, kernel) }, o)
		if err != nil {
			return err
		}
		if err := done(row); err != nil {
			return err
		}
	}
	return nil
}
