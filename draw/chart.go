package draw

import (
	"fmt"
	"math"
	"strconv"

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
