package program

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/plan"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

type benchOptions struct {
	kernel    string
	Device    string
	method    string
	Runs      int
	Time      time.Duration
	format    string
	Signature bool
}

const allKernels = "all"

var benchOrders = []int{12, 13, 14, 15}

func newBench(a *app) *cobra.Command {
	o := benchOptions{kernel: allKernels, method: count.Auto, Time: 100 * time.Millisecond}
	cmd := a.Command("bench", &o)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Signature {
			if err := kit.Without(cmd, "cannot be combined with --signature", "kernel", "method", "device", "runs",
				"time", "format"); err != nil {
				return err
			}
			if len(args) > 0 {
				return kit.Usagef("--signature has its own workload; omit the orders")
			}
			r, err := newSignature(cmd.Context())
			if err != nil {
				return fmt.Errorf("signature: %w", err)
			}
			return a.Print(r)
		}
		orders, err := o.validate(args)
		if err != nil {
			return err
		}
		if o.Device != "" {
			return a.benchDevices(cmd.Context(), orders, o)
		}
		return a.bench(cmd.Context(), orders, o)
	}
	kit.Flag(cmd, "kernel", &o.kernel, append([]string{allKernels}, count.Kernels()...)...)
	kit.Flag(cmd, "method", &o.method, count.Schemes()...)
	a.AddFormat(cmd, &o.format, "text", "benchfmt", "json")
	return cmd
}

const maxLeast = time.Hour

func (o benchOptions) validate(args []string) ([]int, error) {
	if o.Time < 0 || o.Time > maxLeast {
		return nil, kit.Usagef("--time %v: want 0 to %v", o.Time, maxLeast)
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
	layout := kernelLayout
	if other, ok := layouts[o.format]; ok {
		layout = other
	}
	where, err := onBoundThread(func() error {
		if _, err := io.WriteString(a.Stdout, layout.head()); err != nil {
			return err
		}
		for _, n := range orders {
			scheme, err := (count.Question{Order: n}).Scheme(options)
			if err != nil {
				return err
			}
			if err := a.measureEach(ctx, n, scheme, o.kernels(scheme), count.Measure, layout, o); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && a.Talks() {
		a.Note("one worker, %s; medians of %s", where, humanize.Plural(o.Runs, "measurement"))
	}
	return err
}

func (a *app) benchDevices(ctx context.Context, orders []int, o benchOptions) error {
	layout := deviceLayout
	if o.format != "text" {
		layout = layouts[o.format]
	}
	if o.format == "benchfmt" || o.kernel != allKernels || o.method != count.Auto {
		return kit.Usagef("--device measures whole counts and prints text or JSON; omit --kernel, --method " +
			"and other formats")
	}
	devices, closeAll, err := a.OpenDevices(ctx, o.Device, 0)
	if err != nil {
		return err
	}
	defer closeAll()
	scheme, err := plan.Find("parity")
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if _, err := io.WriteString(a.Stdout, layout.head()); err != nil {
		return err
	}
	count := func(ctx context.Context, p *plan.Plan, _ string) (*count.Tally, error) {
		return count.MeasureDevices(ctx, p, devices)
	}
	for _, n := range orders {
		if err := scheme.Accepts(n); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		if err := a.measureEach(ctx, n, scheme, []string{o.Device}, count, layout, o); err != nil {
			return err
		}
	}
	return nil
}

// measureEach measures the plan of an order by each name, of a kernel or of devices, and prints
// each as it is done.
func (a *app) measureEach(
	ctx context.Context, n int, scheme plan.Scheme, names []string, once measured, layout benchLayout, o benchOptions,
) error {
	p, err := plan.New(ctx, n, scheme)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	for _, name := range names {
		a.Status.Say("order %d, %s", n, name)
		row, err := measure(ctx, p, name, once, o)
		if err != nil {
			return fmt.Errorf("order %d: %w", n, err)
		}
		if _, err := io.WriteString(a.Stdout, layout.row(row)); err != nil {
			return err
		}
	}
	return nil
}
