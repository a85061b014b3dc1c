package draw_test

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/must"
	"queens/known"
)

func TestPlotsLookAsTheyDid(t *testing.T) {
	for _, plot := range draw.Plots() {
		t.Run(plot.Name, func(t *testing.T) {
			theme := ""
			if plot.Name == "ratio" {
				theme = "dark"
			}
			p := must.Get(plot.Chart().Picture(theme))(t)
			compare(t, "plot-"+plot.Name, p)
			if plot.Name == "times" || plot.Name == "ratio" {
				comparePixels(t, "plot-"+plot.Name, p)
			}
		})
	}
}

func TestFindPlot(t *testing.T) {
	p, err := draw.FindPlot("growth")
	if err != nil || p.Chart().Name != "growth" {
		t.Errorf("growth: got %q, %v", p.Name, err)
	}
	if _, err := draw.FindPlot("shrink"); !errors.Is(err, queens.ErrFormat) ||
		!strings.Contains(err.Error(), "want one of classes, density") {
		t.Errorf("shrink: got %v, want ErrFormat and the names", err)
	}
}

func curve(t *testing.T, plot string, i int) draw.Curve {
	t.Helper()
	return must.Get(draw.FindPlot(plot))(t).Chart().Series[i]
}

func value(t *testing.T, d draw.DataPoint) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(d.Y, 64))(t)
}

func TestPlotsShowKnownNumbers(t *testing.T) {
	solutions := curve(t, "growth", 0)
	if len(solutions.Points) < 27 {
		t.Errorf("growth has %d orders, want 1 to 27", len(solutions.Points))
	}
	for _, d := range solutions.Points {
		if want, _ := known.Solutions(int(d.X)); d.Y != want.String() {
			t.Errorf("growth: order %v: %s, want %v", d.X, d.Y, want)
		}
	}
	for _, d := range curve(t, "ratio", 0).Points {
		q, _ := known.Solutions(int(d.X))
		before, _ := known.Solutions(int(d.X) - 1)
		if want := q.Float64() / before.Float64(); math.Abs(value(t, d)/want-1) > 1e-5 {
			t.Errorf("ratio: order %v: %s, want %v", d.X, d.Y, want)
		}
	}
	for _, d := range curve(t, "search", 0).Points {
		if int(d.X) == 9 && math.Abs(value(t, d)-45.0/46) > 1e-6 { // "found 45 of 46", errata Z14
			t.Errorf("search: order 9: %s, want 45/46", d.Y)
		}
	}
	// Every row and every column of a solution has one queen: shares average 1.
	for i := range 3 {
		c, sum := curve(t, "density", i), 0.0
		for _, d := range c.Points {
			sum += value(t, d)
		}
		if mean := sum / float64(len(c.Points)); math.Abs(mean-1) > 1e-5 {
			t.Errorf("density, %s: shares average %v, want 1", c.Name, mean)
		}
	}
}

// TestTimesAreMeasured looks for every point of the plot of times in the table of measurements.
func TestTimesAreMeasured(t *testing.T) {
	for _, c := range must.Get(draw.FindPlot("times"))(t).Chart().Series {
		if len(c.Points) < 4 {
			t.Errorf("%s has %d points", c.Name, len(c.Points))
		}
		for _, d := range c.Points {
			if !slices.ContainsFunc(known.Measurements(), func(m known.Measurement) bool {
				return m.Order == int(d.X) && m.Seconds == value(t, d) &&
					strings.HasPrefix(c.Name, strings.Fields(m.Program)[0])
			}) {
				t.Errorf("%s, order %v: %s s was not measured", c.Name, d.X, d.Y)
			}
		}
	}
}

func TestChartsThatCannotBeDrawn(t *testing.T) {
	with := func(y string) draw.Chart {
		return draw.Chart{Series: []draw.Curve{{Points: []draw.DataPoint{{X: 3, Y: y}}}}}
	}
	for _, tc := range []struct {
		chart       draw.Chart
		theme, want string
	}{
		{draw.Chart{}, "", "chart of 0 curves: want 1 to 4"},
		{draw.Chart{Series: make([]draw.Curve, 5)}, "", "chart of 5 curves"},
		{with("many"), "", `"many" at 3 is not a number`},
		{with("Inf"), "", `"Inf" at 3 is not a number`},
		{with("2"), "x", `theme "x"`},
	} {
		if _, err := tc.chart.Picture(tc.theme); !errors.Is(err, queens.ErrFormat) ||
			!strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
	// One point, no point and only zeros on a logarithmic axis can be drawn.
	for _, points := range [][]draw.DataPoint{{{X: 1, Y: "2"}}, nil, {{X: 1, Y: "0"}}} {
		for _, log := range []bool{false, true} {
			chart := draw.Chart{Title: "few", Log: log, Series: []draw.Curve{{Name: "x", Points: points}}}
			checkSVG(t, encode(t, "svg", must.Get(chart.Picture(""))(t)))
		}
	}
}
