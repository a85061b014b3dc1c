package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/math/placements"
	"queens/symmetry"
)

type placementOptions struct {
	List        bool
	Maximal     bool
	Fundamental bool
	Limit       uint64
	Workers     int
}

func newPlacements(a *app) *cobra.Command {
	var o placementOptions
	cmd := &cobra.Command{
		Use:   "placements N [K]",
		Short: "K non-attacking queens: all, maximal, up to symmetry",
		Long: fmt.Sprintf(`Placements counts the ways to place K queens on a board of order N, 0 to %d, so that no
two attack each other; without K for every K. A placement is maximal if no queen can
be added to it. Both are counted up to rotation and reflection as well, by Burnside's
lemma. What is known is compared.

--list prints the placements of K queens, the squares by their chess names, row by
row; --maximal only those, --fundamental one of each orbit, the least of its images.

Exit codes: 0 done, 2 bad argument, 3 a count is not the known value, 130 interrupted.`, placements.MaxOrder),
		Example: `  queens math placements 8
  queens math placements 8 5 --json
  queens math placements 8 5 --list --maximal --fundamental`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, k, err := placementArguments(args)
			if err != nil {
				return err
			}
			if o.List {
				return a.listPlacements(cmd.Context(), n, k, o)
			}
			if o.Maximal || o.Fundamental || o.Limit > 0 {
				return kit.Usagef("math placements: --maximal, --fundamental and --limit go with --list; the counts name both anyway")
			}
			return a.countPlacements(cmd.Context(), n, k, o)
		},
	}
	return a.Command(cmd, &o)
}

func placementArguments(args []string) (n, k int, err error) {
	if len(args) < 1 || len(args) > 2 {
		return 0, 0, kit.Usagef("math placements: %s, want the order and perhaps the number of queens: queens math placements 8 5", humanize.Plural(len(args), "argument"))
	}
	if n, err = kit.OrderBetween("math placements", args[:1], 0, placements.MaxOrder); err != nil || len(args) == 1 {
		return n, everyK, err
	}
	if k, err = strconv.Atoi(args[1]); err != nil || k < 0 || k > n {
		return 0, 0, kit.Usagef("math placements: %q queens: want a number from 0 to %d; more do not fit without attacks", args[1], n)
	}
	return n, k, nil
}

func (a *app) countPlacements(ctx context.Context, n, k int, o placementOptions) error {
	a.Status.Say("counting placements of order %d", n)
	r, err := countPlacements(ctx, n, k, o.Workers)
	if err != nil {
		return err
	}
	return a.Print(r)
}

func (a *app) listPlacements(ctx context.Context, n, k int, o placementOptions) error {
	if k == everyK {
		return kit.Usagef("math placements: --list needs the number of queens: queens math placements %d %d --list", n, n)
	}
	list, err := placements.Sets(n, k, o.Maximal)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Stdout)
	listed, tally := uint64(0), a.Status.Tally("placements")
	for set := range list {
		if err := ctx.Err(); err != nil {
			_ = out.Flush() // a.Stdout remembers the error
			return fmt.Errorf("math placements: stopped after %d: %w", listed, err)
		}
		if o.Fundamental {
			if least, _ := symmetry.CanonicalSet(set, n); !slices.Equal(least, set) {
				continue
			}
		}
		if a.JSON {
			err = printer.WriteJSON(out, printer.JSON{Schema: "queens.placement/1", Value: squareSet{Order: n, Queens: append([]queens.Square{}, set...)}})
		} else {
			_, err = fmt.Fprintln(out, humanize.Dash(printer.Squares(set, n)))
		}
		if err != nil {
			return err
		}
		tally(1)
		if listed++; listed == o.Limit {
			break
		}
	}
	return out.Flush()
}
