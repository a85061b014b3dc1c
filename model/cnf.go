package model

import "slices"

// AtMostOne returns the name of the encoding.
func (s statement) AtMostOne() string { return s.options.AtMostOne }

// Clauses counts variables and clauses.
func (s statement) Clauses() *clauses { return s.clauses(nil, "") }

// WriteClauses writes the clauses, each after a weight.
func (s statement) WriteClauses(weight string) string {
	s.clauses(s.printer, weight)
	return ""
}

func (s statement) clauses(out *printer, weight string) *clauses {
	c := &clauses{out: out, weight: weight, Variables: s.Size(), exact: s.options.ExactCount}
	encoding, _ := findEncoding(s.options.AtMostOne) // New has looked
	for sq, value := range s.Fixed() {
		if value {
			c.add(s.Variable(sq))
		} else {
			c.add(-s.Variable(sq))
		}
	}
	var group []int
	for g := range s.Groups() {
		if c.out != nil && c.out.failed() {
			break
		}
		group = slices.Grow(group[:0], len(g.Squares))
		for _, sq := range g.Squares {
			group = append(group, s.Variable(sq))
		}
		if g.Exactly {
			c.add(group...)
		}
		encoding.encode(c, group)
	}
	c.Determined = c.exact || encoding.Determined || c.Variables == s.Size()
	return c
}
