package mathematics

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/math/orbit"
)

type givenOptions struct {
	kit.Reading
}

func newOrbit(a *app) *cobra.Command {
	var o givenOptions
	with, show := "", "orbit"
	cmd := &cobra.Command{
		Use:   "orbit [PERM|-|@FILE]",
		Short: "The images of a solution under the symmetries of the board",
		Long: `Orbit shows a placement after each of the eight symmetries of the board, which of them
leave it unchanged, its class, the least of its images, and its signature. Two placements
have the same signature exactly if they are images of each other. For every three queens
in neighbouring columns or rows, it has the squared lengths of two sides and twice the
area ("queens help errata Z7" to Z13 explain what its source leaves open).

--show lists adds the signature of each image. --show products prints the product of any
two of the operations po1 to po8. --with compares the signatures of two placements.

With - orbit reads placements from standard input, with @FILE from a file.

Exit codes: 0 done, 2 bad input, 3 two queens in a row.`,
		Example: `  queens orbit 15863724
  queens orbit 16837425 --show lists
  queens orbit 15863724 --with 17582463
  queens orbit --show products
  queens orbit --json 35281746
  queens orbit "2 4 1 3"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if show == "products" {
				if len(args) > 0 || with != "" {
					return kit.Usagef("orbit: --show products takes no placement, nor --with")
				}
				return a.Print(answer.NewProducts())
			}
			arg, err := a.OneSolution("orbit", args)
			if err != nil {
				return err
			}
			one := func(p queens.Perm) (printer.Answer, error) { return answer.NewOrbit(p), nil }
			switch {
			case with != "" && show == "lists":
				return kit.Usagef("orbit: --with and --show lists cannot be combined")
			case with != "":
				q, err := queens.ParsePermBase(with, o.Base)
				if err != nil {
					return fmt.Errorf("orbit: --with: %w", err)
				}
				if err := oneQueenPerRow(kit.Placement{Perm: q, Where: "orbit: --with"}, o.Base); err != nil {
					return err
				}
				one = func(p queens.Perm) (printer.Answer, error) { return answer.NewMatch(p, q) }
			case show == "lists":
				one = func(p queens.Perm) (printer.Answer, error) { return answer.NewOrbit(p).WithLists(), nil }
			}
			return a.answerEach(cmd.Context(), "orbit", arg, o, one)
		},
	}
	kit.Flag(cmd, "with", &with)
	kit.Flag(cmd, "show", &show, "orbit", "lists", "products")
	kit.AddReading(cmd, &o.Reading)
	return a.Command(cmd, nil)
}

// answerEach writes what one answers of each placement that a command reads, objects a
// line each or texts with an empty line between.
func (a *app) answerEach(ctx context.Context, command, arg string, o givenOptions,
	one func(p queens.Perm) (printer.Answer, error),
) error {
	between := ""
	k, err := a.Each("placements", o.Base, 0, kit.Answers(a.Placements(ctx, arg, o.Reading),
		func(pl kit.Placement) (printer.Answer, error) {
			if err := oneQueenPerRow(pl, o.Base); err != nil {
				return nil, err
			}
			r, err := one(pl.Perm)
			before := between
			between = "\n"
			return printer.Show("", r, func(s printer.Style) string { return before + r.Text(s) }), err
		}))
	if err == nil && k == 0 {
		err = kit.Usagef("%s: no solution in %s", command, kit.InputName(arg))
	}
	return err
}

// oneQueenPerRow refuses a placement that a quarter turn would leave without a
// queen in some column.
func oneQueenPerRow(pl kit.Placement, base int) error {
	first, second, shared := answer.SharedRow(pl.Perm)
	if !shared {
		return nil
	}
	where := pl.Where
	if where == "" {
		where = "orbit"
	}
	return kit.WithCode(kit.CodeRefuted, fmt.Errorf("%s: columns %d and %d both have a queen in row %d; an orbit "+
		"needs one queen in every row",
		where, first+base, second+base, pl.Perm[first]+base))
}

func newApply(a *app) *cobra.Command {
	var o givenOptions
	cmd := &cobra.Command{
		Use:   "apply PERM|-|@FILE OPERATION...",
		Short: "Turn a solution; insert, remove or move queens, step by step",
		Long: `Apply performs operations one after another and checks each result:

  po1 .. po8     identity, transpose, anti-transpose, flip of rows, flip of columns;
                 quarter, half and three quarter turn counterclockwise; also by name
  inv cmpl rev   inverse (po2), complement (po4), reverse (po5)
  r1 .. r4       quarter, half, three quarter and full turn counterclockwise
  d1 .. d4       turns in space: po5, po4, po3, po2
  RRRMRRR        one operation per letter: R turn clockwise, M flip of rows,
                 F flip in the rising diagonal
  inc R C        insert a row, a column and a queen; 3.5 is between lines 3 and 4
  del R C        remove the queen in row R, column C, with both lines
  mov R C R' C'  move it between other lines; all numbers refer to the board before the move

The notation of zhang2011 also works, in quotes: 'Inc(7.5,0.5)'. "queens help errata Z1" and the
following list errors in the source. With - apply reads placements from standard input,
with @FILE from a file. With --base 0 the first position is -0.5: put -- before it.

Exit codes: 0 done, 2 bad input, 3 the last board is not a solution,
or the one given has two queens in a row.`,
		Example: `  queens apply 2413 inc 2.5 2.5
  queens apply 36428571 mov 3 1 2.5 8.5 po5
  queens apply 15863724 rot90 rot90 inv
  queens apply 15863724 RRRMRRR
  queens apply --json 25314 del 3 3`,
		Args: kit.Args(2, math.MaxInt, "a solution and what to do: queens apply 2413 inc 2.5 2.5"),
		RunE: func(cmd *cobra.Command, args []string) error {
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
	err := a.answerEach(ctx, "apply", arg, o, func(p queens.Perm) (printer.Answer, error) {
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
	return cmp.Or(err, kit.Refuted(!allSolutions))
}
