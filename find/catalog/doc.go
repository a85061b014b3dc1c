// Package catalog is the table of all algorithms. The command line, the web pages,
// the site and the conformance tests read it and nothing else, so a new algorithm takes a file in
// the package that owns it and a line here.
//
//	alg, ok := catalog.Lookup("wirth")
//	stats, err := alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package catalog
