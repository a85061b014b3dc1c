package draw

import (
	"fmt"
	"math"
	"slices"

	"queens"
	"queens/internal/human"
	"queens/list"
	"queens/symmetry"
)

// Gallery is all solutions of the order of a placement, the images of each orbit side by side. The orbit
// of the placement itself is framed.
type Gallery struct {
	Queens queens.Perm `json:"queens"` // one queen in each row, too
	Theme  string      `json:"theme,omitempty"`
	Size   int         `json:"size,omitempty"` // most pixels of the width; 0 means enough
}

// The measures of a picture of all solutions, in pixels.
const (
	galleryMargin = 16
	galleryHead   = 36
	gallerySize   = 640 // of a line with one orbit
)

// galleryLine is the number of orbits in a line.
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
// Time O(solutions of the order). Errors: queens.ErrOrder for an order above MaxGalleryOrder or one
// without solutions, and those of [Orbit.Picture].
func (g Gallery) Picture() (*Picture, error) {
	if err := validatePerm(g.Queens, "solutions"); err != nil {
		return nil, err
	}
	n := len(g.Queens)
	if n > MaxGalleryOrder {
		return nil, fmt.Errorf("draw: all solutions of order %d: want at most %d: %w", n, MaxGalleryOrder, queens.ErrOrder)
	}
	theme, err := findTheme(g.Theme)
	if err != nil {
		return nil, err
	}
	fundamental, err := list.Solutions(n, list.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	var orbits [][]queens.Perm
	boards := 0
	for p := range fundamental {
		images := symmetry.Orbit(slices.Clone(p))
		orbits, boards = append(orbits, images), boards+len(images)
	}
	if boards == 0 {
		return nil, fmt.Errorf("draw: all solutions of order %d: there is none: %w", n, queens.ErrOrder)
	}
	line := galleryLine(len(orbits))
	width, err := pictureWidth(g.Size, gallerySize+(line-1)*gallerySize/2)
	if err != nil {
		return nil, err
	}
	cell := float64(width-2*galleryMargin) / float64(line*symmetry.Count)
	lines := (len(orbits) + line - 1) / line
	title := fmt.Sprintf("The %s of order %d, an orbit beside the other: %s", human.Plural(boards, "solution"), n, human.Plural(len(orbits), "orbit"))
	return &Picture{
		Title: title, Width: width, Height: int(math.Ceil(galleryHead + float64(lines)*cell + galleryMargin)), theme: theme,
		draw: func(p *pen) {
			p.text(galleryMargin, galleryHead/2, fmt.Sprintf("Order %d: %s, %s", n, human.Plural(boards, "solution"), human.Plural(len(orbits), "orbit")), lettering{size: 15, bold: true})
			for i, images := range orbits {
				at := point{galleryMargin + float64(i%line*symmetry.Count)*cell, galleryHead + float64(i/line)*cell}
				g.drawOrbit(p, images, at, cell)
			}
		},
	}, nil
}

// drawOrbit draws the different images of a solution side by side.
func (g Gallery) drawOrbit(p *pen, images []queens.Perm, at point, cell float64) {
	if slices.ContainsFunc(images, g.Queens.Equal) {
		p.stroke(p.theme.accent, max(1.5, cell*.06), rectangle(at.x+.01*cell, at.y+.01*cell, float64(len(images))*cell-.02*cell, .98*cell))
	}
	for i, image := range images {
		l := &boardLayout{
			Board: Board{Order: len(image), Queens: image.Squares()}, theme: p.theme, tiles: 1,
			side: .84 * cell / float64(len(image)), left: at.x + (float64(i)+.08)*cell, top: at.y + .08*cell,
		}
		l.draw(p)
	}
}
