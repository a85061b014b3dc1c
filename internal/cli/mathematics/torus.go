package mathematics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/math/torus"
)

// torusOptions are the flags of `queens torus`.
type torusOptions struct {
	set             string
	equivalence     string
	conflicts       bool
	necklaces       bool
	representatives bool
	json            bool
}

// everything is the value of --set and --equivalence that asks for all.
const everything = "all"

func newTorus(a *app) *cobra.Command {
	o := torusOptions{set: everything, equivalence: everything}
	var sets strings.Builder
	setNames, equivalenceNames := []string{everything}, []string{everything}
	for _, b := range torus.Bases() {
		setNames = append(setNames, b.String())
		fmt.Fprintf(&sets, "  %-15s %s, to order %d\n", b, b.Summary(), b.MaxOrder())
	}
	for _, e := range torus.Equivalences() {
		equivalenceNames = append(equivalenceNames, e.String())
	}
	cmd := &cobra.Command{
		Use:   "torus N",
		Short: "Classes of solutions on the torus, and their conflicts",
		Long: `Torus joins the opposite sides of the board of order N and counts which placements
are then the same. The sets:

` + sets.String() + `
Members are the same up to: none (only equal ones), board (rotation, reflection),
congruence (and shifts of rows and columns), similarity (and multiplication of both by
one number prime to N), affine (and by one for rows and another for columns).

With one --set and one --equivalence the classes are listed by size: images in all,
and members of the set. --conflicts counts the regular solutions by their conflicts,
pairs of queens on one diagonal that goes on at the opposite side: by pairs, by queens
in a conflict, by components of the graph of conflicts, by the largest of them. It
takes orders to 19, and so do regular solutions up to congruence or similarity.
--necklaces counts the diagonals of the torus over all regular solutions by what they
look like: closed strings of beads, 1 for a queen, up to rotation, reversal and
multiplication of positions by a number prime to N. --representatives lists the first
member of each class, which queens board can draw.

What one of the sources prints as the definition of modular solutions is another
condition, which hardly any placement meets (queens help errata T2).

Exit codes: 0 done, 2 bad argument, 3 a count is not the known value, 130 interrupted.`,
		Example: `  queens torus 8
  queens torus 13 --set toroidal --equivalence congruence
  queens torus 13 --set toroidal --equivalence affine --representatives
  queens torus 8 --conflicts
  queens torus 8 --necklaces
  queens torus 11 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderBetween("torus", args, 0, torus.Toroidal.MaxOrder())
			if err != nil {
				return err
			}
			switch {
			case (o.conflicts || o.necklaces) && (o.set != everything || o.equivalence != everything):
				return kit.Usagef("torus: --conflicts and --necklaces are about all regular solutions; leave out --set and --equivalence")
			case o.representatives && (o.conflicts || o.necklaces || o.set == everything || o.equivalence == everything):
				return kit.Usagef("torus: --representatives wants one --set and one --equivalence")
			case o.representatives:
				return a.torusRepresentatives(cmd.Context(), n, o)
			case o.conflicts && o.necklaces:
				return kit.Usagef("torus: --conflicts and --necklaces do not go together")
			case o.necklaces:
				return a.torusNecklaces(cmd.Context(), n, o)
			case o.conflicts:
				return a.torusConflicts(cmd.Context(), n, o)
			default:
				return a.torusClasses(cmd.Context(), n, o)
			}
		},
	}
	kit.AddChoice(cmd, &o.set, "set", setNames, "which placements")
	kit.AddChoice(cmd, &o.equivalence, "equivalence", equivalenceNames, "which of them are the same")
	cmd.Flags().BoolVar(&o.conflicts, "conflicts", false, "count the regular solutions by their conflicts on the torus")
	cmd.Flags().BoolVar(&o.necklaces, "necklaces", false, "count what the diagonals of regular solutions look like")
	cmd.Flags().BoolVar(&o.representatives, "representatives", false, "list one member of each class instead")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// torusClasses answers `queens torus` without --conflicts.
func (a *app) torusClasses(ctx context.Context, n int, o torusOptions) error {
	var sets []torus.Base
	for _, b := range torus.Bases() {
		if o.set == b.String() || o.set == everything && 1 <= n && n <= b.MaxOrder() {
			sets = append(sets, b)
		}
	}
	var equivalences []torus.Equivalence
	for _, e := range torus.Equivalences() {
		if o.equivalence == everything || o.equivalence == e.String() {
			equivalences = append(equivalences, e)
		}
	}
	if len(sets) == 0 {
		return fmt.Errorf("torus: order %d: want 1 to %d: %w", n, torus.Toroidal.MaxOrder(), queens.ErrOrder)
	}
	r, err := countTorus(ctx, n, sets, equivalences, func(b torus.Base, e torus.Equivalence) {
		a.Status.Say("order %d: %v up to %v", n, b, e)
	})
	if err != nil {
		return err
	}
	return a.Print(r, o.json)
}

// torusRepresentatives answers `queens torus --representatives`.
func (a *app) torusRepresentatives(ctx context.Context, n int, o torusOptions) error {
	sets, equivalences := torus.Bases(), torus.Equivalences()
	b := sets[slices.IndexFunc(sets, func(b torus.Base) bool { return b.String() == o.set })]
	e := equivalences[slices.IndexFunc(equivalences, func(e torus.Equivalence) bool { return e.String() == o.equivalence })]
	list, err := torus.Representatives(ctx, n, b, e)
	if err != nil {
		return err
	}
	for _, p := range list {
		if o.json {
			err = answer.WriteJSON(a.Stdout, answer.NewSolution(p, ""))
		} else {
			_, err = fmt.Fprintln(a.Stdout, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// torusConflicts answers `queens torus --conflicts`.
func (a *app) torusConflicts(ctx context.Context, n int, o torusOptions) error {
	r, err := countTorusConflicts(ctx, n)
	if err != nil {
		return err
	}
	return a.Print(r, o.json)
}

// torusNecklaces answers `queens torus --necklaces`.
func (a *app) torusNecklaces(ctx context.Context, n int, o torusOptions) error {
	r, err := countTorusNecklaces(ctx, n)
	if err != nil {
		return err
	}
	return a.Print(r, o.json)
}
