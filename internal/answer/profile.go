package answer

import (
	"fmt"
	"strings"

	"queens/find/huge"
	"queens/internal/answer/printer"
)

// Profile says where the queens of a solution stand, queens.profile/1.
type Profile struct {
	Schema  string      `json:"schema" enum:"queens.profile/1"`
	Order   int         `json:"order"`
	Method  string      `json:"method"`
	Seed    string      `json:"seed,omitempty"`   // of a random method
	Rising  []float64   `json:"rising"`           // queens for each diagonal, by stretches of row + column
	Falling []float64   `json:"falling"`          // by stretches of row - column
	Density [][]float64 `json:"density"`          // of parts of the board, 1 is even; top row first
	Greedy  *Repairs    `json:"greedy,omitempty"` // of the greedy method
}

// Repairs say how the greedy method found a solution.
type Repairs struct {
	Restarts string   `json:"restarts"` // boards given up
	Refused  string   `json:"refused"`  // rows that found no column when they came first
	Repaired string   `json:"repaired"` // queens that were placed by an exchange at the end
	Tries    string   `json:"tries"`    // exchanges looked at
	Repairs  []uint64 `json:"repairs"`  // exchanges looked at for each queen
}

// NewProfile describes where queens stand; g is nil unless the greedy method put them
// there.
func NewProfile(p huge.Profile, method, seed string, g *huge.GreedyReport) *Profile {
	r := &Profile{Schema: "queens.profile/1", Order: p.Order, Method: method, Seed: seed}
	for i := range p.Rising {
		r.Rising = append(r.Rising, p.Rising[i].Share())
		r.Falling = append(r.Falling, p.Falling[i].Share())
	}
	for row := range p.Density {
		var line []float64
		for col := range p.Density[row] {
			line = append(line, p.Relative(row, col))
		}
		r.Density = append(r.Density, line)
	}
	if g != nil {
		r.Greedy = &Repairs{
			printer.Decimal(g.Restarts), printer.Decimal(g.Refused), printer.Decimal(g.Repaired),
			printer.Decimal(g.Tries), append([]uint64{}, g.Repairs...),
		}
	}
	return r
}

// Text returns a line for each kind of diagonal, and the board in parts.
func (p *Profile) Text(printer.Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "order %d by %s\n\npart of the diagonals with a queen, from one corner to the other\n", p.Order,
		p.Method)
	numbers := func(format string, list []float64) string {
		words := make([]string, len(list))
		for i, x := range list {
			words[i] = fmt.Sprintf(format, x)
		}
		return strings.Join(words, " ")
	}
	fmt.Fprintf(&b, "rising   %s\nfalling  %s\n", numbers("%.2f", p.Rising), numbers("%.2f", p.Falling))
	fmt.Fprintf(&b, "\nqueens in each of %d by %d parts of the board, 1.00 if they were spread evenly\n",
		len(p.Density), len(p.Density))
	for _, line := range p.Density {
		b.WriteString(numbers("%.3f", line) + "\n")
	}
	return b.String()
}
