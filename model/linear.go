package model

import (
	"fmt"
	"strconv"

	"queens"
)

func itoa(x int) string { return strconv.Itoa(x) }

// writeOPB writes the model in the linear form of the pseudo-Boolean
// competitions, one constraint a line.
func writeOPB(p *printer, m *Model) error {
	constraints := len(m.options.Nogoods)
	for range m.Groups() {
		constraints++
	}
	for range m.Fixed() {
		constraints++
	}
	p.text("* #variable= ", itoa(m.Order()*m.Order()), " #constraint= ", itoa(constraints), "\n")
	p.comment("* ", m, "x followed by (row-1)*"+itoa(m.Order())+
		" + column is 1 if a queen stands there, all counted from 1")
	term := func(sign string, sq queens.Square) {
		p.text(sign)
		p.number(m.Variable(sq))
		p.byte(' ')
	}
	if m.options.Most {
		p.text("min: ")
		for sq := range m.squares() {
			term("-1 x", sq)
		}
		p.text(";\n")
	}
	for sq, value := range m.Fixed() {
		term("+1 x", sq)
		p.text(pick(value, "= 1 ;\n", "= 0 ;\n"))
	}
	for g := range m.Groups() {
		for _, sq := range g.Squares {
			term(pick(g.Exactly, "+1 x", "-1 x"), sq)
		}
		p.text(pick(g.Exactly, "= 1 ;\n", ">= -1 ;\n"))
	}
	for _, nogood := range m.options.Nogoods {
		for _, sq := range nogood {
			term("-1 x", sq)
		}
		p.text(">= ", itoa(1-len(nogood)), " ;\n")
	}
	return nil
}

func pick(condition bool, a, b string) string {
	if condition {
		return a
	}
	return b
}

// termsPerLine keeps the lines of an LP file short: some readers stop at 255
// characters.
const termsPerLine = 12

// writeLP writes the model in the CPLEX LP form. The objective is 0 times, or for most queens 1
// times, every variable, in the order of their numbers, so that solvers that number columns as they
// meet them number them as we do.
func writeLP(p *printer, m *Model) error {
	p.comment(`\ `, m, "x_R_C is 1 if a queen stands in row R, column C, both counted from 1")
	p.text(pick(m.options.Most, "Maximize", "Minimize"), "\n obj:")
	written := 0
	for sq := range m.squares() {
		m.separator(p, written, " + ")
		p.text(pick(m.options.Most, "1 ", "0 "))
		p.squareName(sq)
		written++
	}
	p.text("\nSubject To\n")
	for g := range m.Groups() {
		p.text(" ", g.Name, ":")
		for i, sq := range g.Squares {
			m.separator(p, i, " + ")
			p.squareName(sq)
		}
		p.text(pick(g.Exactly, " = 1\n", " <= 1\n"))
	}
	for sq, value := range m.Fixed() { // not bounds: some readers let Binary undo them
		p.text(pick(value, " given_", " blocked_"), itoa(m.Variable(sq)), ": ")
		p.squareName(sq)
		p.text(pick(value, " = 1\n", " = 0\n"))
	}
	p.text("Binary\n")
	written = 0
	for sq := range m.squares() {
		m.separator(p, written, " ")
		p.squareName(sq)
		written++
	}
	p.text("\nEnd\n")
	return nil
}

func (m *Model) separator(p *printer, i int, between string) {
	switch {
	case i == 0:
		p.byte(' ')
	case i%termsPerLine == 0:
		p.text("\n  ")
		if between == " + " {
			p.text("+ ")
		}
	default:
		p.text(between)
	}
}

// writeMPS writes the model as a 0-1 program in fixed MPS, which free readers take as well: no
// name is longer than eight characters and fields stand in their columns.
func writeMPS(p *printer, m *Model) error {
	p.comment("* ", m, "x followed by (row-1)*"+itoa(m.Order())+" + column is 1 if a queen stands there, from 1",
		"rows rN, cN, upN, downN and sN are lines and other groups of squares,",
		"gN and bN the squares that are given and blocked")
	p.text("NAME          QUEENS\nROWS\n N  OBJ\n")
	groups, of := m.items()
	for _, g := range groups {
		p.text(pick(g.exactly, " E  ", " L  "), g.name, "\n")
	}
	bounds := make([][]string, len(of)) // rows that fix a variable
	for sq, value := range m.Fixed() {
		v := m.Variable(sq)
		name := pick(value, "g", "b") + itoa(v)
		bounds[v] = append(bounds[v], name)
		p.text(" E  ", name, "\n")
	}
	entry := func(column, row, value string) { p.text(fmt.Sprintf("    %-8s  %-8s  %12s\n", column, row, value)) }
	p.text("COLUMNS\n    MARKER    'MARKER'                 'INTORG'\n")
	for sq := range m.squares() {
		v := m.Variable(sq)
		if p.failed() {
			return nil
		}
		name := "x" + itoa(v)
		if m.options.Most {
			entry(name, "OBJ", "-1")
		}
		for _, item := range of[v] {
			entry(name, groups[item].name, "1")
		}
		for _, row := range bounds[v] {
			entry(name, row, "1")
		}
	}
	p.text("    MARKER    'MARKER'                 'INTEND'\nRHS\n")
	for _, g := range groups {
		entry("RHS", g.name, "1")
	}
	for sq, value := range m.Fixed() {
		if value {
			entry("RHS", "g"+itoa(m.Variable(sq)), "1")
		}
	}
	p.text("BOUNDS\n")
	for sq := range m.squares() {
		p.text(" BV BND       x", itoa(m.Variable(sq)), "\n")
	}
	p.text("ENDATA\n")
	return nil
}
