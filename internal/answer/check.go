package answer

import (
	"fmt"
	"strings"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

// Check is everything about one placement, queens.check/1.
type Check struct {
	Schema string `json:"schema" enum:"queens.check/1"`
	Placement
	Topology queens.Topology `json:"topology"`
	Modular  bool            `json:"modular"`            // a solution on the torus
	Symmetry *Symmetry       `json:"symmetry,omitempty"` // unless two queens share a row

	torusPairs int
}

// NewCheck checks p on the board of topology t.
func NewCheck(p queens.Perm, t queens.Topology) *Check {
	c := &Check{Schema: "queens.check/1", Placement: newPlacement(p, t), Topology: t}
	c.torusPairs = queens.AttackingPairs(p.Squares(), p.Order(), queens.Modular)
	c.Modular = c.torusPairs == 0
	if _, _, shared := SharedRow(p); !shared {
		symmetry := newSymmetry(p)
		c.Symmetry = &symmetry
	}
	return c
}

// SharedRow returns the first two columns, from 0, whose queens stand in one row,
// and whether there are any. Without them the images of p are placements as well.
func SharedRow(p queens.Perm) (first, second int, shared bool) {
	columns := make([]int, len(p)) // 1 + column of the queen of each row
	for c, r := range p {
		if columns[r] > 0 {
			return columns[r] - 1, c, true
		}
		columns[r] = c + 1
	}
	return 0, 0, false
}

// Line returns the answer in half a line, for many placements.
func (c *Check) Line(s printer.Style) string {
	if c.Solution && c.Symmetry.Class != nil {
		return "solution, " + c.Symmetry.Class.String()
	}
	s.Color = false
	return verdictText(s, c.Placement)
}

// Text returns the answer for people.
func (c *Check) Text(s printer.Style) string {
	var b strings.Builder
	board := fmt.Sprintf("of order %d on the %v board", c.Order, c.Topology)
	if !c.Solution {
		pairs := humanize.Plural(c.Pairs, "attacking pair") + " of queens"
		if c.Pairs > len(c.Attacks) {
			pairs = fmt.Sprintf("%d attacking pairs of queens, %d of them next to each other:", c.Pairs, len(c.Attacks))
		}
		fmt.Fprintf(&b, "%s %s: %s\n", s.Paint(printer.Red, "not a solution"), board, pairs)
		for _, attack := range c.Attacks {
			fmt.Fprintf(&b, "  %s\n", s.Attack(attack))
		}
	} else {
		fmt.Fprintf(&b, "%s %s\n", s.Paint(printer.Green, "solution"), board)
		switch {
		case c.Topology == queens.Modular:
		case c.Modular:
			b.WriteString("torus      a solution there too\n")
		default:
			fmt.Fprintf(&b, "torus      %s on the wrapped diagonals\n", humanize.Plural(c.torusPairs, "attacking pair"))
		}
	}
	if c.Symmetry != nil {
		b.WriteString(symmetryText(s, *c.Symmetry))
	}
	return b.String()
}

// StreamCheck is the answer for a placement that is not kept in memory,
// queens.check-stream/1.
type StreamCheck struct {
	Schema   string         `json:"schema"`
	Where    string         `json:"where"`
	Order    int            `json:"order"`
	Solution bool           `json:"solution"`
	Queen    *queens.Square `json:"queen,omitempty"` // the first one that an earlier one attacks
	Line     string         `json:"line,omitempty"`  // on which it is attacked
}

// Text returns the answer for people.
func (c *StreamCheck) Text(s printer.Style) string {
	if c.Solution {
		return fmt.Sprintf("%s: solution of order %d\n", c.Where, c.Order)
	}
	return fmt.Sprintf("%s: not a solution of order %d: the queen at %s shares a %s with an earlier one\n",
		c.Where, c.Order, s.Square(*c.Queen), c.Line)
}
