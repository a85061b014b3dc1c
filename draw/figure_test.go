package draw_test

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
)

func atlas(t testing.TB, n int) draw.Atlas {
	t.Helper()
	a := must.Get(orbit.NewAtlas(context.Background(), n, orbit.Options{}))(t)
	return draw.Atlas{Graph: a.Reach().Graph(orbit.GraphOptions{Labels: a.Len() <= draw.NamedOrbits})}
}

type laid func() (*draw.Picture, error)

func (l laid) Picture() (*draw.Picture, error) { return l() }

func figure(t testing.TB, name string, p queens.Perm, theme string) laid {
	t.Helper()
	f := must.Get(draw.FindFigure(name))(t)
	return func() (*draw.Picture, error) { return f.Picture(p, theme) }
}

func TestFiguresLookAsTheyDid(t *testing.T) {
	seven, nine, eleven := atlas(t, 7), atlas(t, 9), atlas(t, 11)
	nineForest := nine
	nineForest.Forest, nineForest.Theme = true, "dark"
	asymmetric, central, rotational := perm(t, "15863724"), perm(t, "35281746"), perm(t, "2413")
	for _, tc := range []struct {
		name string
		f    drawable
	}{
		{"orbit-asymmetric", figure(t, "orbit", asymmetric, "")},
		{"orbit-central", figure(t, "orbit", central, "")},
		{"orbit-rotational-dark", figure(t, "orbit", rotational, "dark")},
		{"orbit-no-solution", figure(t, "orbit", perm(t, "1"), "")},
		{"signature", figure(t, "signature", asymmetric, "")},
		{"solutions", figure(t, "solutions", central, "")},
		{"solutions-6-dark", figure(t, "solutions", perm(t, "246135"), "dark")},
		{"signature-dark", figure(t, "signature", perm(t, "25314"), "dark")},
		{"signature-small", figure(t, "signature", perm(t, "21"), "")},
		{"atlas-7", seven},
		{"atlas-9", nine},
		{"atlas-9-forest-dark", nineForest},
		{"atlas-11", eleven},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := lay(t, tc.f)
			compare(t, tc.name, p)
			if strings.HasPrefix(tc.name, "signature") || tc.name == "orbit-central" || tc.name == "atlas-9" {
				comparePixels(t, tc.name, p)
			}
		})
	}
}

// Every orbit has a mark, those not found too: squares, discs and diamonds are told
// apart by how they are drawn, and add up to the numbers of the search.
func TestEveryOrbitIsDrawn(t *testing.T) {
	for n := 5; n <= 12; n++ {
		g := atlas(t, n)
		svg := string(encode(t, "svg", lay(t, g)))
		inserted, moved, missing := 0, 0, 0
		for _, node := range g.Nodes {
			switch {
			case node.Layer == 0:
				inserted++
			case node.Layer > 0:
				moved++
			default:
				missing++
			}
		}
		count := func(fill, each string) (most int) {
			for line := range strings.Lines(svg) {
				if strings.HasPrefix(line, "<path") && strings.Contains(line, fill) {
					most = max(most, strings.Count(line, each))
				}
			}
			return most
		}
		if got := count(`fill="#c44e00"`, "m"); got != inserted {
			t.Errorf("order %d: %d squares, want %d inserted orbits", n, got, inserted)
		}
		if got := count(`fill="#0072b2"`, "m"); moved > 0 && got != moved {
			t.Errorf("order %d: %d discs, want %d orbits found by moves", n, got, moved)
		}
		if got := count(`fill="#fff`, "m"); missing > 0 && got != missing {
			t.Errorf("order %d: %d diamonds, want %d orbits not found", n, got, missing)
		}
		if got := count(`stroke="#0072b2"`, "m"); got != max(1, moved) { // one line is in the legend
			t.Errorf("order %d: %d lines of the forest, want %d", n, got, moved)
		}
	}
}

func TestGalleryHasEverySolution(t *testing.T) {
	for n, want := range map[int]int{1: 1, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724} { // OEIS A000170
		rows := make(queens.Perm, n)
		for i := range rows {
			rows[i] = i
		}
		p := lay(t, figure(t, "solutions", rows, ""))
		boards := strings.Count(string(encode(t, "svg", p)), `<path fill="#8a8069"`) // the rim of a board
		if boards != want {
			t.Errorf("order %d: %d boards, want %d", n, boards, want)
		}
	}
	for _, text := range []string{"12", "321", "1,2,3,4,5,6,7,8,9,10,11"} {
		if _, err := figure(t, "solutions", perm(t, text), "").Picture(); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("all solutions of the order of %s: %v", text, err)
		}
	}
}

func TestPlacesDoNotTouch(t *testing.T) {
	a := atlas(t, 9)
	a.Inner = .6
	places, err := a.Places()
	if err != nil || len(places) != 46 {
		t.Fatalf("%d places, %v", len(places), err)
	}
	for i, p := range places {
		for k, q := range places[:i] {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); d < p.Radius+q.Radius || p.X < 0 || p.Y < 0 || p.X > 900 ||
				p.Y > 900 {
				t.Errorf("orbits %d and %d: %v and %v", i+1, k+1, p, q)
			}
		}
	}
}

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

