// Package solver says what an algorithm is (Algorithm), what it is asked (Call), what it costs
// (Stats) and what it does step by step (Event).
//
// An algorithm is a value of type Algorithm in the package that owns it. Package algorithms is the
// table of all of them.
//
//	call := solver.Call{Problem: queens.Problem{Order: 8}}
//	stats, err := alg.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return true // continue
//	})
package solver
