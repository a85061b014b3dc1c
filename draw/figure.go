package draw

import (
	"fmt"
	"slices"
	"strings"

	"queens"
)

// Figure describes a picture of one placement that is not just its board. The zero
// value is not valid.
type Figure struct {
	Name    string // stable identifier: "orbit"
	Summary string // one sentence, no final period

	// Picture lays it out in a theme; size is the most pixels of the width, 0
	// enough. Errors are those of [Orbit.Picture].
	Picture func(p queens.Perm, theme string, size int) (*Picture, error)
}

// figures holds every figure, sorted by name. A new figure is a line here.
var figures = []Figure{
	{"orbit", "The eight images, and what turns and flips make of each other", func(p queens.Perm, theme string, size int) (*Picture, error) {
		return Orbit{Queens: p, Theme: theme, Size: size}.Picture()
	}},
	{"signature", "The triangles of the orbit signature", func(p queens.Perm, theme string, size int) (*Picture, error) {
		return Signature{Queens: p, Theme: theme, Size: size}.Picture()
	}},
	{"solutions", "All solutions of the order of the placement, orbit by orbit, its own one framed", func(p queens.Perm, theme string, size int) (*Picture, error) {
		return Gallery{Queens: p, Theme: theme, Size: size}.Picture()
	}},
}

// Figures returns every figure, sorted by name.
func Figures() []Figure { return slices.Clone(figures) }

// FindFigure returns the figure of that name.
//
// Errors: queens.ErrFormat if there is none, naming those there are.
func FindFigure(name string) (Figure, error) {
	names := make([]string, len(figures))
	for i, f := range figures {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Figure{}, fmt.Errorf("draw: figure %q: want one of %s: %w", name, strings.Join(names, ", "), queens.ErrFormat)
}
