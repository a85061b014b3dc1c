package drawn

import (
	"queens/draw"
	"queens/internal/figures"
)

// Plots lists the plots of known numbers, queens.plots/1.
type Plots struct {
	Schema string  `json:"schema" enum:"queens.plots/1"`
	Plots  []Named `json:"plots"`
}

// Named is something with a name.
type Named struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// NewPlots lists the plots.
func NewPlots() *Plots {
	p := &Plots{Schema: "queens.plots/1"}
	for _, plot := range figures.Plots() {
		p.Plots = append(p.Plots, Named{plot.Name, plot.Summary})
	}
	return p
}

// Plot has the numbers of a plot, queens.plot/1. Its form for people is that of
// draw.Chart.
type Plot struct {
	Schema string `json:"schema"`
	draw.Chart
}

// NewPlot returns the numbers of a chart.
func NewPlot(c draw.Chart) *Plot { return &Plot{"queens.plot/1", c} }
