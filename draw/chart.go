package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/known"
)

// Chart is a plot of numbers as plain values.
type Chart struct {
	Name  string `json:"name"`  // of its [Plot]
	Title string `json:"title"` // what it shows, no final period
	X     string `json:"x"`     // what the axes are
	Y     string `json:"y"`
	// powers of ten on the vertical axis; numbers that are not positive are left out
	Log    bool    `json:"log,omitempty"`
	Series []Curve `json:"series"`

	FromZero bool `json:"-"` // the vertical axis begins at 0, and the legend is at the bottom
}

// Curve is one line of a chart.
type Curve struct {
	Name   string      `json:"name"`
	Points []DataPoint `json:"points"`
}

// DataPoint is a point of a curve. Y is a decimal number of any length, so that counts stay exact.
type DataPoint struct {
	X float64 `json:"x"`
	Y string  `json:"y"`
}

// points returns the runs of points that a line joins: it breaks where an order is missing, or
// where a logarithm is of a number that is not positive.
func (c Chart) points(s Curve) (runs [][]point, err error) {
	runs = [][]point{nil}
	for i, d := range s.Points {
		y, err := strconv.ParseFloat(d.Y, 64)
		if err != nil || math.IsInf(y, 0) || math.IsNaN(y) {
			return nil, errs.Errorf("chart: %q at %v is not a number: %w", d.Y, d.X, queens.ErrFormat)
		}
		hidden := c.Log && y <= 0
		if hidden || i > 0 && d.X > s.Points[i-1].X+1 {
			runs = append(runs, nil)
		}
		if hidden {
			continue
		}
		if c.Log {
			y = math.Log10(y)
		}
		run := &runs[len(runs)-1]
		*run = append(*run, point{d.X, y})
	}
	return runs, nil
}

// axis is the range of one coordinate, with ticks at multiples of step.
type axis struct{ low, high, step float64 }

// axes returns the horizontal axis, which ends with the points, and the vertical one, which ends at
// ticks. With Log it counts powers of ten.
func (c Chart) axes(curves [][][]point) (x, y axis) {
	x.low, y.low, x.high, y.high = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, curve := range curves {
		for _, at := range slices.Concat(curve...) {
			x.low, x.high = min(x.low, at.x), max(x.high, at.x)
			y.low, y.high = min(y.low, at.y), max(y.high, at.y)
		}
	}
	if c.FromZero || y.high < y.low {
		y.low, y.high = 0, max(0, y.high)
	}
	y.high = max(y.high, y.low+.5)
	x.step, y.step = max(1, step(x.high-x.low, 20)), step(y.high-y.low, 10)
	if !(x.low < 0 || x.high > 1) { // places on a line of the board, or no point
		x = axis{0, 1, .1}
	}
	x.high = max(x.high, x.low+1)
	if c.Log {
		y.step = max(y.step, 1)
	}
	y.low, y.high = math.Floor(y.low/y.step)*y.step, math.Ceil(y.high/y.step)*y.step
	return x, y
}

// step returns 1, 2 or 5 times a power of ten that is in a length at most a number of times.
func step(length, most float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(length/most)))
	for _, digit := range []float64{1, 2, 5} {
		if length/(digit*power) <= most {
			return digit * power
		}
	}
	return 10 * power
}

// ticks yields the multiples of step on the axis, with their share of its length.
func (a axis) ticks(yield func(x, share float64) bool) {
	for i := int(math.Ceil(a.low/a.step - 1e-9)); i <= int(math.Floor(a.high/a.step+1e-9)); i++ {
		if x := float64(i) * a.step; !yield(x, a.share(x)) {
			return
		}
	}
}

func (a axis) share(x float64) float64 { return (x - a.low) / (a.high - a.low) }

// The measures of a picture of a chart, in pixels.
const (
	chartWidth  = 800
	chartHeight = 520
	chartHead   = 44 // from the top to the curves
	chartFoot   = 62 // from the curves to the bottom
	chartRight  = 24
	chartLeft   = 68 // from the left to the curves, and the widest number
	axisGap     = 9  // from an axis to the curves
	legendLine  = 16
	legendMark  = 40 // width of the line of a curve
)

