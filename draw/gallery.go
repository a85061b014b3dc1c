package draw

import (
	"fmt"
	"math"
	"slices"

	"queens"
	"queens/internal/humanize"
	"queens/symmetry"
)

// Gallery is all solutions of the order of a placement, the images of each orbit side by side. The
// orbit of the placement itself is framed.
type Gallery struct {
	Queens queens.Perm     `json:"queens"` // one queen in each row as well
	Orbits [][]queens.Perm `json:"orbits"` // all solutions of its order, orbit by orbit
	Theme  string          `json:"theme,omitempty"`
}

// The measures of a picture of all solutions, in pixels.
const (
	galleryMargin = 16
	galleryHead   = 36
	gallerySize   = 640 // of a line with one orbit
)

func galleryLine(orbits int) int {
	for _, k := range []int{1, 2, 4} {
		if orbits <= 16*k*k {
			return k
		}
	}
	return 8
}

// Picture checks the placement and lays the boards out.
//
// Time O(solutions). Errors: queens.ErrOrder if there is no solution, queens.ErrFormat for one of
// another order, and those of [Orbit.Picture].
func (g Gallery) Picture() (*Picture, error) {
	if err := validatePerm(g.Queens, "solutions"); err != nil {
		return nil, err
	}
	n, boards := len(g.Queens), 0
	for _, images := range g.Orbits {
		boards += len(images)
		for _, p := range images {
			if len(p) != n {
				return nil, fmt.Errorf("draw: a solution of order %d among those of order %d: %w", len(p), n,
					queens.ErrFormat)
			}
		}
	}
	if boards == 0 {
		return nil, fmt.Errorf("draw: all solutions of order %d: none exist: %w", n, queens.ErrOrder)
	}
	line := galleryLine(len(g.Orbits))
	width := gallerySize + (line-1)*gallerySize/2
	theme, err := findTheme(g.Theme)
	if err != nil {
		return nil, err
	}
	cell := float64(width-2*galleryMargin) / float64(line*symmetry.Count)
	lines := (len(g.Orbits) + line - 1) / line
	title := fmt.Sprintf("The %s of order %d, an orbit beside the other: %s", humanize.Plural(boards, "solution"), n,
		humanize.Plural(len(g.Orbits), "orbit"))
	return &Picture{
		Title: title, Width: width, Height: int(math.Ceil(galleryHead + float64(lines)*cell + galleryMargin)),
		theme: theme,
		draw: func(p *pen) {
			p.text(galleryMargin, galleryHead/2, fmt.Sprintf("Order %d: %s, %s", n, humanize.Plural(boards, "solution"),
				humanize.Plural(len(g.Orbits), "orbit")), lettering{size: 15, bold: true})
			for i, images := range g.Orbits {
				at := point{galleryMargin + float64(i%line*symmetry.Count)*cell, galleryHead + float64(i/line)*cell}
				g.drawOrbit(p, images, at, cell)
			}
		},
	}, nil
}

func (g Gallery) drawOrbit(p *pen, images []queens.Perm, at point, cell float64) {
	if slices.ContainsFunc(images, g.Queens.Equal) {
		p.stroke(p.theme.accent, max(1.5, cell*.06), rectangle(at.x+.01*cell, at.y+.01*cell,
			float64(len(images))*cell-.02*cell, .98*cell))
	}
	for i, image := range images {
		p.drawSmall(image, point{at.x + (float64(i)+.08)*cell, at.y + .08*cell}, .84*cell)
	}
}
