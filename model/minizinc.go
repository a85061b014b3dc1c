package model

import "queens"

// writeMiniZinc writes the model as a MiniZinc program, with a search that suits
// the problem.
func writeMiniZinc(p *printer, m *Model) error {
	p.comment("% ", m, "q[c] is the row of the queen of column c, both counted from 1")
	p.text("include \"all_different.mzn\";\n",
		"int: n = ", itoa(m.Order()), ";\n",
		"array[1..n] of var 1..n: q;\n",
		"constraint all_different(q);\n")
	if m.problem.Topology == queens.Modular {
		p.text("constraint all_different([(q[c] + c) mod n | c in 1..n]);\n",
			"constraint all_different([(q[c] - c + n) mod n | c in 1..n]);\n")
	} else {
		p.text("constraint all_different([q[c] + c | c in 1..n]);\n",
			"constraint all_different([q[c] - c | c in 1..n]);\n")
	}
	for sq, value := range m.Fixed() {
		p.text("constraint q[", itoa(sq.Col+1), pick(value, "] = ", "] != "), itoa(sq.Row+1), ";\n")
	}
	for _, b := range m.firstQueens() {
		value := pick(b.mirrored, "n + 1 - ", "")
		if b.column {
			p.text("constraint q[1] <= ", value, "q[", itoa(b.index+1), "];\n")
		} else {
			p.text("constraint forall(c in 1..n)(q[c] = ", itoa(b.index+1), " -> q[1] <= ", value, "c);\n")
		}
	}
	p.text("solve :: int_search(q, first_fail, indomain_median) satisfy;\n",
		"output [\"q = \\(q)\\n\"];\n")
	return nil
}

// firstQueen says where the row of the first queen of an image stands on the
// board itself: as the row of the queen of a column, or the column of the queen of
// a row, counted from the other end if mirrored.
type firstQueen struct {
	column   bool // a column, else a row
	index    int
	mirrored bool
}

// firstQueens returns, for each symmetry that m breaks by comparing two queens,
// the queen that is compared with that of the first column. What the first
// column decides alone has become forbidden squares.
func (m *Model) firstQueens() []firstQueen {
	n := m.Order()
	var list []firstQueen
	for _, g := range m.broken {
		low := g.Inverse().Square(queens.Square{}, n)
		high := g.Inverse().Square(queens.Square{Row: n - 1}, n)
		switch {
		case low.Col != high.Col:
			list = append(list, firstQueen{index: low.Row, mirrored: low.Col > high.Col})
		case low.Col > 0:
			list = append(list, firstQueen{column: true, index: low.Col, mirrored: low.Row > high.Row})
		}
	}
	return list
}
