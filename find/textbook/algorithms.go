// Package textbook has the algorithms of the literature that list all solutions, or all
// fundamental ones, as their authors describe them: from brute force to Topor's method.
//
// They are values of type solver.Algorithm, made to be watched, compared and explained. Package
// algorithms finds them by name. To list many solutions, use package list. NAME.txt describes each;
// what it reports to its Meter names the line of the pseudocode there, from 0.
//
//	stats, err := textbook.Wirth.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package textbook

import "embed"

// Algorithms of the catalogue (package algorithms). Their descriptions name their sources.
var (
	Bitmask              = bitmaskAlgorithm
	BorderConstellations = borderConstellationsAlgorithm
	BruteForce           = bruteForceAlgorithm
	Composition          = compositionAlgorithm
	ExactCover           = exactCoverAlgorithm
	GenerateAndTest      = generateAndTestAlgorithm
	LeastOfEight         = leastOfEightAlgorithm
	Naur                 = naurAlgorithm
	PermutationTest      = permutationTestAlgorithm
	RohlList             = rohlListAlgorithm
	RohlPermutation      = rohlPermutationAlgorithm
	Topor                = toporAlgorithm
	Wirth                = wirthAlgorithm
)

//go:embed *.txt
var texts embed.FS

// maxOrder bounds the algorithms that keep the rows of a column in a word of 32 bits.
const maxOrder = 32