// TestPlotsShowGaps: a line begins anew after a missing order, a point alone has none, and the last
// one is in the legend.
func TestPlotsShowGaps(t *testing.T) {
	for _, test := range []struct {
		orders []float64
		begun  int
	}{{[]float64{1, 2, 3}, 2}, {[]float64{1, 2, 4, 5}, 3}, {[]float64{1, 3, 5}, 1}} {
		c := draw.Curve{Name: "a"}
		for _, n := range test.orders {
			c.Points = append(c.Points, draw.DataPoint{X: n, Y: "1"})
		}
		svg := string(encode(t, "svg", must.Get(draw.Chart{Series: []draw.Curve{c}}.Picture(""))(t)))
		_, line, _ := strings.Cut(svg, `stroke-width="2"`)
		line, _, _ = strings.Cut(line, "/>")
		if got := strings.Count(strings.ToLower(line), "m"); got != test.begun {
			t.Errorf("orders %v: %d lines, want %d: %s", test.orders, got, test.begun, line)
		}
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

func svg(t *testing.T, b draw.Board) string {
	t.Helper()
	return string(encode(t, "svg", lay(t, b)))
}

// TestGraphsHaveTheirEdges counts the lines of the thin path. The queens graph has n(n-1)(5n-1)/3
// edges, and on the torus, for odd n, 2n²(n-1).
func TestGraphsHaveTheirEdges(t *testing.T) {
	thin := regexp.MustCompile(`stroke="#0072b2"[^>]* d="([^"]*)"`)
	edges := func(b draw.Board) (count int) {
		for _, m := range thin.FindAllStringSubmatch(svg(t, b), -1) {
			count += strings.Count(m[1], "h") + strings.Count(m[1], "v") + strings.Count(m[1],
				"l") + strings.Count(m[1], "L")
		}
		return count
	}
	for n := 2; n <= 7; n++ {
		attacking, all := n*(n-1)*(5*n-1)/3, n*n*(n*n-1)/2
		if got := edges(draw.Board{Order: n, Layers: []string{"graph"}}); got != attacking {
			t.Errorf("order %d: %d edges, want %d", n, got, attacking)
		}
		if got := edges(draw.Board{Order: n, Layers: []string{"complement"}}); got != all-attacking {
			t.Errorf("order %d: %d edges of the complement, want %d", n, got, all-attacking)
		}
	}
	if got := edges(draw.Board{Order: 5, Topology: queens.Modular, Layers: []string{"graph"}}); got != 200 {
		t.Errorf("%d edges on the torus, want 200", got)
	}
	if _, err := (draw.Board{Order: 13, Layers: []string{"graph"}}).Picture(); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("order 13: %v", err)
	}
}

// TestSeparation compares the rings with the shifts of a solution that solve the board; those on
// the border are drawn twice, the one in the corner four times.
func TestSeparation(t *testing.T) {
	for p := range must.Get(list.Solutions(7, list.Options{}))(t) {
		n, want := len(p), 0
		for i := range n * n {
			q := make(queens.Perm, n)
			for c, r := range p {
				q[(c+n-i%n)%n] = (r + n - i/n) % n
			}
			if queens.Check(q, queens.Regular) == nil {
				want += (1 + 1/(1+i%n)) * (1 + 1/(1+i/n))
			}
		}
		b := draw.Board{Order: n, Queens: p.Squares(), Topology: queens.Modular, Layers: []string{"separation"}}
		lines := regexp.MustCompile(`stroke="#c44e00"[^>]* d="([^"]*)"`).FindStringSubmatch(svg(t, b))
		if got := strings.Count(lines[1], "z"); got != want {
			t.Errorf("%v: %d rings, want %d", p, got, want)
		}
	}
	if _, err := (draw.Board{Order: 101, Layers: []string{"separation"}}).Picture(); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("order 101: %v", err)
	}
}

// TestLettersAndTiles looks for the letters of order 8, figure 4 of [erbas1992], and for tiles of
// 25.
func TestLettersAndTiles(t *testing.T) {
	picture := svg(t, draw.Board{Order: 8, Layers: []string{"letters"}})
	for letter, squares := range map[string]int{"A": 8, "B": 8, "C": 8, "D": 4, "E": 0} {
		if got := strings.Count(picture, ">"+letter+"</text>"); got != squares {
			t.Errorf("letter %s: %d squares, want %d", letter, got, squares)
		}
	}
	border := regexp.MustCompile(`stroke="#8a8069"[^>]* d="([^"]*)"`)
	for order, lines := range map[int]int{25: 8, 12: 6, 7: 0} {
		got := 0
		for _, m := range border.FindAllStringSubmatch(svg(t, draw.Board{Order: order, Layers: []string{"tiles"}}),
			-1) {
			got += strings.Count(m[1], "h") + strings.Count(m[1], "v")
		}
		if got != lines {
			t.Errorf("order %d: %d lines, want %d", order, got, lines)
		}
	}
}

// TestSheetHoldsEveryBoard counts the crowns of a sheet and looks where the boards are.
func TestSheetHoldsEveryBoard(t *testing.T) {
	var pictures []*draw.Picture
	for range 5 {
		pictures = append(pictures, lay(t, draw.Board{Order: 4, Queens: staircase(4), Size: 64}))
	}
	sheet := must.Get(draw.Sheet(pictures))(t)
	if one := pictures[0]; sheet.Width != 3*one.Width+4*12 || sheet.Height != 2*one.Height+3*12 {
		t.Errorf("%d by %d", sheet.Width, sheet.Height)
	}
	one, all := string(encode(t, "svg", pictures[0])), string(encode(t, "svg", sheet))
	if got, want := strings.Count(all, "<path")-1, 5*(strings.Count(one, "<path")-1); got != want {
		t.Errorf("%d paths, want %d", got, want)
	}
	checkSVG(t, encode(t, "svg", sheet))
	for _, n := range []int{0, draw.MaxSheet + 1} {
		if _, err := draw.Sheet(make([]*draw.Picture, n)); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%d pictures: %v", n, err)
		}
	}
}
