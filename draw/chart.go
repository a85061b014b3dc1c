package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens"
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

	FromZero     bool `json:"-"` // the vertical axis begins at 0
	LegendBottom bool `json:"-"` // the legend is there, not at the top
	LegendRight  bool `json:"-"`
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

// curvePoints are the points of a curve in numbers; it implements plotter.XYer.
type curvePoints []point

func (c curvePoints) Len() int                { return len(c) }
func (c curvePoints) XY(i int) (x, y float64) { return c[i].x, c[i].y }

func (c Chart) points(s Curve) (points curvePoints, err error) {
	for _, d := range s.Points {
		y, err := strconv.ParseFloat(d.Y, 64)
		if err != nil || math.IsInf(y, 0) || math.IsNaN(y) {
			return nil, fmt.Errorf("draw: chart: %q at %v is not a number: %w", d.Y, d.X, queens.ErrFormat)
		}
		if !c.Log || y > 0 {
			points = append(points, point{d.X, y})
		}
	}
	return points, nil
}

// textWidth is the length of the longest line of a chart as text, barWidth that of the longest bar.
const (
	textWidth = 80
	barWidth  = 32
)

// Text returns the chart as a table for a terminal: a line for each place on the
// horizontal axis, the numbers of all curves, and a bar for the first one.
//
// Errors: queens.ErrFormat for a point that is no number.
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
	lines := strings.Split(strings.TrimSuffix(alignRight(table, 2), "\n"), "\n")
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
		low, high = min(low, height(pt.y)), max(high, height(pt.y))
	}
	if !c.Log {
		low = min(low, 0)
	}
	for _, pt := range points {
		length := 1.0
		if high > low {
			length += (height(pt.y) - low) / (high - low) * float64(width-1)
		}
		bars[pt.x] = strings.Repeat("#", int(math.Round(length)))
	}
	return bars, nil
}
