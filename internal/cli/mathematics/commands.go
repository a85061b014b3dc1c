// Package mathematics holds the commands that study placements: their symmetries and the problems
// beside n queens.
package mathematics

import (
	_ "embed"
	"slices"
	"text/template"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/find/construct"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/math/miscount"
)

//go:embed help.txt
var help string

//go:embed texts.tmpl
var textsFile string

var texts = printer.NewTexts(textsFile, template.FuncMap{
	"backtracking": backtracking, "claim": claimOf, "columns": columns, "errata": docs.Errata,
	"evidence": docs.Evidence, "lookedFor": func() int { return miscount.MaxMissing },
	"wrapped":   func(text string) []string { return wrapped(text, 79) },
	"cut":       func(text string, width int) string { return slices.Concat(wrapped(text, width), []string{""})[0] },
	"matrix":    printer.Matrix[int],
	"percent":   func(part, of int) float64 { return 100 * float64(part) / float64(of) },
	"plus":      func(x, y int) int { return x + y },
	"solutions": func(order int) queens.Total { all, _ := known.Solutions(order); return all },
})

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{newCheck(a), newOrbit(a), newApply(a)}
}

// More returns the commands about single questions of mathematics, and the papers.
func More(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{newPapers(a), newMath(a)}
}

func newMath(a *app) *cobra.Command {
	return a.Parent("math", newAtlas(a), newConstellations(a), newConstructions(a), newDesign(a),
		newDomination(a), newGreedy(a), newIsomorphism(a), newTour(a), newMiscount(a),
		newOrderly(a), newPlacements(a), newTorus(a))
}

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
