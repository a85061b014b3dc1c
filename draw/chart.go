package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"queens"
)

// Chart is a plot of numbers as plain values.
type Chart struct {
	Name   string  `json:"name"`  // of its [Plot]
	Title  string  `json:"title"` // what it shows, no final period
	X      string  `json:"x"`     // what the axes are
	Y      string  `json:"y"`
	Log    bool    `json:"log,omitempty"` // powers of ten on the vertical axis; numbers that are not positive are left out
	Series []Curve `json:"series"`

	fromZero bool // the vertical axis begins at 0
	legend   corner
}

// Curve is one line of a chart.
type Curve struct {
	Name   string      `json:"name"`
	Points []DataPoint `json:"points"`
}

// DataPoint is a point of a curve. Y is a decimal number of any length, so that
// counts stay exact.
type DataPoint struct {
	X float64 `json:"x"`
	Y string  `json:"y"`
}

// value returns the height of the point.
func (d DataPoint) value() (float64, error) {
	y, err := strconv.ParseFloat(d.Y, 64)
	if err != nil || math.IsInf(y, 0) || math.IsNaN(y) {
		return 0, fmt.Errorf("draw: chart: %q at %v is not a number: %w", d.Y, d.X, queens.ErrFormat)
	}
	return y, nil
}

// corner is where a legend has room.
type corner struct{ bottom, right bool }

// The measures of a picture of a chart, in pixels.
const (
	chartWidth  = 800
	chartHeight = 520
	chartMargin = 14
)

// maxCurves is the number of curves that are told apart by shape.
const maxCurves = 4

// curveLook is what tells curves apart besides their colour.
var curveLooks = [maxCurves]struct {
	dashes []vg.Length
	glyph  vgdraw.GlyphDrawer
}{
	{nil, vgdraw.CircleGlyph{}},
	{[]vg.Length{8, 4}, vgdraw.BoxGlyph{}},
	{[]vg.Length{2, 3}, vgdraw.PyramidGlyph{}},
	{[]vg.Length{10, 3, 2, 3}, diamond{}},
}

// diamond is a mark that stands on its tip.
type diamond struct{}

// DrawGlyph implements vgdraw.GlyphDrawer.
func (diamond) DrawGlyph(c *vgdraw.Canvas, style vgdraw.GlyphStyle, at vg.Point) {
	reach := style.Radius * 1.3
	var path vg.Path
	path.Move(vg.Point{X: at.X, Y: at.Y + reach})
	path.Line(vg.Point{X: at.X - reach, Y: at.Y})
	path.Line(vg.Point{X: at.X, Y: at.Y - reach})
	path.Line(vg.Point{X: at.X + reach, Y: at.Y})
	path.Close()
	c.SetColor(style.Color)
	c.Fill(path)
}

// Picture draws the chart in a theme.
//
// Time O(points). Errors: queens.ErrFormat for an unknown theme, no curve or more than
// four, or a point that is no number.
func (c Chart) Picture(themeName string) (*Picture, error) {
	theme, err := findTheme(themeName)
	if err != nil {
		return nil, err
	}
	if len(c.Series) == 0 || len(c.Series) > maxCurves {
		return nil, fmt.Errorf("draw: chart of %d curves: want 1 to %d: %w", len(c.Series), maxCurves, queens.ErrFormat)
	}
	curves := make([]plotter.XYs, len(c.Series))
	for i, s := range c.Series {
		if curves[i], err = c.points(s); err != nil {
			return nil, err
		}
	}
	return &Picture{
		Title: fmt.Sprintf("%s; %s by %s", c.Title, c.Y, c.X), Width: chartWidth, Height: chartHeight, theme: theme,
		draw: func(p *pen) { c.draw(p, curves) },
	}, nil
}

// points returns the points of a curve that can be drawn.
func (c Chart) points(s Curve) (points plotter.XYs, err error) {
	for _, d := range s.Points {
		y, err := d.value()
		if err != nil {
			return nil, err
		}
		if !c.Log || y > 0 {
			points = append(points, plotter.XY{X: d.X, Y: y})
		}
	}
	return points, nil
}

// draw draws the chart on the whole canvas.
func (c Chart) draw(p *pen, curves []plotter.XYs) {
	chart := c.axes(p.theme)
	grid := plotter.NewGrid()
	faint := mix(p.theme.paper, p.theme.faint, .25)
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	chart.Add(grid)
	for i, points := range curves {
		if len(points) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			panic(fmt.Sprintf("draw: chart %s: %v", c.Name, err)) // every point was checked
		}
		tone := p.theme.series[i]
		line.Color, line.Width, line.Dashes = tone, 2, curveLooks[i].dashes
		marks.Color, marks.Radius, marks.Shape = tone, 3.4, curveLooks[i].glyph
		if len(points) > manyPoints {
			chart.Add(line)
			chart.Legend.Add(c.entry(i), line)
			continue
		}
		chart.Add(line, marks)
		chart.Legend.Add(c.entry(i), line, marks)
	}
	c.makeRoom(chart)
	canvas := vgdraw.NewCanvas(p.canvas, chartWidth, chartHeight)
	chart.Draw(vgdraw.Crop(canvas, chartMargin, -chartMargin, chartMargin, -chartMargin))
}

// entry returns the name of a curve in the legend. On the right, where names stand
// before their lines, blanks leave room for fonts that are wider than ours.
func (c Chart) entry(i int) string {
	if c.legend.right {
		return c.Series[i].Name + "      "
	}
	return c.Series[i].Name
}

