package showing

import (
	"strings"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/cli/picture"
	"queens/internal/figures"
)

func newPlot(a *app) *cobra.Command {
	var o picture.Options
	list := kit.Summaries(figures.Plots(), func(p figures.Plot) (string, string) { return p.Name, p.Summary })
	var names []string
	for _, p := range figures.Plots() {
		names = append(names, p.Name)
	}
	cmd := a.Command("table plot", nil, "plots", list)
	cmd.ValidArgs = names
	cmd.Args = kit.Args(0, 1, "the name of one plot: queens table plot growth")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			all := map[string]any{"plots": figures.Plots()}
			return o.Print(a.App, printer.Show("queens.plots/1", all, func(printer.Style) string { return list }))
		}
		plot, err := figures.FindPlot(args[0])
		if err != nil {
			return kit.Usagef("%q: want one of %s%s", args[0], strings.Join(names, ", "),
				kit.DidYouMean(args[0], names))
		}
		chart := plot.Chart()
		text, err := chart.Text()
		if err != nil {
			return err
		}
		r := printer.Show("queens.plot/1", chart, func(printer.Style) string { return text })
		return o.Answer(a.App, r, func() (*draw.Picture, error) { return chart.Picture(o.Theme) })
	}
	picture.Add(a.App, cmd, &o, picture.Text)
	return cmd
}
