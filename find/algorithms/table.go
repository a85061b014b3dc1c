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

// facts has a line for each algorithm of this package and of package list. Orders end at 32 where
// the rows of a column are a word of 32 bits, at what takes some seconds where all boards are made.
//
//go:embed algorithms.csv
var facts string

var runs = map[string]solver.Run{
	"backtrack":             runWirth,
	"bitmask":               runBitmask,
	"border-constellations": runBorderConstellations,
	"brute-force":           runBruteForce,
	"composition":           runComposition,
	"exact-cover":           runExactCover,
	"generate-and-test":     runGenerateAndTest,
	"las-vegas":             runLasVegas,
	"las-vegas-backtrack":   runLasVegasBacktrack,
	"least-of-eight":        runLeastOfEight,
	"lister":                list.Algorithm(list.Options{}),
	"lister-fundamental":    list.Algorithm(list.Options{Fundamental: true}),
	"min-conflicts":         runMinConflicts,
	"naur":                  runNaur,
	"neural-network":        runNeuralNetwork,
	"nondeterministic":      runNondeterministic,
	"permutation-test":      runPermutationTest,
	"rohl-list":             runRohlList,
	"rohl-permutation":      runRohlPermutation,
	"sosic-gu":              runSosicGu,
	"topor":                 runTopor,
	"window-greedy":         runWindowGreedy,
	"wirth":                 runWirth,
}

var params = map[string][]solver.Param{
	"las-vegas-backtrack": {{
		Name: "random", Summary: "queens placed at random before backtracking begins; -1 for the number that is best " +
			"for the order",
		Default: bestRandom, Min: bestRandom, Max: 300,
	}},
	"min-conflicts": {{
		Name: "moves", Summary: "moves for each queen of the board before a new start", Default: 20, Min: 1,
	}},
	"neural-network": {{
		Name: "sweeps", Summary: "sweeps over all columns before a new start", Default: 200, Min: 1,
	}},
}

// table holds every algorithm, sorted by name, including the table of package construct.
var table = func() []*solver.Algorithm {
	all := construct.Algorithms()
	for _, a := range named.Decode[solver.Algorithm](facts) {
		a.Run, a.Params = runs[a.Name], params[a.Name]
		if a.Random {
			a.Refuses = solver.RefuseNone
		}
		a = a.Described(texts)
		all = append(all, &a)
	}
	slices.SortFunc(all, func(a, b *solver.Algorithm) int { return strings.Compare(a.Name, b.Name) })
	return all
}()

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