// curveLooks are the dashes of curves and the marks of their points.
var curveLooks = [...]struct {
	dashes []float64
	mark   func(s *shape, at point)
}{
	{nil, func(s *shape, at point) { s.circle(at, 3.4) }},
	{[]float64{8, 4}, func(s *shape, at point) { s.rectangle(at.plus(-3.2, -3.2), 6.4, 6.4) }},
	{[]float64{2, 3}, func(s *shape, at point) { s.polygon(at.plus(0, -4), at.plus(-3.6, 2.6), at.plus(3.6, 2.6)) }},
	{[]float64{10, 3, 2, 3}, func(s *shape, at point) { s.diamond(at, 4.2) }},
}

// Picture draws the chart in a theme.
//
// Time O(points). Errors: queens.ErrFormat for an unknown theme, no curve or more than
// four, or a point that is no number.
func (c Chart) Picture(themeName string) (*Picture, error) {
	if len(c.Series) == 0 || len(c.Series) > len(curveLooks) {
		return nil, errs.Errorf("chart of %d curves: want 1 to %d: %w", len(c.Series), len(curveLooks),
			queens.ErrFormat)
	}
	curves := make([][][]point, len(c.Series))
	for i, s := range c.Series {
		var err error
		if curves[i], err = c.points(s); err != nil {
			return nil, err
		}
	}
	return lay(themeName, fmt.Sprintf("%s; %s by %s", c.Title, c.Y, c.X), chartWidth, chartHeight,
		func(p *pen) { c.draw(p, curves) })
}

func (c Chart) draw(p *pen, curves [][][]point) {
	x, y := c.axes(curves)
	numbers := lettering{size: 12, align: right}
	low, bottom := point{chartLeft, chartHead}, float64(chartHeight-chartFoot)
	for number := range y.ticks {
		low.x = max(low.x, chartLeft+numbers.width(c.label(number))-20)
	}
	width, height := chartWidth-chartRight-low.x, bottom-low.y
	at := func(shareX, shareY float64) point { return point{low.x + shareX*width, bottom - shareY*height} }

	var grid, axes shape
	for number, share := range y.ticks {
		left := at(0, share)
		grid.polyline(left, at(1, share))
		axes.polyline(left.plus(-axisGap-8, 0), left.plus(-axisGap, 0))
		p.text(left.plus(-axisGap-11, 0), c.label(number), numbers)
	}
	numbers.align = center
	for number, share := range x.ticks {
		foot := at(share, 0)
		grid.polyline(foot, at(share, 1))
		axes.polyline(foot.plus(0, axisGap), foot.plus(0, axisGap+8))
		p.text(foot.plus(0, axisGap+16), Chart{}.label(number), numbers)
	}
	axes.polyline(at(0, 1).plus(-axisGap, 0), at(0, 0).plus(-axisGap, 0))
	axes.polyline(at(0, 0).plus(0, axisGap), at(1, 0).plus(0, axisGap))
	p.stroke(mix(p.theme.Paper, p.theme.Faint, .15), 1, grid)
	p.stroke(p.theme.Faint, 1, axes)
	p.text(point{chartWidth / 2, 22}, c.Title, lettering{size: 17, align: center})
	p.text(at(.5, 0).plus(0, axisGap+36), c.X, lettering{size: 14, align: center})
	p.along(point{20, bottom}, point{20, low.y}, 0, c.Y, lettering{size: 14, align: center})

	legend := low.plus(18, 18)
	if c.FromZero {
		legend.y = bottom - 10 - float64(legendLine*len(curves))
	}
	for i, curve := range curves {
		var places []point
		var line shape
		for _, run := range curve {
			first := len(places)
			for _, pt := range run {
				places = append(places, at(x.share(pt.x), y.share(pt.y)))
			}
			if len(run) > 1 {
				line.polyline(places[first:]...)
			}
		}
		if len(places) == 0 {
			continue
		}
		middle := legend.plus(legendMark/2, float64(i*legendLine))
		line.polyline(middle.plus(-legendMark/2, 0), middle.plus(legendMark/2, 0))
		p.stroke(p.theme.Series[i], 2, line, curveLooks[i].dashes...)
		p.text(middle.plus(legendMark/2+4, 0), c.Series[i].Name, lettering{size: 13})
		var marks shape
		for _, place := range append(places, middle) {
			curveLooks[i].mark(&marks, place)
		}
		p.fill(p.theme.Series[i], marks)
	}
}

