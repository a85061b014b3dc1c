// Package solver defines an Algorithm, the Call that it answers, the Stats of its cost, and the
// Events of its steps. Package algorithms lists all algorithms.
//
//	call := solver.Call{Problem: queens.Problem{Order: 8}}
//	stats, err := alg.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return true // continue
//	})
package solver
