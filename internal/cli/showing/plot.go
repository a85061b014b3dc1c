package showing

import (
	"strings"

	"queens/internal/figures"

	"github.com/spf13/cobra"

	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/cli/picture"
	"queens/internal/humanize"
)

type plotOptions struct {
	picture picture.Options
	json    bool
}

func newPlot(a *app) *cobra.Command {
	var o plotOptions
	names := make([]string, len(figures.Plots()))
	for i, p := range figures.Plots() {
		names[i] = p.Name
	}
	cmd := &cobra.Command{
		Use:   "plot [NAME]",
		Short: "Known numbers as a plot",
		Long: `Plot draws known numbers: as a table with bars on the terminal, or as svg, png or pdf,
which the ending of the file says if --format does not. Curves differ in dashes and
marks as well as in colour. Without a name it lists the plots:

` + kit.Summaries(figures.Plots(), func(p figures.Plot) (string, string) { return p.Name, p.Summary }) + `
The solutions through each square are a board: queens board --order 8 --heat solutions.

Exit codes: 0 done, 1 cannot write, 2 bad argument.`,
		Example: `  queens table plot growth
  queens table plot ratio -o ratio.svg
  queens table plot classes --theme dark -o classes.png
  queens table plot times --json`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.picture.Settle(cmd); err != nil {
				return err
			}
			switch {
			case len(args) > 1:
				return kit.Usagef("table plot: %s, want the name of one plot: queens table plot growth", humanize.Plural(len(args), "argument"))
			case len(args) == 0:
				return a.listPlots(o)
			}
			return a.plot(args[0], o)
		},
	}
	picture.Add(cmd, &o.picture, picture.Text)
	kit.Flag(cmd, "json", &o.json)
	return cmd
}

func (a *app) listPlots(o plotOptions) error {
	if !o.json {
		return o.picture.WriteText(a.App, a.Wrap(kit.Summaries(figures.Plots(), func(p figures.Plot) (string, string) { return p.Name, p.Summary })))
	}
	return printer.WriteJSON(a.Stdout, printer.JSON{Schema: "queens.plots/1", Value: map[string]any{"plots": figures.Plots()}})
}

func (a *app) plot(name string, o plotOptions) error {
	plot, err := figures.FindPlot(name)
	if err != nil {
		names := make([]string, len(figures.Plots()))
		for i, p := range figures.Plots() {
			names[i] = p.Name
		}
		return kit.Usagef("table plot: %q: want one of %s%s", name, strings.Join(names, ", "), kit.DidYouMean(name, names))
	}
	chart := plot.Chart()
	switch {
	case o.json:
		return printer.WriteJSON(a.Stdout, printer.JSON{Schema: "queens.plot/1", Value: chart})
	case o.picture.IsPicture():
		p, err := chart.Picture(o.picture.Theme)
		if err != nil {
			return err
		}
		return o.picture.Write(a.App, "plot", p)
	}
	text, err := chart.Text()
	if err != nil {
		return err
	}
	return o.picture.WriteText(a.App, text)
}
