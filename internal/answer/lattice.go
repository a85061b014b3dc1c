package answer

import (
	"fmt"

	"queens"
	"queens/math/orbit"
	"queens/symmetry"
)

// Lattice says where a queen may go, queens.lattice/1.
type Lattice struct {
	Schema    string      `json:"schema" enum:"queens.lattice/1"`
	Rows      queens.Perm `json:"rows"`
	Column    int         `json:"column,omitempty"` // of the queen that moves; missing: a queen is inserted
	Positions []Position  `json:"positions"`
}

// Position is a place between lines whose result is a solution.
type Position struct {
	Row       string      `json:"row"` // a half number
	Column    string      `json:"column"`
	Operation string      `json:"operation"`
	Result    queens.Perm `json:"result"`
	Orbit     queens.Perm `json:"orbit"` // canonical representative of the result
}

// NewLattice returns the positions where a queen can be inserted into p, or to which
// the queen of a column, from 1, can move, so that the result is another solution. p has
// one queen in each row; column 0 inserts. Time O(n^3).
func NewLattice(p queens.Perm, column int) (*Lattice, error) {
	l := &Lattice{Schema: "queens.lattice/1", Rows: p, Column: column, Positions: []Position{}}
	for row := range p.Order() + 1 {
		for col := range p.Order() + 1 {
			r, c := orbit.Gap(row), orbit.Gap(col)
			text := fmt.Sprintf("inc %v %v", r, c)
			var q queens.Perm
			var err error
			if column == 0 {
				q, err = orbit.Inc(p, r, c)
			} else {
				m := orbit.Move{From: queens.Square{Row: p[column-1], Col: column - 1}, Row: r, Col: c}
				text = m.String()
				q, err = orbit.Mov(p, m)
			}
			if err != nil {
				return nil, err
			}
			if queens.Check(q, queens.Regular) == nil && !q.Equal(p) {
				l.Positions = append(l.Positions, Position{r.String(), c.String(), text, q, symmetry.Canonical(q)})
			}
		}
	}
	return l, nil
}
