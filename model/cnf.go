package model

import "slices"

// writeCNF writes the model as clauses in the DIMACS form. The line "c p show"
// lists the variables of squares, so that a counter of models projects on them; "c t"
// says whether it must.
func writeCNF(p *printer, m *Model) error {
	counted := m.clauses(nil, "")
	p.comment("c ", m, "variable (row-1)*"+itoa(m.Order())+
		" + column is true if a queen stands there, all counted from 1",
		"at most one: "+m.options.AtMostOne)
	if encoding, _ := findEncoding(m.options.AtMostOne); m.options.ExactCount || encoding.Determined ||
		counted.variables == m.Order()*m.Order() {
		p.text("c t mc\n")
	} else {
		p.text("c other variables are not determined by the squares: to count solutions, project on those below\nc t " +
			"pmc\n")
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
	m.clauses(p, "")
	return nil
}

// writeWCNF writes the most queens as weighted clauses: the hard ones have the weight top, and
// a soft one of weight 1 wants a queen on each square that may hold one.
func writeWCNF(p *printer, m *Model) error {
	counted := m.clauses(nil, "")
	soft := 0
	for range m.Allowed() {
		soft++
	}
	top := itoa(soft + 1)
	p.comment("c ", m, "variable (row-1)*"+itoa(m.Order())+
		" + column is true if a queen stands there, all counted from 1",
		"at most one: "+m.options.AtMostOne, "clauses of weight "+top+" are hard, each square without a queen costs 1")
	p.text("p wcnf ", itoa(counted.variables), " ", itoa(counted.count+soft), " ", top, "\n")
	m.clauses(p, top+" ")
	for sq := range m.Allowed() {
		p.text("1 ", itoa(m.Variable(sq)), " 0\n")
	}
	return nil
}

// clauses writes the clauses, each after a weight, and counts them; without out it only counts.
func (m *Model) clauses(out *printer, weight string) *clauses {
	c := &clauses{out: out, weight: weight, variables: m.Order() * m.Order(), exact: m.options.ExactCount}
	encoding, _ := findEncoding(m.options.AtMostOne) // New has looked
	for sq, value := range m.Fixed() {
		if value {
			c.add(m.Variable(sq))
		} else {
			c.add(-m.Variable(sq))
		}
	}
	var group []int
	for g := range m.Groups() {
		if c.out != nil && c.out.failed() {
			break
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
	return c
}
