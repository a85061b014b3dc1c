package model

import "slices"

// A quadratic form of 0-1 variables has its least value, -2n, exactly at the solutions: it is the
// sum over rows and columns of (1 - queens)^2, and 2 for each other pair of queens that attack each
// other, less 2n. A queen weighs -1 for its row and -1 for its column, a pair of attacking queens
// 2. With Options.Most a queen weighs -1 alone: a set of k queens in conflict loses at least one
// for each pair, so the least value is minus the largest number of queens.
type quadratic struct {
	variables []int // of the squares that may hold a queen, ascending
	weight    int   // of a queen
	pair      int   // of two queens in conflict
	least     int   // value of a solution
	edges     int
	each      func(found func(i, j int)) // calls found for each pair in conflict, j > i
}

func (m *Model) quadratic(p *printer) quadratic {
	vertices := slices.Collect(m.Allowed())
	conflicts := m.conflicts(vertices)
	q := quadratic{weight: -2, pair: 2, least: -2 * m.Order()}
	if m.options.Most {
		q.weight = -1
	}
	for i, sq := range vertices {
		q.variables = append(q.variables, m.Variable(sq)-1)
		q.edges += len(conflicts(i))
	}
	q.each = func(found func(i, j int)) {
		for j := range vertices {
			if p.failed() {
				return
			}
			for _, i := range conflicts(j) {
				found(i, j)
			}
		}
	}
	return q
}

// writeQUBO writes the form as qbsolv reads it: variables from 0, then pairs.
func writeQUBO(p *printer, m *Model) error {
	if err := m.graphFits("qubo"); err != nil {
		return err
	}
	q := m.quadratic(p)
	goal := "a solution has the value " + itoa(q.least) + ", nothing has less"
	if m.options.Most {
		goal = "the least value is minus the largest number of queens"
	}
	p.comment("c ", m, "variable (row-1)*"+itoa(m.Order())+
		" + column - 1 is 1 if a queen stands there; variables are counted from 0", goal)
	p.text("p qubo 0 ", itoa(m.Order()*m.Order()), " ", itoa(len(q.variables)), " ", itoa(q.edges), "\n")
	q.write(p, slices.Repeat([]int{q.weight}, len(q.variables)), q.pair)
	return nil
}

// write writes a line for each variable, with its factor, and for each pair.
func (q quadratic) write(p *printer, factors []int, pair int) {
	for i, v := range q.variables {
		p.text(itoa(v), " ", itoa(v), " ", itoa(factors[i]), "\n")
	}
	q.each(func(i, j int) {
		p.number(q.variables[i])
		p.byte(' ')
		p.number(q.variables[j])
		p.byte(' ')
		p.number(pair)
		p.byte('\n')
	})
}

// writeIsing writes twice the form in spins s = 2x - 1, less its constant: a queen of weight a
// in conflict with d squares has the field a + d, a pair of squares in conflict the coupling 1.
func writeIsing(p *printer, m *Model) error {
	if err := m.graphFits("ising"); err != nil {
		return err
	}
	q := m.quadratic(p)
	fields := slices.Repeat([]int{q.weight}, len(q.variables))
	q.each(func(i, j int) {
		fields[i]++
		fields[j]++
	})
	constant := q.weight*len(q.variables) + q.edges // of twice the form
	goal := "a solution has the energy " + itoa(2*q.least-constant) + ", nothing has less"
	if m.options.Most {
		goal = "the least energy is " + itoa(-constant) + " less twice the largest number of queens"
	}
	p.comment("# ", m, "spin (row-1)*"+itoa(m.Order())+
		" + column - 1 is 1 if a queen stands there, else -1; spins are counted from 0",
		"i i FIELD, then i j COUPLING for i < j", goal)
	p.text("# vartype=SPIN\n")
	q.write(p, fields, 1)
	return nil
}