// makeRoom widens the axes a little, so that no mark is cut off.
func (c Chart) makeRoom(chart *plot.Plot) {
	if chart.X.Max <= 1 { // places on a line of the board
		chart.X.Min, chart.X.Max = 0, 1
	}
	if c.Log {
		chart.Y.Max *= math.Pow(chart.Y.Max/chart.Y.Min, .03)
		return
	}
	chart.Y.Max += .05 * (chart.Y.Max - chart.Y.Min)
	if c.fromZero {
		chart.Y.Min = 0
	}
}

// manyPoints is the number of points of a curve from which on they have no marks.
const manyPoints = 120

// axes returns an empty plot in the colours of a theme.
func (c Chart) axes(t theme) *plot.Plot {
	chart := plot.New()
	chart.BackgroundColor = t.paper
	sans := func(size vg.Length) font.Font { return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size} }
	chart.Title.Text = c.Title
	chart.Title.Padding = 10
	chart.Title.TextStyle.Font, chart.Title.TextStyle.Color = sans(17), t.ink
	chart.Legend.TextStyle.Font, chart.Legend.TextStyle.Color = sans(13), t.ink
	chart.Legend.ThumbnailWidth, chart.Legend.Padding = 40, 4
	chart.Legend.Top, chart.Legend.Left = !c.legend.bottom, !c.legend.right
	chart.Legend.XOffs, chart.Legend.YOffs = 12, -10
	if c.legend.right {
		chart.Legend.XOffs = -12
	}
	if c.legend.bottom {
		chart.Legend.YOffs = 10
	}
	for axis, label := range map[*plot.Axis]string{&chart.X: c.X, &chart.Y: c.Y} {
		axis.Label.Text = label
		axis.Label.Padding = 8
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(14), t.ink
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(12), t.ink
		axis.Color, axis.Tick.Color = t.faint, t.faint
	}
	chart.X.Tick.Marker = plot.TickerFunc(wholeTicks)
	if c.Log {
		chart.Y.Scale, chart.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powerTicks)
	}
	return chart
}

// wholeTicks marks whole numbers, up to twenty of them.
func wholeTicks(low, high float64) (ticks []plot.Tick) {
	if high-low <= 2 { // shares of a whole
		return plot.DefaultTicks{}.Ticks(low, high)
	}
	step := 1.0
	for (high-low)/step > 20 {
		step *= 2
		if step == 4 {
			step = 5
		}
	}
	for x := math.Ceil(low/step) * step; x <= high; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'f', -1, 64)})
	}
	return ticks
}

// powerTicks marks powers of ten, up to ten of them with their numbers.
func powerTicks(low, high float64) (ticks []plot.Tick) {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	step := max(1, math.Ceil((last-first)/10))
	for e := first; e <= last; e++ {
		tick := plot.Tick{Value: math.Pow(10, e)}
		if math.Mod(e, step) == 0 {
			tick.Label = powerText(int(e))
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// powerText writes a power of ten: in full where that is short.
func powerText(e int) string {
	switch {
	case e >= 0 && e <= 4:
		return strconv.Itoa(int(math.Pow10(e)))
	case e < 0 && e >= -3:
		return strconv.FormatFloat(math.Pow10(e), 'f', -e, 64)
	default:
		return "1e" + strconv.Itoa(e)
	}
}

// textWidth is the length of the longest line of a chart as text, barWidth that of the longest bar.
const (
	textWidth = 80
	barWidth  = 32
)

// Text returns the chart as a table for a terminal: a line for each place on the
// horizontal axis, the numbers of all curves, and a bar for the first one.
//
// Time O(points · log points). Errors: queens.ErrFormat for a point that is no
// number.
func (c Chart) Text() (string, error) {
	var places []float64
	cells := map[float64][]string{}
	for i, s := range c.Series {
		for _, d := range s.Points {
			if cells[d.X] == nil {
				cells[d.X] = make([]string, len(c.Series))
				places = append(places, d.X)
			}
			cells[d.X][i] = d.Y
		}
	}
	slices.Sort(places)
	head := []string{c.X}
	for _, s := range c.Series {
		head = append(head, s.Name)
	}
	table := [][]string{head}
	for _, x := range places {
		row := []string{strconv.FormatFloat(x, 'g', 4, 64)}
		for _, cell := range cells[x] {
			row = append(row, cmp.Or(cell, "-"))
		}
		table = append(table, row)
	}
	lines := strings.Split(strings.TrimSuffix(alignRight(table, "  "), "\n"), "\n")
	bars, err := c.bars(max(4, min(barWidth, textWidth-2-len(lines[0]))))
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString(c.Title + "\n\n")
	for i, line := range lines {
		if i > 0 {
			line += "  " + bars[places[i-1]]
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String(), nil
}

// bars returns the bar of each place of the first curve, up to so many characters.
func (c Chart) bars(width int) (map[float64]string, error) {
	bars := map[float64]string{}
	if len(c.Series) == 0 {
		return bars, nil
	}
	points, err := c.points(c.Series[0])
	if err != nil {
		return nil, err
	}
	low, high := math.Inf(1), math.Inf(-1)
	height := func(y float64) float64 {
		if c.Log {
			return math.Log10(y)
		}
		return y
	}
	for _, pt := range points {
		low, high = min(low, height(pt.Y)), max(high, height(pt.Y))
	}
	if !c.Log {
		low = min(low, 0)
	}
	for _, pt := range points {
		length := 1.0
		if high > low {
			length += (height(pt.Y) - low) / (high - low) * float64(width-1)
		}
		bars[pt.X] = strings.Repeat("#", int(math.Round(length)))
	}
	return bars, nil
}
