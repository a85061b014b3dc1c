package program

import (
	"context"
	"fmt"

	"queens/count"
	"queens/count/plan"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

const deviceLayout = "%2v  %-16v  %14v  %10v  %12v\n"

func (a *app) benchDevices(ctx context.Context, orders []int, o benchOptions) error {
	if o.format == "csv" || o.format == "benchfmt" || o.kernel != allKernels || o.method != count.Auto {
		return kit.Usagef("bench: --device measures no kernel and prints a table, or JSON; leave out --kernel, --method and other formats")
	}
	devices, closeAll, err := a.OpenDevices(ctx, o.device, 0)
	if err != nil {
		return err
	}
	defer closeAll()
	scheme, err := plan.Find("parity")
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if o.format != "json" {
		fmt.Fprintf(a.Stdout, deviceLayout, "n", "device", "solutions", "wall time", "solutions/s")
	}
	for _, n := range orders {
		if err := scheme.Accepts(n); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		p, err := plan.New(ctx, n, scheme)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		row, err := measure(ctx, p, o.device, func(ctx context.Context, p *plan.Plan) (*count.Tally, error) {
			return count.MeasureDevices(ctx, p, devices)
		}, o)
		if err != nil {
			return fmt.Errorf("bench: order %d: %w", n, err)
		}
		if err := a.printDeviceRow(row, o.format == "json"); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printDeviceRow(row *benchRow, asJSON bool) error {
	if asJSON {
		return a.Print(row, true)
	}
	_, err := fmt.Fprintf(a.Stdout, deviceLayout, row.Order, row.Kernel, row.Solutions, humanize.Seconds(row.Wall/1e9), humanize.Count(row.Solutions.Float64()/row.Wall*1e9))
	return err
}
