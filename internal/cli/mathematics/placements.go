package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/ledger"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/known"
	"queens/math/place"
	"queens/sym"
)

// placementOptions are the flags of `queens placements`.
type placementOptions struct {
	list        bool
	maximal     bool
	fundamental bool
	limit       uint64
	workers     int
	json        bool
}

func newPlacements(a *app) *cobra.Command {
	var o placementOptions
	cmd := &cobra.Command{
		Use:   "placements N [K]",
		Short: "K queens that do not attack each other: all, maximal, up to symmetry",
		Long: fmt.Sprintf(`Placements counts the ways to place K queens on a board of order N, 0 to %d, so that no
two attack each other; without K for every K. A placement is maximal if no queen can
be added to it. Both are counted up to rotation and reflection as well, by Burnside's
lemma. What is known is compared.

--list prints the placements of K queens, the squares by their chess names, row by
row; --maximal only those, --fundamental one of each orbit, the least of its images.

Exit codes: 0 done, 2 bad argument, 3 a count is not the known value, 130 interrupted.`, place.MaxOrder),
		Example: `  queens placements 8
  queens placements 8 5 --json
  queens placements 8 5 --list --maximal --fundamental`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, k, err := placementArguments(args)
			if err != nil {
				return err
			}
			if o.list {
				return a.listPlacements(cmd.Context(), n, k, o)
			}
			if o.maximal || o.fundamental || o.limit > 0 {
				return kit.Usagef("placements: --maximal, --fundamental and --limit go with --list; the counts name both anyway")
			}
			return a.countPlacements(cmd.Context(), n, k, o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.list, "list", false, "print the placements")
	flags.BoolVar(&o.maximal, "maximal", false, "list only placements to which no queen can be added")
	flags.BoolVar(&o.fundamental, "fundamental", false, "list one placement of each orbit")
	flags.Uint64VarP(&o.limit, "limit", "n", 0, "stop the list after so many; 0 means no limit")
	kit.AddWorkers(cmd, &o.workers, "searches side by side")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// everyK is the K of a command that names none.
const everyK = -1

// placementArguments returns the order and the number of queens.
func placementArguments(args []string) (n, k int, err error) {
	if len(args) < 1 || len(args) > 2 {
		return 0, 0, kit.Usagef("placements: %s, want the order and perhaps the number of queens: queens placements 8 5", human.Plural(len(args), "argument"))
	}
	if n, err = kit.OrderUpTo("placements", args[:1], place.MaxOrder); err != nil || len(args) == 1 {
		return n, everyK, err
	}
	if k, err = strconv.Atoi(args[1]); err != nil || k < 0 || k > n {
		return 0, 0, kit.Usagef("placements: %q queens: want a number from 0 to %d; more do not fit without attacks", args[1], n)
	}
	return n, k, nil
}

// placementReport is the JSON form of the counts, queens.placements/1.
type placementReport struct {
	Schema string      `json:"schema"`
	Order  int         `json:"order"`
	Rows   []place.Row `json:"rows"`
	Known  []string    `json:"known"` // series that the counts were found equal to
}

// countPlacements answers `queens placements` without --list.
func (a *app) countPlacements(ctx context.Context, n, k int, o placementOptions) error {
	a.Status.Say("counting placements of order %d", n)
	rows, err := place.Census(ctx, n, o.workers)
	if err != nil {
		return err
	}
	r := placementReport{Schema: "queens.placements/1", Order: n, Rows: rows, Known: []string{}}
	if r.Known, err = comparePlacements(n, rows); err != nil {
		return err
	}
	if k != everyK {
		r.Rows = rows[k : k+1]
	}
	if o.json {
		return kit.WriteJSON(a.Stdout, r)
	}
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "queens\tall\torbits\tmaximal\torbits\t")
	var sum place.Row
	for _, row := range r.Rows {
		fmt.Fprintf(out, "%d\t%v\t%v\t%v\t%v\t\n", row.Queens, row.Sets, row.Orbits, row.Maximal, row.MaximalOrbits)
		sum.Sets, sum.Orbits = sum.Sets.Plus(row.Sets), sum.Orbits.Plus(row.Orbits)
		sum.Maximal, sum.MaximalOrbits = sum.Maximal.Plus(row.Maximal), sum.MaximalOrbits.Plus(row.MaximalOrbits)
	}
	if k == everyK {
		fmt.Fprintf(out, "any\t%v\t%v\t%v\t%v\t\n", sum.Sets, sum.Orbits, sum.Maximal, sum.MaximalOrbits)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if k != everyK && sum.Sets == (queens.Total{}) {
		fmt.Fprintf(a.Stdout, "on a board of order %d, %d queens always attack each other\n", n, k)
	}
	return nil
}

// comparePlacements compares the counts of all sizes with the known values and
// returns the series where there were some.
func comparePlacements(n int, rows []place.Row) ([]string, error) {
	equal := []string{}
	for _, series := range []struct {
		name  string
		count func(place.Row) queens.Total
	}{
		{"maximal-sets-by-size", func(r place.Row) queens.Total { return r.Maximal }},
		{"nonattacking-orbits-by-size", func(r place.Row) queens.Total { return r.Orbits }},
		{"nonattacking-sets-by-size", func(r place.Row) queens.Total { return r.Sets }},
	} {
		for k, row := range rows {
			want, ok := known.Lookup(series.name, n, k)
			if !ok {
				continue
			}
			if got := series.count(row); got != want.Value {
				return nil, fmt.Errorf("placements: order %d, %s: %v, but the known value of %s is %v: %w",
					n, human.Plural(k, "queen"), got, series.name, want.Value, ledger.ErrMismatch)
			}
			if !slices.Contains(equal, series.name) {
				equal = append(equal, series.name)
			}
		}
	}
	if q, ok := known.Solutions(n); ok && rows[n].Sets != q {
		return nil, fmt.Errorf("placements: order %d: %v solutions, but Q(%d) = %v: %w", n, rows[n].Sets, n, q, ledger.ErrMismatch)
	}
	return equal, nil
}

// listPlacements answers `queens placements N K --list`.
func (a *app) listPlacements(ctx context.Context, n, k int, o placementOptions) error {
	if k == everyK {
		return kit.Usagef("placements: --list needs the number of queens: queens placements %d %d --list", n, n)
	}
	list, err := place.Sets(n, k, o.maximal)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Stdout)
	listed, tally := uint64(0), a.Status.Tally("placements")
	for set := range list {
		if err := ctx.Err(); err != nil {
			_ = out.Flush() // a.Stdout remembers the error
			return fmt.Errorf("placements: stopped after %d: %w", listed, err)
		}
		if o.fundamental {
			if least, _ := sym.CanonicalSet(set, n); !slices.Equal(least, set) {
				continue
			}
		}
		if o.json {
			line := struct {
				Schema string         `json:"schema"`
				Order  int            `json:"order"`
				Queens []squareReport `json:"queens"`
			}{"queens.placement/1", n, []squareReport{}}
			for _, sq := range set {
				line.Queens = append(line.Queens, newSquareReport(sq, 1))
			}
			err = kit.WriteJSON(out, line)
		} else {
			_, err = fmt.Fprintln(out, human.Dash(kit.SquareNames(set, n)))
		}
		if err != nil {
			return err
		}
		tally(1)
		if listed++; listed == o.limit {
			break
		}
	}
	return out.Flush()
}
