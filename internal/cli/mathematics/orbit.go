package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
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
have the same signature exactly if they are images of each other: it has, for three queens
in neighbouring columns or rows, the squared lengths of two sides and twice the area
("queens help errata Z7", and
Z8 to Z13, have what its source leaves open).

--show lists adds the signature of each image, --show products prints what two of the
operations po1 to po8 make one after the other. --with compares the signatures of two
placements.

With - every placement of standard input is answered, with @FILE every one of a file.

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
			one := func(p queens.Perm) (answer.Answer, error) { return answer.NewOrbit(p), nil }
			switch {
			case with != "" && show == "lists":
				return kit.Usagef("orbit: --with and --show lists do not go together")
			case with != "":
				q, err := queens.ParsePermBase(with, o.Base)
				if err != nil {
					return fmt.Errorf("orbit: --with: %w", err)
				}
				if err := oneQueenPerRow(kit.Placement{Perm: q, Where: "orbit: --with"}, o.Base); err != nil {
					return err
				}
				one = func(p queens.Perm) (answer.Answer, error) { return answer.NewMatch(p, q) }
			case show == "lists":
				one = func(p queens.Perm) (answer.Answer, error) { return answer.NewOrbit(p).WithLists(), nil }
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
func (a *app) answerEach(ctx context.Context, command, arg string, o givenOptions, one func(p queens.Perm) (answer.Answer, error)) error {
	out := bufio.NewWriter(a.Stdout)
	defer func() { _ = out.Flush() }() // a.Stdout remembers the error
	k := 0
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err == nil {
			err = oneQueenPerRow(pl, o.Base)
		}
		if err != nil {
			return err
		}
		r, err := one(pl.Perm)
		switch {
		case err != nil:
			return err
		case a.JSON:
			err = answer.WriteJSON(out, r)
		case k > 0:
			_, err = io.WriteString(out, "\n"+r.Text(a.Style(o.Base)))
		default:
			_, err = io.WriteString(out, r.Text(a.Style(o.Base)))
		}
		if err != nil {
			return err
		}
		k++
	}
	if k == 0 {
		return kit.Usagef("%s: no solution in %s", command, kit.InputName(arg))
	}
	return nil
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
	return kit.WithCode(kit.CodeRefuted, fmt.Errorf("%s: columns %d and %d both have their queen in row %d; an orbit needs one queen in every row",
		where, first+base, second+base, pl.Perm[first]+base))
}
