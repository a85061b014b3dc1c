// Package figures makes the pictures of the program that need more than one board: the orbit, the
// signature and all solutions of a placement, and plots of known numbers.
// Package draw lays them out.
package figures

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"

	"queens"
	"queens/draw"
	"queens/internal/named"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// MaxGalleryOrder is the largest order whose solutions are drawn in one picture: 724 boards.
const MaxGalleryOrder = 10

// Figure describes a picture of one placement that is not just its board. The zero
// value is not valid.
type Figure struct {
	Name    string // stable identifier: "orbit"
	Summary string // one sentence, no final period

	// Picture lays it out in a theme. Errors are those of draw.Orbit.Picture.
	Picture func(p queens.Perm, theme string) (*draw.Picture, error)
}

// figures holds every figure, sorted by name. A new figure is a line here.
var figures = []Figure{
	{"orbit", "The eight images, and what turns and flips make of each other", drawOrbit},
	{"signature", "The triangles of the orbit signature", drawSignature},
	{"solutions", "All solutions of the order of the placement, orbit by orbit, its own one framed", drawSolutions},
}

// Figures returns every figure, sorted by name.
func Figures() []Figure { return slices.Clone(figures) }

// FindFigure returns the figure of that name.
func FindFigure(name string) (Figure, error) {
	return named.Find("figures: figure", name, figures, func(f Figure) string { return f.Name })
}

func drawOrbit(p queens.Perm, theme string) (*draw.Picture, error) {
	return draw.Orbit{Queens: p, Theme: theme}.Picture()
}

func drawSignature(p queens.Perm, theme string) (*draw.Picture, error) {
	return draw.Signature{Queens: p, Theme: theme}.Picture()
}

