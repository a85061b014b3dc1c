// Package search holds the algorithms that find some solutions: by backtracking to the
// first, by guessing, by repairing a random board. Each is a value of solver.Algorithm;
// package algorithms lists them with all others.
//
//	call := solver.Call{Problem: queens.Problem{Order: 100}, Seed: 1}
//	_, err := search.SosicGu.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return false // one is enough
//	})
//
// Random algorithms take all their numbers from the seed of the call: the same seed
// gives the same run on every machine. None of them is fair: which solution comes is
// not chosen uniformly.
package search
