// Package solver holds the types that every table of algorithms shares: what an
// algorithm is (Algorithm), what it is asked (Call), what it costs (Stats) and
// what it does step by step (Event).
//
// An algorithm is a value of type Algorithm in the package that owns it; package
// algorithms is the table of all of them, and the command line, the web page, the
// documents and the conformance tests read that table.
//
//	call := solver.Call{Problem: queens.Problem{Order: 8}}
//	stats, err := alg.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return true // go on
//	})
//
// The package solves nothing itself.
package solver
