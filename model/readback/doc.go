// Package readback reads the texts that package model writes and finds their
// solutions, so that what is exported can be checked without any other program:
// the number of solutions of a text of order n is Q(n), whatever the language.
//
//	count, err := readback.Count(ctx, strings.NewReader(text), "cnf")
//
// Texts of clauses, linear constraints and rules become a System of linear
// constraints over 0-1 variables, searched with propagation; a graph is searched
// for cliques, options for exact covers, and a MiniZinc program is evaluated on
// rows chosen column by column. None of the readers uses what the writers know:
// everything comes from the text, also which variable is which square.
//
// The readers take the part of each language that the writers use, and refuse the
// rest with the number of the line. The engines are small and meant for small
// orders; they are no match for the solvers the formats are made for.
package readback
