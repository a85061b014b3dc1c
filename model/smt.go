package model

import "queens"

// writeSMT writes the model in SMT-LIB 2, linear arithmetic over the integers: row qC of the
// queen of column C.
func writeSMT(p *printer, m *Model) error {
	n := m.Order()
	p.comment("; ", m, "qC is the row of the queen of column C, both counted from 1",
		"to see a solution: z3 -model, cvc5 --dump-models, or add (get-model) at the end")
	p.text("(set-logic QF_LIA)\n(set-option :produce-models true)\n")
	for c := range n {
		q := "q" + itoa(c+1)
		p.text("(declare-fun ", q, " () Int)\n(assert (and (<= 1 ", q, ") (<= ", q, " ", itoa(n), ")))\n")
	}
	differ := func(term func(c int)) {
		if n < 2 {
			return // distinct wants two terms
		}
		p.text("(assert (distinct")
		for c := range n {
			p.byte(' ')
			term(c)
		}
		p.text("))\n")
	}
	differ(func(c int) { p.text("q", itoa(c+1)) })
	for _, diagonal := range [...]struct{ sign, name string }{{"+", "s"}, {"-", "d"}} {
		sum := func(c int) string { return "(" + diagonal.sign + " q" + itoa(c+1) + " " + itoa(c+1) + ")" }
		if m.problem.Topology != queens.Modular {
			differ(func(c int) { p.text(sum(c)) })
			continue
		}
		for c := range n { // 1 to n is one of each class modulo n, -(n-1) to 2n all values
			name := diagonal.name + itoa(c+1)
			p.text("(declare-fun ", name, " () Int)\n(assert (and (<= 1 ", name, ") (<= ", name, " ", itoa(n), ")",
				" (or (= ", name, " ", sum(c), ") (= ", name, " (", pick(diagonal.sign == "+", "-", "+"), " ", sum(c),
				" ", itoa(n), ")))))\n")
		}
		differ(func(c int) { p.text(diagonal.name, itoa(c+1)) })
	}
	for sq, value := range m.Fixed() {
		q := "q" + itoa(sq.Col+1) + " " + itoa(sq.Row+1)
		p.text("(assert ", pick(value, "(= "+q+")", "(not (= "+q+"))"), ")\n")
	}
	for _, b := range m.firstQueens() {
		value := func(of string) string { return pick(b.mirrored, "(- "+itoa(n+1)+" "+of+")", of) }
		if b.column {
			p.text("(assert (<= q1 ", value("q"+itoa(b.index+1)), "))\n")
			continue
		}
		for c := range n {
			p.text("(assert (=> (= q", itoa(c+1), " ", itoa(b.index+1), ") (<= q1 ", value(itoa(c+1)), ")))\n")
		}
	}
	p.text("(check-sat)\n")
	return nil
}

// writeXCSP writes the model in XCSP3: an array of rows, one for each column, from 0 as
// arrays are there.
func writeXCSP(p *printer, m *Model) error {
	n := m.Order()
	p.text("<instance format=\"XCSP3\" type=\"CSP\">\n  <!--\n")
	p.comment("  ", m, "q[c] is the row of the queen of column c+1, rows and columns counted from 1")
	p.text("  -->\n  <variables>\n    <array id=\"q\" size=\"[", itoa(n), "]\"> 1..", itoa(n),
		" </array>\n  </variables>\n  <constraints>\n")
	at := func(c int) string { return "q[" + itoa(c) + "]" }
	if n > 1 {
		p.text("    <allDifferent> q[] </allDifferent>\n")
		for _, operation := range [...]string{"add", "sub"} {
			p.text("    <allDifferent>")
			for c := range n {
				if m.problem.Topology == queens.Modular { // nothing negative
					p.text(" mod(add(", at(c), ",", pick(operation == "add", itoa(c+1), itoa(n-c-1)), "),", itoa(n),
						")")
				} else {
					p.text(" ", operation, "(", at(c), ",", itoa(c+1), ")")
				}
			}
			p.text(" </allDifferent>\n")
		}
	}
	intension := func(expression string) { p.text("    <intension> ", expression, " </intension>\n") }
	for sq, value := range m.Fixed() {
		intension(pick(value, "eq", "ne") + "(" + at(sq.Col) + "," + itoa(sq.Row+1) + ")")
	}
	for _, b := range m.firstQueens() {
		value := func(of string) string { return pick(b.mirrored, "sub("+itoa(n+1)+","+of+")", of) }
		if b.column {
			intension("le(q[0]," + value(at(b.index)) + ")")
			continue
		}
		for c := range n {
			intension("imp(eq(" + at(c) + "," + itoa(b.index+1) + "),le(q[0]," + value(itoa(c+1)) + "))")
		}
	}
	p.text("  </constraints>\n</instance>\n")
	return nil
}
