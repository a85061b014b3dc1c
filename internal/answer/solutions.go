package answer

import (
	"queens"
	"queens/symmetry"
)

// Solutions is a page of a list, queens.solutions/1.
type Solutions struct {
	Schema    string   `json:"schema" enum:"queens.solutions/1"`
	Order     int      `json:"order"`
	Solutions []Listed `json:"solutions"`
	Cursor    string   `json:"cursor,omitempty"` // for the next page; missing on the last
	None      string   `json:"none,omitempty"`   // why there is none of this kind, where theory says so
	Known     string   `json:"known,omitempty"`  // how many there are of all classes, if known
}

// Listed is one solution of a list.
type Listed struct {
	Rows      queens.Perm    `json:"rows"`
	Class     symmetry.Class `json:"class" enum:"asymmetric,central,rotational"`
	Canonical bool           `json:"canonical"`
	Modular   bool           `json:"modular"` // a solution on the torus
	Corner    bool           `json:"corner"`  // a queen stands in a corner
}

// NewListed describes a solution.
func NewListed(p queens.Perm) Listed {
	last := p.Order() - 1
	return Listed{
		Rows: p, Class: symmetry.ClassOf(p), Canonical: symmetry.IsCanonical(p),
		Modular: queens.Check(p, queens.Modular) == nil,
		Corner:  p[0] == 0 || p[0] == last || p[last] == 0 || p[last] == last,
	}
}
