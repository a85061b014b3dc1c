package counting

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/internal/cli/kit"
)

// burnsideOptions are the flags of `queens burnside`.
type burnsideOptions struct {
	count   bool
	workers int
	state   string
	json    bool
}

func newBurnside(a *app) *cobra.Command {
	var o burnsideOptions
	cmd := &cobra.Command{
		Use:   "burnside N",
		Short: "Solutions each symmetry leaves unchanged; number of orbits",
		Long: fmt.Sprintf(`Burnside counts, for each of the eight symmetries of the board of order N, 0 to %d,
the solutions that it leaves unchanged. Their sum divided by eight is the number of
orbits: Burnside's lemma. Order 1 is an exception to Q = 8A + 4P + 2R (queens help
errata E1).

Solutions unchanged by a turn are counted by themselves, as sums of products, which
takes less than the square root of the time; reflections leave none unchanged beyond order 1, because
a queen off the axis and her image attack each other. What the identity leaves
unchanged is all of Q(N), which is looked up where it is known (to 27), or counted
with --count; beyond that there is no sum.

The symmetric part of order 30 takes seconds, of order 36 hours. A long count is kept in a ledger and goes on where it was stopped: see
"queens count --help".

Exit codes: 0 done, 1 failed, 2 bad argument, 3 a check failed, 130 interrupted.`, count.Symmetric.MaxOrder(queens.Regular)),
		Example: `  queens burnside 8
  queens burnside 15 --count
  queens burnside 24 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			order, err := kit.OrderBetween(cmd.Name(), args, 0, count.Symmetric.MaxOrder(queens.Regular))
			if err != nil {
				return err
			}
			return a.burnside(cmd.Context(), cmd, order, o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.count, "count", false, "count all solutions instead of looking Q(N) up")
	kit.AddWorkers(cmd, &o.workers, "pieces counted side by side")
	flags.StringVar(&o.state, "state", "", "state directory for ledgers; none keeps nothing (default: see queens doctor)")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// burnside answers `queens burnside`.
func (a *app) burnside(ctx context.Context, cmd *cobra.Command, order int, o burnsideOptions) error {
	question := count.Question{Order: order, Of: count.Symmetric}
	if o.count {
		question.Of = count.AllSolutions
	}
	options := count.Options{Workers: o.workers, Program: kit.ProgramName()}
	kit.SetState(&options, o.state)
	if err := errors.Join(question.Validate(), options.Validate()); err != nil {
		return err
	}
	options.Progress = a.showProgress
	job, err := count.NewJob(question, options)
	if err != nil {
		return err
	}
	report, err := a.answer(ctx, kit.Again(cmd, []string{strconv.Itoa(order)}), job, options)
	if err != nil {
		return err
	}
	r, err := burnsideOf(report)
	if err != nil {
		return err
	}
	return a.Print(r, o.json)
}
