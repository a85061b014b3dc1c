// Package algorithms is the table of all algorithms. Commands, pages and the conformance tests
// read it and nothing else: a new algorithm takes a file in the package that owns it and a line
// here.
//
//	alg, err := algorithms.Find("wirth")
//	stats, err := alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package algorithms