// label writes a number of an axis; with Log it is that power of ten.
func (c Chart) label(x float64) string {
	if c.Log {
		x = math.Pow(10, math.Round(x))
	}
	return strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(strconv.FormatFloat(x, 'g', 5, 64))
}

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
var plots = named.Each(named.JSON[[]plotRow](plotTable), func(row plotRow) Plot {
	row.Plot.chart = row.draw
	return row.Plot
})

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
		const n = 12
		all, _ := known.Solutions(n)
		for no := 1; no <= n; no++ {
			v, _ := known.Lookup("square-counts", n, cmp.Or(s.Row, no), no)
			add((float64(no)-.5)/n, quotient(n*v.Value.Float64(), all.Float64()))
		}
	case s.Series == "":
		// Q(n) = ((1 + o(1)) n e^-a)^n [simkin2021], [nobel2022].
		const a = 1.944
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

// Heat gives every square of a board a number, which is shown as a colour between
// those of 0 and of the largest number, with a scale beside the board.
type Heat struct {
	Title  string      `json:"title,omitempty"` // what the numbers are, in a few words: "queens that attack the square"
	Values [][]float64 `json:"values"`          // by row, then column; finite and not negative
	Most   float64     `json:"-"`               // number of the last colour if it is more than all Values
}

func (h *Heat) validate(n int) error {
	switch {
	case h == nil:
		return nil
	case len(h.Values) != n:
		return errs.Errorf("heat for %d rows on a board of order %d: %w", len(h.Values), n, queens.ErrFormat)
	}
	for r, row := range h.Values {
		wrong := slices.ContainsFunc(row, func(x float64) bool { return !(x >= 0 && x <= math.MaxFloat64) })
		if len(row) != n || wrong {
			return errs.Errorf("heat of row %d: want %d numbers, each at least 0: %w", r+1, n, queens.ErrFormat)
		}
	}
	return nil
}

func newHeat(title string, n int, value func(sq queens.Square) float64) *Heat {
	h := &Heat{Title: title, Values: make([][]float64, n)}
	for r := range h.Values {
		for c := range n {
			h.Values[r] = append(h.Values[r], value(queens.Square{Row: r, Col: c}))
		}
	}
	return h
}

// AttackHeat returns for each square of a board how many of the queens attack it; a queen does not
// attack her own square. Errors: queens.ErrOrder above MaxHeatOrder.
func AttackHeat(n int, squares []queens.Square, t queens.Topology) (*Heat, error) {
	if n > MaxHeatOrder {
		return nil, errs.Errorf("heat on a board of order %d: want at most %d: %w", n, MaxHeatOrder, queens.ErrOrder)
	}
	lined := queensOnLines(n, squares, t)
	h := newHeat("queens that attack the square", n, func(sq queens.Square) float64 { return float64(lined(sq)) })
	for _, sq := range squares {
		h.Values[sq.Row][sq.Col] -= float64(len(directions)) // she stands on all of her lines
		if t == queens.Modular && n%2 == 0 {
			h.Values[(sq.Row+n/2)%n][(sq.Col+n/2)%n]-- // on both of her diagonals
		}
	}
	return h, nil
}

