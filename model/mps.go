package model

import (
	"fmt"
	"strconv"
)

func itoa(x int) string { return strconv.Itoa(x) }

func pick(condition bool, a, b string) string {
	if condition {
		return a
	}
	return b
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
