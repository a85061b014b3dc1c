//go:build !js

package draw

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"queens"
)

// The measures of a picture of a chart, in pixels.
const (
	chartWidth  = 800
	chartHeight = 520
	chartMargin = 14
)

const maxCurves = 4

var curveLooks = [maxCurves]struct {
	dashes []vg.Length
	glyph  vgdraw.GlyphDrawer
}{
	{nil, vgdraw.CircleGlyph{}},
	{[]vg.Length{8, 4}, vgdraw.BoxGlyph{}},
	{[]vg.Length{2, 3}, vgdraw.PyramidGlyph{}},
	{[]vg.Length{10, 3, 2, 3}, vgdraw.CrossGlyph{}},
}

// Picture draws the chart in a theme.
//
// Time O(points). Errors: queens.ErrFormat for an unknown theme, no curve or more than
// four, or a point that is no number.
func (c Chart) Picture(themeName string) (*Picture, error) {
	if len(c.Series) == 0 || len(c.Series) > maxCurves {
		return nil, fmt.Errorf("draw: chart of %d curves: want 1 to %d: %w", len(c.Series), maxCurves, queens.ErrFormat)
	}
	curves := make([]curvePoints, len(c.Series))
	for i, s := range c.Series {
		var err error
		if curves[i], err = c.points(s); err != nil {
			return nil, err
		}
	}
	return lay(themeName, fmt.Sprintf("%s; %s by %s", c.Title, c.Y, c.X), chartWidth, chartHeight,
		func(p *pen) { c.draw(p, curves) })
}

func (c Chart) draw(p *pen, curves []curvePoints) {
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
			chart.Legend.Add(c.Series[i].Name, line)
			continue
		}
		chart.Add(line, marks)
		chart.Legend.Add(c.Series[i].Name, line, marks)
	}
	c.makeRoom(chart)
	canvas := vgdraw.NewCanvas(p.canvas, chartWidth, chartHeight)
	chart.Draw(vgdraw.Crop(canvas, chartMargin, -chartMargin, chartMargin, -chartMargin))
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
	if c.FromZero {
		chart.Y.Min = 0
	}
}

// manyPoints is the number of points of a curve from which on they have no marks.
const manyPoints = 120

func (c Chart) axes(t theme) *plot.Plot {
	chart := plot.New()
	chart.BackgroundColor = t.paper
	sans := func(size vg.Length) font.Font { return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size} }
	chart.Title.Text = c.Title
	chart.Title.Padding = 10
	chart.Title.TextStyle.Font, chart.Title.TextStyle.Color = sans(17), t.ink
	chart.Legend.TextStyle.Font, chart.Legend.TextStyle.Color = sans(13), t.ink
	chart.Legend.ThumbnailWidth, chart.Legend.Padding = 40, 4
	chart.Legend.Top, chart.Legend.Left = !c.FromZero, true
	chart.Legend.XOffs, chart.Legend.YOffs = 12, -10
	if c.FromZero {
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