// SolutionHeat returns, for each square, the known number of solutions with a queen there.
func SolutionHeat(n int) (*Heat, error) {
	s, _ := known.Find("square-counts")
	row := s.Row(n)
	if len(row) == 0 {
		values := s.Values()
		return nil, errs.Errorf("solutions by square of order %d are not tabulated: want 1 to %d: %w", n,
			values[len(values)-1].Order, queens.ErrOrder)
	}
	return newHeat("solutions with a queen on the square", n, func(sq queens.Square) float64 {
		return row[sq.Row*n+sq.Col].Value.Float64()
	}), nil
}

// queensOnLines returns a function that counts the queens on the four lines through a square; one
// on the square counts four times.
func queensOnLines(n int, squares []queens.Square, t queens.Topology) func(queens.Square) int {
	var counts [4][]int // by kind of line
	for kind := range counts {
		counts[kind] = make([]int, 2*n)
	}
	for _, sq := range squares {
		for kind, line := range queens.Lines(sq, n, t) {
			counts[kind][line]++
		}
	}
	return func(sq queens.Square) (sum int) {
		for kind, line := range queens.Lines(sq, n, t) {
			sum += counts[kind][line]
		}
		return sum
	}
}

// most returns the number of the last colour.
func (h *Heat) most() float64 {
	most := max(h.Most, math.SmallestNonzeroFloat64)
	for _, row := range h.Values {
		most = max(most, slices.Max(row))
	}
	return most
}

const heatLevels = 24

func (t theme) palette() color.Palette {
	colors := make(color.Palette, heatLevels)
	for i := range colors {
		if share := float64(i) / (heatLevels - 1); share > .5 {
			colors[i] = mix(t.Warm, t.Hot, share*2-1)
		} else {
			colors[i] = mix(t.Cold, t.Warm, share*2)
		}
	}
	return colors
}

func level(x, most float64) uint8 { return uint8(math.Round(x / most * (heatLevels - 1))) }

func (h *Heat) drawGround(l *boardLayout, p *pen, at point) {
	most, colors := h.most(), p.theme.palette()
	grounds := make([]shape, len(colors))
	for r, row := range h.Values {
		for c, x := range row {
			grounds[level(x, most)].rectangle(at.plus(float64(c)*l.side, float64(r)*l.side), l.side, l.side)
		}
	}
	for i, ground := range grounds {
		p.fill(colors[i], ground)
	}
}

func (h *Heat) drawNumbers(l *boardLayout, p *pen) {
	if h == nil || l.Order > numberedHeat {
		return
	}
	most := h.most()
	colors := p.theme.palette()
	for r, row := range h.Values {
		for c, x := range row {
			sq, text := queens.Square{Row: r, Col: c}, heatText(x)
			look := lettering{size: min(13, l.side*.34), align: center, color: color.White}
			if color.GrayModel.Convert(colors[level(x, most)]).(color.Gray).Y > 0x78 {
				look.color = color.Black
			}
			if !slices.Contains(l.Queens, sq) && look.size >= 6 && look.width(text) <= l.side*.94 {
				p.text(l.middle(sq), text, look)
			}
		}
	}
}

func heatText(x float64) string {
	if x == math.Trunc(x) && x < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func (h *Heat) drawLegend(l *boardLayout, p *pen) {
	height := min(l.all(), 240)
	at := point{l.left + l.all() + boardRim + l.right + 14, l.top + (l.all()-height)/2}
	step := height / heatLevels
	for i, c := range p.theme.palette() {
		p.fill(c, new(shape).rectangle(at.plus(0, height-float64(i+1)*step), 14, step+.5))
	}
	p.stroke(p.theme.Rim, 1, new(shape).rectangle(at, 14, height))
	look := lettering{size: 11}
	most := h.most()
	if most < 1e-300 {
		most = 0
	}
	p.text(at.plus(20, 4), heatText(most), look)
	p.text(at.plus(20, height-4), "0", look)
	if h.Title == "" {
		return
	}
	look.align, look.size = center, min(11, 11*height/max(1, look.width(h.Title)))
	at = at.plus(62, height/2)
	p.along(at, at.plus(0, -1), 0, h.Title, look)
}
