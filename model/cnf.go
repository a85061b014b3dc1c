package model

import "slices"

// writeCNF writes the model as clauses in the DIMACS form. The line "c p show"
// lists the variables of squares, so that a counter of models projects on them; "c t"
// says whether it must.
func writeCNF(p *printer, m *Model) error {
	counted := clauses{variables: m.Order() * m.Order()}
	m.clauses(&counted)
	p.comment("c ", m, "variable (row-1)*"+itoa(m.Order())+" + column is true if a queen stands there, all counted from 1",
		"at most one: "+m.options.AtMostOne)
	if encoding, _ := encodingOf(m.options.AtMostOne); encoding.Determined || counted.variables == m.Order()*m.Order() {
		p.text("c t mc\n")
	} else {
		p.text("c other variables are not determined by the squares: to count solutions, project on those below\nc t pmc\n")
	}
	p.text("c p show ")
	for v := range m.Order() * m.Order() {
		p.number(v + 1)
		p.byte(' ')
	}
	p.text("0\np cnf ")
	p.number(counted.variables)
	p.byte(' ')
	p.number(counted.count)
	p.byte('\n')
	m.clauses(&clauses{variables: m.Order() * m.Order(), out: p})
	return nil
}

// clauses makes all clauses of the model, as long as they can be written.
func (m *Model) clauses(c *clauses) {
	encoding, _ := encodingOf(m.options.AtMostOne) // New has looked
	for sq, value := range m.fixed() {
		if value {
			c.add(m.Variable(sq))
		} else {
			c.add(-m.Variable(sq))
		}
	}
	var group []int
	for g := range m.Groups() {
		if c.out != nil && c.out.failed() {
			return
		}
		group = slices.Grow(group[:0], len(g.Squares))
		for _, sq := range g.Squares {
			group = append(group, m.Variable(sq))
		}
		if g.Exactly {
			c.add(group...)
		}
		encoding.encode(c, group)
	}
}
