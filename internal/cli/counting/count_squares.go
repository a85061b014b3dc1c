package counting

import (
	"context"

	"queens/count/survey"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

// Values of `queens count --of` that are no quantity of package count.
const (
	ofFirstQueen = "first-queen"
	ofFixed      = "fixed"
	ofSquares    = "squares"
)

func (o countOptions) spread() bool { return o.of == ofFirstQueen || o.of == ofSquares }

func (a *app) countSquares(ctx context.Context, order int, o countOptions) error {
	_, options, err := o.library()
	if err != nil {
		return err
	}
	a.lowerPriority(o)
	options.Progress = a.showProgress
	distribute := survey.FirstQueen
	if o.of == ofSquares {
		distribute = survey.Squares
	}
	d, err := distribute(ctx, order, options)
	if err == nil && o.Verify {
		err = d.Recheck(ctx, options)
	}
	if err != nil {
		return err
	}
	if a.Talks() {
		a.Note("order %d: %d squares counted, the others by symmetry; %s; kernel %s; %d checks hold",
			order, d.Counted, humanize.Duration(d.Elapsed), d.Kernel, len(d.Checks))
	}
	return a.Print(printer.Show("queens.squares/1", d, func(printer.Style) string { return squaresText(d) }))
}
