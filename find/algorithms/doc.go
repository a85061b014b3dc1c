// Package algorithms lists all algorithms. Commands, pages and tests read this table, so a new
// algorithm takes one file in its package and one line here.
//
//	alg, err := algorithms.Find("wirth")
//	stats, err := alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package algorithms
