// Package algorithms has the algorithms of the literature, as their authors describe them, and the
// table of all algorithms, with those of other packages. They are made to be watched, compared and
// explained; to list many solutions, use package list. Commands, pages and tests read the table.
//
//	alg, err := algorithms.Find("wirth")
//	stats, err := alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
//
// NAME.txt describes an algorithm; what it reports to its Meter names the line of the pseudocode
// there, from 0. The same seed gives the same run on every machine. Those that find some solutions
// do not choose them uniformly at random; package sample does.
package algorithms

import (
	"embed"
	"slices"
	"strings"

	"queens/find/construct"
	"queens/find/solver"
	"queens/internal/named"
	"queens/list"
)

//go:embed *.txt
var texts embed.FS

// maxOrder bounds the algorithms that keep the rows of a column in a word of 32 bits.
const maxOrder = 32

// table holds every algorithm, sorted by name, including the table of package construct.
var table = slices.SortedFunc(slices.Values(append(construct.Algorithms(),
	&backtrackAlgorithm,
	&bitmaskAlgorithm,
	&borderConstellationsAlgorithm,
	&bruteForceAlgorithm,
	&compositionAlgorithm,
	&exactCoverAlgorithm,
	&generateAndTestAlgorithm,
	&lasVegasAlgorithm,
	&lasVegasBacktrackAlgorithm,
	&leastOfEightAlgorithm,
	&list.FundamentalLister,
	&list.Lister,
	&minConflictsAlgorithm,
	&naurAlgorithm,
	&neuralNetworkAlgorithm,
	&nondeterministicAlgorithm,
	&permutationTestAlgorithm,
	&rohlListAlgorithm,
	&rohlPermutationAlgorithm,
	&sosicGuAlgorithm,
	&toporAlgorithm,
	&windowGreedyAlgorithm,
	&wirthAlgorithm,
)), func(a, b *solver.Algorithm) int { return strings.Compare(a.Name, b.Name) })

// All returns every algorithm, sorted by name. The algorithms are shared, the slice is not.
func All() []*solver.Algorithm { return slices.Clone(table) }

// Find returns the algorithm with this name. Errors: queens.ErrFormat.
func Find(name string) (*solver.Algorithm, error) {
	return named.Find("algorithm", name, table, nameOf)
}

// Get returns the algorithm with this name, which the table has.
func Get(name string) *solver.Algorithm {
	a, err := Find(name)
	if err != nil {
		panic(err)
	}
	return a
}

// Names returns the sorted names of the algorithms.
func Names() []string { return named.Names(table, nameOf) }

func nameOf(a *solver.Algorithm) string { return a.Name }
