package counting

import (
	"context"

	"queens/count"
)

// countFixed answers `queens count --of fixed`: Q(N) is read from the table, and counted with --verify
// or where it is not known.
func (a *app) countFixed(ctx context.Context, again string, order int, o countOptions) error {
	o.of = string(count.Symmetric)
	if o.Verify {
		o.of, o.Verify = string(count.AllSolutions), false
	}
	job, options, err := a.job(order, &o)
	if err != nil {
		return err
	}
	report, err := a.answer(ctx, again, job, options)
	if err != nil {
		return err
	}
	r, err := burnsideOf(report)
	if err != nil {
		return err
	}
	return a.Print(r)
}
