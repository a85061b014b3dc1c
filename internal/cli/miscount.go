package cli

import (
	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/math/miscount"
)

// miscountAnswer has the rules of an order or those with one value, queens.miscount/1.
type miscountAnswer struct {
	Order     int             `json:"order"`
	Solutions queens.Total    `json:"solutions"`
	Number    *queens.Total   `json:"number,omitempty"` // the one asked for
	Rules     []miscount.Rule `json:"rules"`
}

func newMiscount(a *app) *cobra.Command {
	cmd := a.Command("math miscount", nil, func(cmd *cobra.Command, args []string) error {
		n, err := kit.OrderBetween(cmd, args[:1], 1, miscount.MaxOrder)
		if err != nil {
			return err
		}
		r := miscountAnswer{Order: n, Rules: miscount.Rules(n)}
		r.Solutions, _ = known.Solutions(n)
		if len(args) == 2 {
			number, err := queens.ParseTotal(args[1])
			if err != nil {
				return kit.Usagef("number %q: want a whole number, at least 0", args[1])
			}
			r.Number, r.Rules = &number, miscount.Near(n, number)
		}
		return a.Print(texts.Show("queens.miscount/1", r))
	}, "most", miscount.MaxOrder)
	cmd.Args = kit.Args(1, 2, "the order and perhaps a wrong number: queens math miscount 5 14")
	return cmd
}
