package mathematics

import (
	"strings"

	"queens"

	"github.com/spf13/cobra"

	"queens/internal/answer/printer"
	"queens/internal/claims"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newClaims(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "claims [KEY [N]]",
		Short: "Statements of five papers, tested",
		Long: `Claims tests statements of five papers: it computes what a sentence says and what is
true. KEY is that of an erratum, T2 or Z14; "queens help errata T2" prints its sentences.
N is an order, left out one that shows it. Without KEY all that can be tried is listed,
with its orders.

Exit codes: 0 done, whether the claim holds or not, 2 bad argument, 130 interrupted.`,
		Example: `  queens claims
  queens claims T2
  queens claims Z14 10`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Print(showClaims(), asJSON)
			}
			if len(args) > 2 {
				return kit.Usagef("claims: %s, want a key and an order: queens claims T2 5", human.Plural(len(args), "argument"))
			}
			t, ok := claims.Find(strings.ToUpper(args[0]))
			if !ok {
				return kit.Usagef("claims: there is no claim %q; queens claims lists them", args[0])
			}
			n := t.Usual
			if len(args) > 1 {
				var err error
				if t.High == 0 {
					return kit.Usagef("claims: %s is about no order; leave %q out", t.No, args[1])
				}
				if n, err = kit.OrderBetween("claims", args[1:], t.Low, t.High); err != nil {
					return err
				}
			}
			f, err := t.Run(cmd.Context(), n)
			if err != nil {
				return err
			}
			f.Boards = append([]queens.Perm{}, f.Boards...) // never null
			c := claimAnswer{t.No, n, t.Question, f}
			return a.Print(printer.Show("queens.claim/1", c, c.text), asJSON)
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}
