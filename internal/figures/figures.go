// Package figures makes the pictures that need more than one board: the orbit, the signature and
// all solutions of a placement, and plots of known numbers. Package draw lays them out.
package figures

import (
	"cmp"
	_ "embed"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"

	"queens"
	"queens/draw"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// MaxGalleryOrder is the largest order whose solutions are drawn in one picture, on 724 boards.
const MaxGalleryOrder = 10

// Figure is a picture of a placement other than its board. The zero value is not valid.
type Figure struct {
	Name    string // stable identifier: "orbit"
	Summary string // one sentence, no final period

	// Picture returns it in a theme. Errors: those of draw.Orbit.
	Picture func(p queens.Perm, theme string) (*draw.Picture, error)
}

// figures holds every figure, sorted by name. To add one, add a line.
var figures = []Figure{
	{"orbit", "The eight images, and the rotations and reflections between them", draw.Orbit},
	{"signature", "The triangles of the orbit signature", draw.Signature},
	{"solutions", "All solutions of the same order, orbit by orbit, with the placement framed", drawSolutions},
}

// Figures returns every figure, sorted by name.
func Figures() []Figure { return slices.Clone(figures) }

// FindFigure returns the figure with this name.
func FindFigure(name string) (Figure, error) {
	return named.Find("figure", name, figures, func(f Figure) string { return f.Name })
}

func drawSolutions(p queens.Perm, theme string) (*draw.Picture, error) {
	n := len(p)
	if n > MaxGalleryOrder {
		return nil, errs.Errorf("all solutions of order %d: want at most %d: %w", n, MaxGalleryOrder, queens.ErrOrder)
	}
	fundamental, err := list.Solutions(n, list.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	var orbits [][]queens.Perm
	for solution := range fundamental {
		orbits = append(orbits, symmetry.Orbit(slices.Clone(solution)))
	}
	return draw.Gallery(p, orbits, theme)
}

// SolutionHeat returns, for each square, the known number of solutions with a queen there.
func SolutionHeat(n int) (*draw.Heat, error) {
	series, _ := known.Find("square-counts")
	h := &draw.Heat{Title: "solutions with a queen on the square", Values: make([][]float64, n)}
	for r := range h.Values {
		h.Values[r] = make([]float64, n)
	}
	row := series.Row(n)
	if len(row) == 0 {
		return nil, errs.Errorf("solutions by square of order %d are not tabulated: want 1 to 12: %w", n,
			queens.ErrOrder)
	}
	for _, v := range row {
		h.Values[v.Index[0]-1][v.Index[1]-1] = v.Value.Float64()
	}
	return h, nil
}

// Plot is a chart of known numbers. The zero value is not valid.
type Plot struct {
	Name    string `json:"name"`    // stable identifier: "growth"
	Summary string `json:"summary"` // one sentence, no final period

	chart func() draw.Chart
}

//go:embed plots.json
var plotTable []byte

var computed = map[string]func() []draw.Curve{
	"density": density, "ratio": ratio, "times": times,
}

// plots holds every plot, sorted by name. To add one, add a block to plots.json. Its curves are
// known series, quotients of two series, or computed.
var plots = func() (list []Plot) {
	for _, row := range named.JSON[[]struct {
		Plot
		Title, X, Y   string
		Log, FromZero bool
		Common        bool // curves end where the first does
		Curves        []struct {
			Name, Series, Of string
			From             int
		}
	}](plotTable) {
		row.chart = func() draw.Chart {
			c := draw.Chart{
				Name: row.Name, Title: row.Title, X: row.X, Y: row.Y, Log: row.Log, FromZero: row.FromZero,
			}
			if curves := computed[row.Name]; curves != nil {
				c.Series = curves()
			}
			for _, curve := range row.Curves {
				drawn := byOrder(curve.Name, curve.Series, curve.Of, curve.From)
				if row.Common && len(c.Series) > 0 {
					drawn.Points = drawn.Points[:len(c.Series[0].Points)]
				}
				c.Series = append(c.Series, drawn)
			}
			return c
		}
		list = append(list, row.Plot)
	}
	return list
}()

// Plots returns every plot, sorted by name.
func Plots() []Plot { return slices.Clone(plots) }

// FindPlot returns the plot with this name.
func FindPlot(name string) (Plot, error) {
	return named.Find("plot", name, plots, func(p Plot) string { return p.Name })
}

// Chart returns the chart of the plot.
func (p Plot) Chart() draw.Chart { return p.chart() }

func point(x float64, y string) draw.DataPoint { return draw.DataPoint{X: x, Y: y} }

// byOrder returns the curve of a series from an order on, or of its quotients by the series whole,
// rounded to six digits, where both are known.
func byOrder(name, series, whole string, from int) draw.Curve {
	s, ok := known.Find(series)
	if !ok {
		panic("figures: no known series " + series)
	}
	c := draw.Curve{Name: name}
	for _, v := range s.Values() {
		if v.Order < from {
			continue
		}
		y := v.Value.String()
		if whole != "" {
			all, ok := known.Lookup(whole, v.Order)
			if !ok || all.Value.IsZero() {
				continue
			}
			y = rounded(new(big.Rat).SetInt(v.Value.Big()), all.Value)
		}
		c.Points = append(c.Points, point(float64(v.Order), y))
	}
	return c
}

func rounded(part *big.Rat, whole queens.Total) string {
	q, _ := new(big.Rat).Quo(part, new(big.Rat).SetInt(whole.Big())).Float64()
	return strconv.FormatFloat(q, 'g', 6, 64)
}

// limitExponent is the constant a of Q(n) = ((1 + o(1)) n e^-a)^n, [simkin2021].
const limitExponent = 1.942

func ratio() []draw.Curve {
	actual, limit := draw.Curve{Name: "Q(n) / Q(n-1)"}, draw.Curve{Name: "n e^(1-a), a = 1.942 [simkin2021]"}
	for n := 8; ; n++ {
		q, ok := known.Solutions(n)
		before, _ := known.Solutions(n - 1)
		if !ok {
			return []draw.Curve{actual, limit}
		}
		actual.Points = append(actual.Points, point(float64(n), rounded(new(big.Rat).SetInt(q.Big()), before)))
		limit.Points = append(limit.Points,
			point(float64(n), strconv.FormatFloat(float64(n)*math.Exp(1-limitExponent), 'g', 6, 64)))
	}
}

// densityOrder is the largest order for which the solutions through every square are known.
const densityOrder = 12

// density returns the ratios of the counts through squares to their average.
func density() (curves []draw.Curve) {
	const n = densityOrder
	all, _ := known.Solutions(n)
	for _, line := range []struct {
		name string
		row  int // 0 for the number of the column
	}{{"row 1", 1}, {"row 3", 3}, {"row 6", n / 2}, {"main diagonal", 0}} {
		curve := draw.Curve{Name: line.name}
		for no := 1; no <= n; no++ {
			if v, ok := known.Lookup("square-counts", n, cmp.Or(line.row, no), no); ok {
				part := new(big.Rat).SetInt(v.Value.Times(n).Big())
				curve.Points = append(curve.Points, point((float64(no)-.5)/n, rounded(part, all)))
			}
		}
		curves = append(curves, curve)
	}
	return curves
}

// timed lists the curves of the plot of times: programs, methods and kernels on one machine.
var timed = []struct{ name, program, method, kernel string }{
	{"queens (parity)", "queens", "parity-trie", "groups-avx512"},
	{"queens (join)", "queens", "join", "avx2"},
	{"N-Queens-Count-Sol", "N-Queens-Count-Sol 580f444", "", ""},
}

const timedOn = "AMD EPYC (Zen 5)"

func times() (curves []draw.Curve) {
	for _, t := range timed {
		least := map[int]float64{}
		for _, m := range known.Measurements() {
			if m.Processor == timedOn && !m.Estimated() && m.Program == t.program && m.Method == t.method &&
				m.Kernel == t.kernel {
				least[m.Order] = min(m.Seconds, cmp.Or(least[m.Order], m.Seconds))
			}
		}
		curve := draw.Curve{Name: t.name}
		for _, n := range slices.Sorted(maps.Keys(least)) {
			curve.Points = append(curve.Points, point(float64(n), strconv.FormatFloat(least[n], 'f', -1, 64)))
		}
		curves = append(curves, curve)
	}
	return curves
}
