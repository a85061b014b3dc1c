// Package search has the algorithms that find some solutions: by backtracking to the first, by
// guessing, by repairing a random board. Package algorithms finds them by name.
//
//	call := solver.Call{Problem: queens.Problem{Order: 100}, Seed: 1}
//	_, err := search.SosicGu.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return false // one is enough
//	})
//
// NAME.txt describes each; what it reports to its Meter names the line of the pseudocode there,
// from 0. The same seed gives the same run on every machine. The solutions are not uniformly
// random.
package search

import (
	"embed"
	"math/rand/v2"

	"queens/find/solver"
)

// Algorithms of the catalogue (package algorithms). Their descriptions name their sources.
var (
	Backtrack         = backtrackAlgorithm
	LasVegas          = lasVegasAlgorithm
	LasVegasBacktrack = lasVegasBacktrackAlgorithm
	MinConflicts      = minConflictsAlgorithm
	NeuralNetwork     = neuralNetworkAlgorithm
	Nondeterministic  = nondeterministicAlgorithm
	SosicGu           = sosicGuAlgorithm
	WindowGreedy      = windowGreedyAlgorithm
)

//go:embed *.txt
var texts embed.FS

func newRandom(c solver.Call) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
}
