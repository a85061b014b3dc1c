package program

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/plan"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// benchOptions are the flags of `queens bench`.
type benchOptions struct {
	kernel    string
	device    string
	engine    string
	runs      int
	least     time.Duration
	json      bool
	csv       bool
	benchfmt  bool
	signature bool
}

// allKernels is the value of --kernel that measures each usable kernel.
const allKernels = "all"

// benchOrders are the orders measured if none is given.
var benchOrders = []int{12, 13, 14, 15}

func newBench(a *app) *cobra.Command {
	o := benchOptions{kernel: allKernels, engine: count.Auto, runs: 5, least: 100 * time.Millisecond}
	cmd := &cobra.Command{
		Use:   "bench [N...]",
		Short: "How fast each kernel counts on this machine",
		Long: `Bench counts all solutions of each order, 12 13 14 15 if none is given, by each
kernel that this processor can run, and prints the medians of --runs measurements:
processor time, elapsed time, nanoseconds and nodes per solution, nanoseconds per
node. The spread is the difference between the longest and the shortest processor
time as a share of the median. Every count is checked against the others and the
known value. All kernels and the usual orders take about a minute.

One worker counts, on a thread bound to one processor where the system can do that
(on Linux); making the plan is not measured. A measurement counts as often as fits
in --time, at least once. The first one warms up and does not count, unless it takes
a second or more.

--device measures a graphics card in place of kernels: whole counts by parity classes,
by elapsed time. queens count N --estimate --device NAME samples what
takes too long for that.

--benchfmt prints each measurement in the format of Go benchmarks, for benchstat to
compare two files. --signature counts a small fixed workload and prints one number
made of all solutions and nodes: the same on every machine, and the same after a
change of the program that changes no search.

Exit codes: 0 done, 1 failed, 2 bad argument, 3 counts differ, 130 interrupted.`,
		Example: `  queens bench
  queens bench 14 16 --kernel auto --runs 10
  queens bench 14 --benchfmt > new.txt
  queens bench 18 20 --device auto --runs 1
  queens bench --signature`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.signature {
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
	flags := cmd.Flags()
	kit.AddChoice(cmd, &o.kernel, "kernel", append([]string{allKernels}, count.Kernels()...), "which to measure")
	kit.AddChoice(cmd, &o.engine, "engine", count.Schemes(), "how to cut the count")
	kit.AddDevice(cmd, &o.device, "graphics cards to measure instead, together")
	flags.IntVar(&o.runs, "runs", o.runs, "measurements of each order and kernel")
	flags.DurationVar(&o.least, "time", o.least, "least time of a measurement, which repeats a short count")
	kit.AddJSONLines(cmd, &o.json, "")
	flags.BoolVar(&o.csv, "csv", false, "print CSV")
	flags.BoolVar(&o.benchfmt, "benchfmt", false, "print each measurement in the format of Go benchmarks")
	flags.BoolVar(&o.signature, "signature", false, "print one number that depends on the search alone")
	return cmd
}

// maxRuns and maxLeast bound what can be meant.
const (
	maxRuns  = 10_000
	maxLeast = time.Hour
)

// validate checks the flags and returns the orders to measure.
func (o benchOptions) validate(args []string) ([]int, error) {
	if o.runs < 1 || o.runs > maxRuns {
		return nil, kit.Usagef("bench: --runs %d: want 1 to %d", o.runs, maxRuns)
	}
	if o.least < 0 || o.least > maxLeast {
		return nil, kit.Usagef("bench: --time %v: want 0 to %v", o.least, maxLeast)
	}
	if o.json && o.csv || o.json && o.benchfmt || o.csv && o.benchfmt {
		return nil, kit.Usagef("bench: --json, --csv and --benchfmt exclude each other")
	}
	if len(args) == 0 {
		return benchOrders, nil
	}
	orders := make([]int, len(args))
	for i, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 0 || n > plan.MaxOrder {
			return nil, kit.Usagef("bench: order %q: want a number from 0 to %d", arg, plan.MaxOrder)
		}
		orders[i] = n
	}
	return orders, nil
}

// kernels returns the names of the kernels to measure that count by the scheme.
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

// bench measures every order by every kernel and prints each as it is done.
func (a *app) bench(ctx context.Context, orders []int, o benchOptions) error {
	options := count.Options{Scheme: o.engine}
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
		a.Note("one worker, %s; medians of %s", where, human.Plural(o.runs, "measurement"))
	}
	return err
}

// measureKernels measures one plan by every kernel.
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
