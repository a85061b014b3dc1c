// Package figures makes the pictures of the program that need more than one board: the orbit, the
// signature and all solutions of a placement, and plots of known numbers.
// Package draw lays them out.
package figures

import (
	"fmt"
	"slices"

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
	{
		"solutions", "All solutions of the order of the placement, orbit by orbit, its own one framed",
		drawSolutions,
	},
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
