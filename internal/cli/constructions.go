package cli

import (
	"github.com/spf13/cobra"

	"queens"
	"queens/find/construct"
	"queens/internal/cli/kit"
)

func newConstructions(a *app) *cobra.Command {
	base := 1
	cmd := a.Command("math constructions", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(texts.Show("queens.construct-rules/1", map[string]any{"rules": construct.All()}))
		}
		n, err := kit.OrderBetween(cmd, args, 1, queens.MaxProblemOrder)
		switch {
		case err != nil:
			return err
		case n == 2 || n == 3:
			return kit.None(n, "solution")
		}
		r := constructAnswer{Order: n}
		for _, p := range construct.All() {
			c := construction{Method: p.Name, Refused: p.Refuses(n)}
			if c.Refused == "" {
				board, err := p.First(n)
				if err != nil {
					return err
				}
				c.MadeOf = board.Note
				if n <= constructShown {
					c.Rows = board.Perm()
				}
			}
			r.Results = append(r.Results, c)
		}
		return a.PrintIn(base, texts.Show("queens.construct/1", r))
	})
	a.AddBase(cmd, &base)
	return cmd
}

type constructAnswer struct {
	Order   int            `json:"order"`
	Results []construction `json:"results"`
}

type construction struct {
	Method  string      `json:"method"`
	MadeOf  string      `json:"madeOf,omitempty"`
	Rows    queens.Perm `json:"rows,omitempty"`
	Refused string      `json:"refused,omitempty"`
}

// constructShown is the largest order whose solutions are shown side by side.
const constructShown = 32
