// Package search has the algorithms that find some solutions: by backtracking to the first, by
// guessing, by repairing a random board. Package algorithms finds them by name.
//
//	call := solver.Call{Problem: queens.Problem{Order: 100}, Seed: 1}
//	_, err := search.SosicGu.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return false // one is enough
//	})
//
// The same seed gives the same run on every machine. The solutions are not uniformly random.
package search
