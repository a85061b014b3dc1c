package mathematics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/answer/printer"
	"queens/math/corners"
	"queens/symmetry"
)

// showCorners is queens.corners/1: a line for each order, what grows out of what.
func showCorners(generations []corners.Generation) printer.Shown {
	return printer.Show("queens.corners/1", map[string]any{"generations": generations}, func(printer.Style) string {
		lines := [][]string{{"order", "orbits", "founders", "childless", "most ancestors"}}
		for _, g := range generations {
			lines = append(lines, []string{strconv.Itoa(g.Order), strconv.Itoa(g.Orbits), strconv.Itoa(g.Founders), strconv.Itoa(g.Childless), strconv.Itoa(g.Oldest)})
		}
		text := printer.Numbers(lines)
		if n := len(generations); n == 2 || n == 3 {
			text += fmt.Sprintf("order %d has no solution\n", n)
		}
		return text
	})
}

// lineage is the ancestors and children of an orbit, queens.corners-of/1.
type lineage struct {
	Rows      queens.Perm   `json:"rows"` // canonical
	Ancestors []queens.Perm `json:"ancestors"`
	Children  []queens.Perm `json:"children"`
}

// lineageOf returns the ancestors, the founder first, and the children of a solution.
func lineageOf(p queens.Perm) *lineage {
	self := symmetry.Canonical(p)
	l := &lineage{self, []queens.Perm{}, append([]queens.Perm{}, corners.Children(self)...)}
	for parent, ok := corners.Parent(self); ok; parent, ok = corners.Parent(parent) {
		l.Ancestors = append(l.Ancestors, parent)
	}
	slices.Reverse(l.Ancestors)
	return l
}

// text returns a line for each ancestor, the solution, and each child.
func (l *lineage) text(s printer.Style) string {
	var b strings.Builder
	for i, p := range append(slices.Clone(l.Ancestors), l.Rows) {
		note := "descendant"
		switch last := i == len(l.Ancestors); {
		case i == 0 && last:
			note = "founder, canonical form of the solution"
		case i == 0:
			note = "founder"
		case last:
			note = "canonical form of the solution"
		}
		fmt.Fprintf(&b, "%v  %s\n", p, s.Paint(printer.Faint, note))
	}
	for _, p := range l.Children {
		fmt.Fprintf(&b, "  %v  %s\n", p, s.Paint(printer.Faint, "grows out of it"))
	}
	if len(l.Children) == 0 {
		b.WriteString("  nothing grows out of it: both main diagonals hold a queen\n")
	}
	return b.String()
}
