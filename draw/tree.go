package draw

import (
	"math"

	"queens"
	"queens/internal/errs"
)

// Tree is classes within classes, from the coarsest on the left to boards on the right.
type Tree struct {
	Title string     `json:"title"`
	Roots []TreeNode `json:"roots"`
	Theme string     `json:"theme,omitempty"`
}

// TreeNode is a class, with a board where it has no parts.
type TreeNode struct {
	Label  string      `json:"label"`
	Notes  []string    `json:"notes,omitempty"`  // lines below it
	Queens queens.Perm `json:"queens,omitempty"` // a solution of the modular board
	Parts  []TreeNode  `json:"parts,omitempty"`
}

// The measures of a tree, in pixels.
const (
	treeMargin = 16
	treeHead   = 40
	treeLevel  = 190 // from a class to its parts
	treeLabel  = 140 // from a class to its board
	treeBoard  = 120 // side of a board
	treeLine   = treeBoard + 20
)

func (t TreeNode) leaves() (sum int) {
	for _, part := range t.Parts {
		sum += part.leaves()
	}
	return max(1, sum)
}

func (t TreeNode) depth() (most int) {
	for _, part := range t.Parts {
		most = max(most, part.depth())
	}
	return most + 1
}

// Picture lays the tree out.
//
// Errors: queens.ErrFormat for a tree without nodes or with more than [MaxSheet] boards, or an
// unknown theme.
func (t Tree) Picture() (*Picture, error) {
	root := TreeNode{Parts: t.Roots}
	if len(t.Roots) == 0 {
		return nil, errs.Errorf("a tree without classes: %w", queens.ErrFormat)
	}
	if boards := root.leaves(); boards > MaxSheet {
		return nil, errs.Errorf("a tree of %d boards: want at most %d: %w", boards, MaxSheet, queens.ErrFormat)
	}
	width := 2*treeMargin + (root.depth()-2)*treeLevel + treeLabel + treeBoard
	height := treeHead + root.leaves()*treeLine + treeMargin
	return lay(t.Theme, t.Title, float64(width), float64(height), func(p *pen) {
		p.text(point{treeMargin, treeHead / 2}, t.Title, lettering{size: 15, bold: true})
		top := float64(treeHead)
		for _, node := range t.Roots {
			node.draw(p, treeMargin, top)
			top += float64(node.leaves()) * treeLine
		}
	})
}

// draw draws the class and its parts below top; it returns the height of its line.
func (t TreeNode) draw(p *pen, left, top float64) (y float64) {
	y = top + float64(t.leaves())*treeLine/2
	p.text(point{left, y - 8}, t.Label, lettering{size: 13, bold: true})
	for i, note := range t.Notes {
		p.text(point{left, y + 10 + 15*float64(i)}, note, lettering{size: 11, color: p.theme.faint})
	}
	right := left + treeLevel
	if n := float64(len(t.Queens)); len(t.Parts) == 0 && n > 0 {
		side := n * math.Floor(treeBoard/n)
		p.drawSmall(t.Queens, queens.Modular, point{left + treeLabel, y - side/2}, side)
	}
	for _, part := range t.Parts {
		at := part.draw(p, right, top)
		line := new(shape).polyline(point{left + treeLevel - 60, y}, point{right - 36, at}, point{right - 6, at})
		p.stroke(p.theme.faint, 1.2, line)
		top += float64(part.leaves()) * treeLine
	}
	return y
}
