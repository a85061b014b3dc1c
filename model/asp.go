package model

import "queens"

var diagonalRules = [...]string{
	queens.Regular: `:- S = 2..2*n, 2 { queen(R,S-R) : R = 1..n, square(R,S-R) }.
:- D = 1-n..n-1, 2 { queen(C+D,C) : C = 1..n, square(C+D,C) }.
`,
	queens.Modular: `:- S = 0..n-1, 2 { queen(R,C) : R = 1..n, C = 1+(S-R+n)\n }.
:- D = 0..n-1, 2 { queen(R,C) : R = 1..n, C = 1+(R+D)\n }.
`,
}

func writeASP(p *printer, m *Model) error {
	p.comment("% ", m, "queen(R,C): a queen stands in row R, column C, both counted from 1")
	exactly := pick(m.options.Most, "", "1 ")
	p.text("#const n = ", itoa(m.Order()), ".\n",
		"square(1..n,1..n).\n",
		exactly, "{ queen(R,C) : square(R,C) } 1 :- C = 1..n.\n",
		exactly, "{ queen(R,C) : square(R,C) } 1 :- R = 1..n.\n",
		diagonalRules[m.problem.Topology])
	for sq, value := range m.Fixed() {
		p.text(pick(value, ":- not queen(", ":- queen("), itoa(sq.Row+1), ",", itoa(sq.Col+1), ").\n")
	}
	for _, b := range m.firstQueens() {
		index := itoa(b.index + 1)
		p.text(":- queen(A,1), queen(", pick(b.column, "B,"+index, index+",B"), "), A > ",
			pick(b.mirrored, "n+1-B", "B"), ".\n")
	}
	p.text(pick(m.options.Most, "#maximize { 1,R,C : queen(R,C) }.\n", ""), "#show queen/2.\n")
	return nil
}
