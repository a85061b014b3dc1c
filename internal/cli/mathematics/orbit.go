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
	cmd := a.Command("orbit", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if show == "products" {
			if len(args) > 0 || with != "" {
				return kit.Usagef("--show products takes no placement, nor --with")
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
			return kit.Usagef("--with and --show lists cannot be combined")
		case with != "":
			q, err := queens.ParsePermBase(with, o.Base)
			if err != nil {
				return fmt.Errorf("--with: %w", err)
			}
			if err := oneQueenPerRow(kit.Placement{Perm: q, Where: "orbit: --with"}, o.Base); err != nil {
				return err
			}
			one = func(p queens.Perm) (printer.Answer, error) { return answer.NewMatch(p, q) }
		case show == "lists":
			one = func(p queens.Perm) (printer.Answer, error) { return answer.NewOrbit(p).WithLists(), nil }
		}
		return a.answerEach(cmd.Context(), "orbit", arg, o, one)
	}
	kit.Flag(cmd, "with", &with)
	kit.Flag(cmd, "show", &show, "orbit", "lists", "products")
	kit.AddReading(cmd, &o.Reading)
	return cmd
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
	cmd := a.Command("apply", nil)
	cmd.Args = kit.Args(2, math.MaxInt, "a solution and what to do: queens apply 2413 inc 2.5 2.5")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		operations, err := orbit.ParseOperations(args[1:], o.Base)
		if err != nil {
			return fmt.Errorf("apply: %w", err)
		}
		return a.apply(cmd.Context(), args[0], operations, o)
	}
	kit.AddReading(cmd, &o.Reading)
	return cmd
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
