package draw

import (
	"cmp"
	_ "embed"
	"maps"
	"math"
	"slices"
	"strconv"

	"queens/internal/named"
	"queens/known"
)

// Plot is a chart of known numbers. The zero value is not valid.
type Plot struct {
	Name    string `json:"name"`    // stable identifier: "growth"
	Summary string `json:"summary"` // one sentence, no final period

	chart func() Chart
}

// Plots returns every plot, sorted by name.
func Plots() []Plot { return slices.Clone(plots) }

// FindPlot returns the plot with this name.
func FindPlot(name string) (Plot, error) {
	return named.Find("plot", name, plots, func(p Plot) string { return p.Name })
}

// Chart returns the chart of the plot.
func (p Plot) Chart() Chart { return p.chart() }

//go:embed plots.json
var plotTable []byte

// plots holds every plot, sorted by name. To add one, add a block to plots.json.
var plots = func() (list []Plot) {
	for _, row := range named.JSON[[]plotRow](plotTable) {
		row.Plot.chart = row.draw
		list = append(list, row.Plot)
	}
	return list
}()

type plotRow struct {
	Plot
	Title, X, Y   string
	Log, FromZero bool
	Common        bool // curves end where the first does
	Curves        []source
}

// source says where the numbers of a curve come from.
type source struct {
	Name                    string
	Series                  string // known values from an order on
	From                    int
	Of                      string // the series, of the order Before less, by which they are divided
	Before                  int
	Squares                 bool // the density on a row of the board of order 12, or with Row 0 on a diagonal
	Row                     int
	Program, Method, Kernel string // the least times measured on one machine
}

func (r plotRow) draw() Chart {
	c := Chart{Name: r.Name, Title: r.Title, X: r.X, Y: r.Y, Log: r.Log, FromZero: r.FromZero}
	for _, s := range r.Curves {
		curve := Curve{s.Name, s.points()}
		if r.Common && len(c.Series) > 0 {
			curve.Points = curve.Points[:len(c.Series[0].Points)]
		}
		c.Series = append(c.Series, curve)
	}
	return c
}

func quotient(x, y float64) string { return strconv.FormatFloat(x/y, 'g', 6, 64) }

func (s source) points() (points []DataPoint) {
	add := func(x float64, y string) { points = append(points, DataPoint{x, y}) }
	switch {
	case s.Program != "":
		least := map[int]float64{}
		for _, m := range known.Measurements() {
			if m.Processor == "AMD EPYC (Zen 5)" && !m.Estimated() && m.Program == s.Program && m.Method == s.Method &&
				m.Kernel == s.Kernel {
				least[m.Order] = min(m.Seconds, cmp.Or(least[m.Order], m.Seconds))
			}
		}
		for _, n := range slices.Sorted(maps.Keys(least)) {
			add(float64(n), strconv.FormatFloat(least[n], 'f', -1, 64))
		}
	case s.Squares:
		const n = 12 // the largest order for which the solutions through every square are known
		all, _ := known.Solutions(n)
		for no := 1; no <= n; no++ {
			v, _ := known.Lookup("square-counts", n, cmp.Or(s.Row, no), no)
			add((float64(no)-.5)/n, quotient(n*v.Value.Float64(), all.Float64()))
		}
	case s.Series == "":
		// Q(n) = ((1 + o(1)) n e^-a)^n [simkin2021].
		const a = 1.942
		for n := s.From; n <= 99; n++ {
			add(float64(n), quotient(float64(n), math.Exp(a-1)))
		}
	default:
		series, ok := known.Find(s.Series)
		if !ok {
			panic("draw: no known series " + s.Series)
		}
		for _, v := range series.Values() {
			of, ok := known.Lookup(s.Of, v.Order-s.Before)
			switch {
			case v.Order < s.From:
			case s.Of == "":
				add(float64(v.Order), v.Value.String())
			case ok && !of.Value.IsZero():
				add(float64(v.Order), quotient(v.Value.Float64(), of.Value.Float64()))
			}
		}
	}
	return points
}