func drawSolutions(p queens.Perm, theme string) (*draw.Picture, error) {
	n := len(p)
	if n > MaxGalleryOrder {
		return nil, fmt.Errorf("figures: all solutions of order %d: want at most %d: %w", n, MaxGalleryOrder,
			queens.ErrOrder)
	}
	fundamental, err := list.Solutions(n, list.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	g := draw.Gallery{Queens: p, Theme: theme}
	for solution := range fundamental {
		g.Orbits = append(g.Orbits, symmetry.Orbit(slices.Clone(solution)))
	}
	return g.Picture()
}

// SolutionHeat returns for each square how many solutions have a queen there, from
// the known values.
func SolutionHeat(n int) (*draw.Heat, error) {
	series, _ := known.Find("square-counts")
	h := &draw.Heat{Title: "solutions with a queen on the square", Values: make([][]float64, n)}
	for r := range h.Values {
		h.Values[r] = make([]float64, n)
	}
	row := series.Row(n)
	if len(row) == 0 {
		return nil, fmt.Errorf("figures: solutions by square of order %d are not tabulated: want 1 to 12: %w", n,
			queens.ErrOrder)
	}
	for _, v := range row {
		h.Values[v.Index[0]-1][v.Index[1]-1] = v.Value.Float64()
	}
	return h, nil
}

// Plot describes a chart of known numbers. The zero value is not valid.
type Plot struct {
	Name    string `json:"name"`    // stable identifier: "growth"
	Summary string `json:"summary"` // one sentence, no final period

	chart func() draw.Chart
}

// plots holds every plot, sorted by name. A new plot is a line here.
var plots = []Plot{
	{Name: "classes", Summary: "Orbits by class: asymmetric, central, rotational", chart: classesChart},
	{Name: "density", Summary: "Average number of queens on each line of the board of order 12", chart: densityChart},
	{
		Name: "exponent", Summary: "How ln n - ln Q(n)/n approaches the constant 1.942 of the limit",
		chart: exponentChart,
	},
	{
		Name: "first-queen", Summary: "Share of solutions by row of the queen in the first column",
		chart: firstQueenChart,
	},
	{Name: "growth", Summary: "Solutions, fundamental solutions and modular solutions", chart: growthChart},
	{Name: "profile", Summary: "Boards at each depth of plain backtracking", chart: profileChart},
	{Name: "ratio", Summary: "Q(n) / Q(n-1), and what the limit predicts", chart: ratioChart},
	{Name: "search", Summary: "Share of all orbits that the orbit search finds", chart: searchChart},
	{Name: "times", Summary: "Processor time of counts by several programs and methods", chart: timesChart},
}

// Plots returns every plot, sorted by name.
func Plots() []Plot { return slices.Clone(plots) }

// FindPlot returns the plot of that name.
func FindPlot(name string) (Plot, error) {
	return named.Find("figures: plot", name, plots, func(p Plot) string { return p.Name })
}

// Chart returns the plot with its numbers.
func (p Plot) Chart() draw.Chart {
	c := p.chart()
	c.Name = p.Name
	return c
}

func point(x float64, y string) draw.DataPoint { return draw.DataPoint{X: x, Y: y} }

func byOrder(name, series string, from int) draw.Curve {
	s, ok := known.Find(series)
	if !ok {
		panic("figures: no known series " + series)
	}
	c := draw.Curve{Name: name}
	for _, v := range s.Values() {
		if v.Order >= from {
			c.Points = append(c.Points, point(float64(v.Order), v.Value.String()))
		}
	}
	return c
}

// quotients returns a curve of quotients of known values, rounded to six digits:
// part by whole where both are known.
func quotients(name, part, whole string, from int) draw.Curve {
	c := draw.Curve{Name: name}
	for _, d := range byOrder(name, part, from).Points {
		if v, ok := known.Lookup(whole, int(d.X)); ok && !v.Value.IsZero() {
			p, _ := new(big.Rat).SetString(d.Y)
			c.Points = append(c.Points, point(d.X, rounded(p, v.Value)))
		}
	}
	return c
}

func rounded(part *big.Rat, whole queens.Total) string {
	q, _ := new(big.Rat).Quo(part, new(big.Rat).SetInt(whole.Big())).Float64()
	return strconv.FormatFloat(q, 'g', 6, 64)
}

func growthChart() draw.Chart {
	return draw.Chart{
		Title: "How many solutions there are", X: "order n", Y: "count", Log: true,
		Series: []draw.Curve{
			byOrder("solutions Q(n)", "solutions", 1), byOrder("fundamental F(n)", "fundamental", 1),
			byOrder("modular T(n)", "toroidal", 1),
		},
	}
}

func classesChart() draw.Chart {
	curves := []draw.Curve{
		byOrder("asymmetric A", "class-asymmetric", 1), byOrder("central P", "class-central", 1),
		byOrder("rotational R", "class-rotational", 1),
	}
	for i := range curves { // P and R are known for larger orders than A
		curves[i].Points = curves[i].Points[:len(curves[0].Points)]
	}
	return draw.Chart{Title: "Orbits by class", X: "order n", Y: "orbits", Log: true, Series: curves}
}

// limitExponent is the constant a of Q(n) = ((1 + o(1)) n e^-a)^n, [simkin2021].
const limitExponent = 1.942

func ratioChart() draw.Chart {
	actual, limit := draw.Curve{Name: "Q(n) / Q(n-1)"}, draw.Curve{Name: "n e^(1-a), a = 1.942 [simkin2021]"}
	for n := 8; ; n++ {
		q, ok := known.Solutions(n)
		before, _ := known.Solutions(n - 1)
		if !ok {
			break
		}
		actual.Points = append(actual.Points, point(float64(n), rounded(new(big.Rat).SetInt(q.Big()), before)))
		limit.Points = append(limit.Points,
			point(float64(n), strconv.FormatFloat(float64(n)*math.Exp(1-limitExponent), 'g', 6, 64)))
	}
	return draw.Chart{
		Title: "How many times as many solutions as one order before", X: "order n", Y: "ratio",
		Series: []draw.Curve{actual, limit},
	}
}

func exponentChart() draw.Chart {
	actual, limit := draw.Curve{Name: "ln n - ln Q(n) / n"}, draw.Curve{Name: "limit 1.942 [simkin2021]"}
	for n := 7; ; n++ {
		q, ok := known.Solutions(n)
		if !ok {
			break
		}
		a := math.Log(float64(n)) - math.Log(q.Float64())/float64(n)
		actual.Points = append(actual.Points, point(float64(n), strconv.FormatFloat(a, 'f', 6, 64)))
		limit.Points = append(limit.Points, point(float64(n), strconv.FormatFloat(limitExponent, 'f', 3, 64)))
	}
	return draw.Chart{
		Title: "Q(n) = (n e^-a)^n: the exponent a by order", X: "order n", Y: "a",
		Series: []draw.Curve{actual, limit}, LegendBottom: true, LegendRight: true,
	}
}

// rowsOf returns a curve for each of some orders, with a point for each value of a series.
func rowsOf(series string, at func(v known.Value) draw.DataPoint, orders ...int) (curves []draw.Curve) {
	s, _ := known.Find(series)
	for _, n := range orders {
		curve := draw.Curve{Name: fmt.Sprintf("n = %d", n)}
		for _, v := range s.Row(n) {
			curve.Points = append(curve.Points, at(v))
		}
		curves = append(curves, curve)
	}
	return curves
}

func firstQueenChart() draw.Chart {
	return draw.Chart{
		Title: "Solutions by row of the queen in the first column", X: "(row - 1/2) / n",
		Y: "share of solutions, times n", FromZero: true, LegendBottom: true,
		Series: rowsOf("first-queen", func(v known.Value) draw.DataPoint {
			return share(v.Index[0], v.Order, v.Value)
		}, 8, 10, 12, 14),
	}
}

func profileChart() draw.Chart {
	return draw.Chart{
		Title: "Boards at each depth of plain backtracking", X: "queens placed", Y: "boards", Log: true,
		LegendBottom: true, LegendRight: true,
		Series: rowsOf("backtrack-profile", func(v known.Value) draw.DataPoint {
			return point(float64(v.Index[0]), v.Value.String())
		}, 16, 12, 8, 6),
	}
}

// share returns how many times the average a count is that stands at place no of n,
// counted from 1.
func share(no, n int, count queens.Total) draw.DataPoint {
	all, _ := known.Solutions(n)
	times := new(big.Rat).SetInt(count.Times(uint64(n)).Big())
	return point((float64(no)-.5)/float64(n), rounded(times, all))
}

// densityOrder is the largest order of which the solutions through every square are
// known.
const densityOrder = 12

func densityChart() draw.Chart {
	const n = densityOrder
	c := draw.Chart{
		Title: "Queens along lines of the board of order 12", X: "(place - 1/2) / n", Y: "share of solutions, times n",
		FromZero: true, LegendBottom: true,
	}
	for _, line := range []struct {
		name string
		on   func(no int) (rowNo, colNo int)
	}{
		{"row 1", func(no int) (int, int) { return 1, no }},
		{"row 3", func(no int) (int, int) { return 3, no }},
		{"row 6", func(no int) (int, int) { return n / 2, no }},
		{"main diagonal", func(no int) (int, int) { return no, no }},
	} {
		curve := draw.Curve{Name: line.name}
		for no := 1; no <= n; no++ {
			rowNo, colNo := line.on(no)
			if v, ok := known.Lookup("square-counts", n, rowNo, colNo); ok {
				curve.Points = append(curve.Points, share(no, n, v.Value))
			}
		}
		c.Series = append(c.Series, curve)
	}
	return c
}

func searchChart() draw.Chart {
	return draw.Chart{
		Title: "Orbits that the search by Inc and Mov finds", X: "order n", Y: "share of all orbits",
		Series: []draw.Curve{
			quotients("by insertion and moves", "orbit-search-reached", "fundamental", 5),
			quotients("by insertion alone", "orbit-search-inc", "fundamental", 5),
		},
		FromZero: true, LegendBottom: true,
	}
}

// timed are the curves of the plot of times: programs, methods and kernels on one machine.
var timed = []struct{ name, program, method, kernel string }{
	{"queens (parity)", "queens", "parity-trie", "groups-avx512"},
	{"queens (join)", "queens", "join", "avx512"},
	{"queens (families)", "queens", "families", "lanes-avx512"},
	{"N-Queens-Count-Sol", "N-Queens-Count-Sol 580f444", "", ""},
}

const timedOn = "AMD EPYC (Zen 5)"

func timesChart() draw.Chart {
	c := draw.Chart{Title: "Processor time of counting all solutions, one core", X: "order n", Y: "seconds", Log: true}
	for _, t := range timed {
		least := map[int]float64{}
		for _, m := range known.Measurements() {
			if m.Processor == timedOn && !m.Estimated && m.Program == t.program && m.Method == t.method &&
				m.Kernel == t.kernel {
				least[m.Order] = min(m.Seconds, cmp.Or(least[m.Order], m.Seconds))
			}
		}
		curve := draw.Curve{Name: t.name}
		for _, n := range slices.Sorted(maps.Keys(least)) {
			curve.Points = append(curve.Points, point(float64(n), strconv.FormatFloat(least[n], 'f', -1, 64)))
		}
		c.Series = append(c.Series, curve)
	}
	return c
}
