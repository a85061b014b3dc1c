package draw

import (
	"math"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/math/torus"
)

// Tree is classes within classes, from affine ones on the left to congruent ones, with boards, on
// the right.
type Tree struct {
	torus.Tree
	Theme string // one of [Themes]
}

// The measures of a tree, in pixels.
const (
	treeMargin = 16
	treeHead   = 40
	treeLevel  = 190 // from a class to its parts
	treeLabel  = 140 // from a class to its board
	treeBoard  = 120 // side of a board
	treeLine   = treeBoard + 20
	treeWidth  = 2*treeMargin + 2*treeLevel + treeLabel + treeBoard
)

// congruent returns the number of classes under congruence in one of them or of a coarser one.
func congruent(classes ...*torus.Class) (sum int) {
	for _, c := range classes {
		if c.Equivalence == torus.Congruence {
			sum++
		} else {
			sum += congruent(c.Parts...)
		}
	}
	return sum
}

// Picture lays the tree out.
//
// Errors: queens.ErrFormat for a tree without classes or with more than [MaxSheet] boards, or an
// unknown theme.
func (t Tree) Picture() (*Picture, error) {
	boards := congruent(t.Classes...)
	if boards == 0 || boards > MaxSheet {
		return nil, errs.Errorf("a tree of %d boards: want 1 to %d: %w", boards, MaxSheet, queens.ErrFormat)
	}
	return lay(t.Theme, t.Title(), treeWidth, float64(treeHead+boards*treeLine+treeMargin), func(p *pen) {
		p.text(point{treeMargin, treeHead / 2}, t.Title(), lettering{size: 15, bold: true})
		p.drawClasses(t.Classes, treeMargin, treeHead)
	})
}

// drawClasses draws classes and their parts below top; it returns the heights of their lines.
func (p *pen) drawClasses(classes []*torus.Class, left, top float64) (lines []float64) {
	for i, c := range classes {
		height := float64(congruent(c)) * treeLine
		y, right := top+height/2, left+treeLevel
		p.text(point{left, y - 8}, c.Name(i), lettering{size: 13, bold: true})
		for k, note := range strings.Split(c.Note(), ", ") {
			p.text(point{left, y + 10 + 15*float64(k)}, note, lettering{size: 11, color: p.theme.faint})
		}
		if n := float64(len(c.First)); c.Equivalence == torus.Congruence {
			side := n * math.Floor(treeBoard/n)
			p.drawSmall(c.Centred(), queens.Modular, point{left + treeLabel, y - side/2}, side)
		} else {
			for _, at := range p.drawClasses(c.Parts, right, top) {
				line := new(shape).polyline(point{right - 60, y}, point{right - 36, at}, point{right - 6, at})
				p.stroke(p.theme.faint, 1.2, line)
			}
		}
		lines, top = append(lines, y), top+height
	}
	return lines
}
