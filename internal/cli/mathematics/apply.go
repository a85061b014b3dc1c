package mathematics

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/math/orbit"
)

func newApply(a *app) *cobra.Command {
	var o givenOptions
	cmd := &cobra.Command{
		Use:   "apply PERM|-|@FILE OPERATION...",
		Short: "Turn a solution; insert, remove and move queens, step by step",
		Long: `Apply does one operation after the other and checks what comes out of each:

  po1 .. po8     identity, transpose, anti-transpose, flip of rows, flip of columns;
                 quarter, half and three quarter turn counterclockwise; also by name
  inv cmpl rev   inverse (po2), complement (po4), reverse (po5)
  r1 .. r4       quarter, half, three quarter and full turn counterclockwise
  d1 .. d4       turns in space: po5, po4, po3, po2
  RRRMRRR        one operation a letter: R turn clockwise, M flip of rows, F flip at
                 the rising diagonal
  inc R C        insert a row, a column and a queen; 3.5 is between lines 3 and 4
  del R C        remove the queen of row R, column C with both lines
  mov R C R' C'  move it to a position between lines, all on the board before the move

"queens help errata Z1" and the next have what is wrong in the source. With - every
placement of standard input is changed, with @FILE every one of a file. With --base 0 the
first position is -0.5: put -- before it.

Exit codes: 0 done, 2 bad input, 3 the last board is not a solution,
or the one given has two queens in a row.`,
		Example: `  queens apply 2413 inc 2.5 2.5
  queens apply 36428571 mov 3 1 2.5 8.5 po5
  queens apply 15863724 rot90 rot90 inv
  queens apply 15863724 RRRMRRR
  queens apply --json 25314 del 3 3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return kit.Usagef("apply: %s, want a solution and what to do: queens apply 2413 inc 2.5 2.5", humanize.Plural(len(args), "argument"))
			}
			operations, err := orbit.ParseOperations(args[1:], o.Base)
			if err != nil {
				return fmt.Errorf("apply: %w", err)
			}
			return a.apply(cmd.Context(), args[0], operations, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	return a.Command(cmd, nil)
}

// apply answers `queens apply`; it returns refuted if the last board of a placement is not
// a solution.
func (a *app) apply(ctx context.Context, arg string, operations []orbit.Operation, o givenOptions) error {
	allSolutions := true
	err := a.answerEach(ctx, "apply", arg, o, func(p queens.Perm) (answer.Answer, error) {
		r, err := answer.NewApply(p, operations)
		if err != nil && o.Base != 1 {
			err = fmt.Errorf("%w (numbers of this message count from 1)", err)
		}
		if err != nil {
			return nil, fmt.Errorf("apply: %w", err)
		}
		allSolutions = allSolutions && r.Solved()
		return r, nil
	})
	if err == nil && !allSolutions {
		return kit.Refuted()
	}
	return err
}
