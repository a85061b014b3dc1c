package mathematics

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/math/evolution"
	"queens/sym"
)

func newEvolution(a *app) *cobra.Command {
	of, asJSON := "", false
	cmd := &cobra.Command{
		Use:   "evolution N",
		Short: "Which solutions grow out of which by a queen in a new corner",
		Long: fmt.Sprintf(`Evolution shows how solutions grow from order to order, up to %d. The parent of a
solution is what is left of it without the queen in its corner; it has at most one
there, and without one it is a founder. Solutions that differ by a rotation or
reflection count once. For each order: how many there are, founders, those from which
nothing grows, and the longest line of ancestors.

With --of SOLUTION: its ancestors, and what grows out of it.

The definition is this program's own.

Exit codes: 0 done, 2 bad argument, 3 not a solution, 130 interrupted.`, evolution.MaxOrder),
		Example: `  queens evolution 12
  queens evolution --of 15863724`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if of != "" {
				if len(args) > 0 {
					return kit.Usagef("evolution: --of %s: leave the order out", of)
				}
				return a.evolutionOf(of, asJSON)
			}
			n, err := kit.OrderBetween("evolution", args, 0, evolution.MaxOrder)
			if err != nil {
				return err
			}
			return a.evolution(cmd.Context(), n, asJSON)
		},
	}
	cmd.Flags().StringVar(&of, "of", "", "show the ancestors and children of this solution")
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// evolution answers `queens evolution N`.
func (a *app) evolution(ctx context.Context, n int, asJSON bool) error {
	a.Status.Say("growing solutions up to order %d", n)
	generations, err := evolution.Grow(ctx, n)
	if err != nil {
		return err
	}
	if asJSON {
		return answer.WriteJSON(a.Stdout, struct {
			Schema      string                 `json:"schema"`
			Generations []evolution.Generation `json:"generations"`
		}{"queens.evolution/1", generations})
	}
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "order\torbits\tfounders\tchildless\tmost ancestors\t")
	for _, g := range generations {
		fmt.Fprintf(out, "%d\t%d\t%d\t%d\t%d\t\n", g.Order, g.Orbits, g.Founders, g.Childless, g.Oldest)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if n == 2 || n == 3 {
		fmt.Fprintf(a.Stdout, "order %d has no solution\n", n)
	}
	return nil
}

// evolutionOf answers `queens evolution --of`.
func (a *app) evolutionOf(text string, asJSON bool) error {
	p, err := queens.ParsePerm(text)
	if err != nil {
		return err
	}
	if err := queens.Check(p, queens.Regular); err != nil {
		return err
	}
	self := sym.Canonical(p)
	line := []queens.Perm{self} // the founder first
	for parent, ok := evolution.Parent(self); ok; parent, ok = evolution.Parent(parent) {
		line = append([]queens.Perm{parent}, line...)
	}
	children := evolution.Children(self)
	if asJSON {
		r := struct {
			Schema    string  `json:"schema"`
			Rows      []int   `json:"rows"` // canonical
			Ancestors [][]int `json:"ancestors"`
			Children  [][]int `json:"children"`
		}{"queens.evolution-of/1", kit.InBase(self, 1), [][]int{}, [][]int{}}
		for _, q := range line[:len(line)-1] {
			r.Ancestors = append(r.Ancestors, kit.InBase(q, 1))
		}
		for _, q := range children {
			r.Children = append(r.Children, kit.InBase(q, 1))
		}
		return answer.WriteJSON(a.Stdout, r)
	}
	for i, q := range line {
		note := "descendant"
		switch {
		case i == 0 && len(line) == 1:
			note = "founder, canonical form of the solution"
		case i == 0:
			note = "founder"
		case i == len(line)-1:
			note = "canonical form of the solution"
		}
		fmt.Fprintf(a.Stdout, "%v  %s\n", q, a.Paint(answer.Faint, note))
	}
	for _, q := range children {
		fmt.Fprintf(a.Stdout, "  %v  %s\n", q, a.Paint(answer.Faint, "grows out of it"))
	}
	if len(children) == 0 {
		_, err = fmt.Fprintln(a.Stdout, "  nothing grows out of it: both main diagonals hold a queen")
	}
	return err
}
