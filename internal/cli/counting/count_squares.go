package counting

import (
	"context"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/survey"
	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// Values of `queens count --of` that ask for a count of each square.
const (
	ofFirstQueen = "first-queen"
	ofSquares    = "squares"
)

// asksForSquares reports whether --of or --first-queen asks for a count of each
// square, and refuses flags that do not go with it. With --first-queen, o.of becomes
// what it stands for.
func (o *countOptions) asksForSquares(cmd *cobra.Command) (bool, error) {
	if o.first {
		if cmd.Flags().Changed("of") && o.of != ofFirstQueen {
			return false, kit.Usagef("count: --first-queen and --of %s ask for two things: want one of them", o.of)
		}
		o.of = ofFirstQueen
	}
	switch {
	case o.of != ofFirstQueen && o.of != ofSquares:
		return false, nil
	case o.topology != queens.Regular.String():
		return false, kit.Usagef("count: --of %s of the %s board: only the regular one is counted by squares", o.of, o.topology)
	case o.estimate:
		return false, kit.Usagef("count: --of %s has no --estimate: it takes some times as long as --of all", o.of)
	}
	return true, nil
}

// countSquares answers `queens count --of squares` and `--of first-queen`.
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
	if err == nil && o.verify {
		err = d.Recheck(ctx, options)
	}
	if err != nil {
		return err
	}
	if a.Talks() {
		a.Note("order %d: %d squares counted, the others by symmetry; %s; kernel %s; %d checks hold",
			order, d.Counted, human.Duration(d.Elapsed), d.Kernel, len(d.Checks))
	}
	return a.Print(&counted.Distribution{Schema: "queens.squares/1", Of: o.of, Distribution: d}, o.json)
}
