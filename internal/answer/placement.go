package answer

import (
	"fmt"
	"strings"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/symmetry"
)

// Placement is one queen in each column, and whether that is a solution.
type Placement struct {
	Order    int             `json:"order"`
	Rows     queens.Perm     `json:"rows"`
	Solution bool            `json:"solution"`
	Attacks  []queens.Attack `json:"attacks"`        // of the attacking pairs, those of neighbours on a line
	Pairs    int             `json:"attackingPairs"` // pairs of queens on one line, whatever stands between them
}

func newPlacement(p queens.Perm, t queens.Topology) Placement {
	attacks := queens.AttackList(p.Squares(), p.Order(), t)
	return Placement{p.Order(), p, len(attacks) == 0, attacks, queens.AttackingPairs(p.Squares(), p.Order(), t)}
}

func verdictText(s printer.Style, p Placement) string {
	if p.Solution {
		return s.Paint(printer.Green, "solution")
	}
	text := s.Paint(printer.Red, "not a solution") + ": " + s.Attack(p.Attacks[0])
	if k := p.Pairs - 1; k > 0 {
		text += fmt.Sprintf(", and %s more", humanize.Plural(k, "pair"))
	}
	return text
}

// Symmetry is what is known of a placement with one queen in each row.
type Symmetry struct {
	Class          *symmetry.Class     `json:"class,omitempty"` // of a solution
	OrbitSize      int                 `json:"orbitSize"`
	Stabilizer     []symmetry.Symmetry `json:"stabilizer"`
	Canonical      bool                `json:"canonical"`
	Representative queens.Perm         `json:"representative"` // of the orbit: its least member
}

func newSymmetry(p queens.Perm) Symmetry {
	g, least := symmetry.Stabilizer(p), symmetry.Canonical(p)
	s := Symmetry{
		OrbitSize: symmetry.Count / g.Order(), Stabilizer: g.Symmetries(),
		Canonical: least.Equal(p), Representative: least,
	}
	if queens.Check(p, queens.Regular) == nil {
		class := g.Class()
		s.Class = &class
	}
	return s
}

// longestShown is the largest order for which a text repeats a whole solution.
const longestShown = 64

func symmetryText(s printer.Style, y Symmetry) string {
	names := make([]string, len(y.Stabilizer))
	for i, symmetry := range y.Stabilizer {
		names[i] = symmetry.String()
	}
	class := ""
	if y.Class != nil {
		class = fmt.Sprintf("%v (%s), ", *y.Class, y.Class.Letter())
	}
	canonical := "no"
	switch {
	case y.Canonical:
		canonical = "yes, the least of its images"
	case y.Representative.Order() <= longestShown:
		canonical = "no, " + s.Perm(y.Representative)
	}
	return fmt.Sprintf("symmetry   %sorbit of %d, stabilizer %s\ncanonical  %s\n",
		class, y.OrbitSize, strings.Join(names, ", "), canonical)
}
