// Package algorithms lists all algorithms. Commands, pages and tests read this table, so a new
// algorithm takes one file in its package and one line here.
//
//	alg, err := algorithms.Find("wirth")
//	stats, err := alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package algorithms

import (
	"slices"
	"strings"

	"queens/find/complete"
	"queens/find/construct"
	"queens/find/sample"
	"queens/find/search"
	"queens/find/solver"
	"queens/find/textbook"
	"queens/internal/named"
	"queens/list"
)

// table holds every algorithm, sorted by name, including the table of package construct.
var table = slices.SortedFunc(slices.Values(append(construct.Algorithms(),
	&complete.Algorithm,
	&textbook.Bitmask,
	&textbook.BorderConstellations,
	&textbook.BruteForce,
	&textbook.Composition,
	&textbook.ExactCover,
	&textbook.GenerateAndTest,
	&textbook.LeastOfEight,
	&list.Lister,
	&list.FundamentalLister,
	&textbook.Naur,
	&textbook.PermutationTest,
	&textbook.RohlList,
	&textbook.RohlPermutation,
	&textbook.Topor,
	&textbook.Wirth,
	&sample.Metropolis,
	&sample.Uniform,
	&search.Backtrack,
	&search.LasVegas,
	&search.LasVegasBacktrack,
	&search.MinConflicts,
	&search.NeuralNetwork,
	&search.Nondeterministic,
	&search.SosicGu,
	&search.WindowGreedy,
)), func(a, b *solver.Algorithm) int { return strings.Compare(a.Name, b.Name) })

// All returns every algorithm, sorted by name. The algorithms are shared, the slice is not.
func All() []*solver.Algorithm { return slices.Clone(table) }

// Find returns the algorithm with this name. Errors: queens.ErrFormat.
func Find(name string) (*solver.Algorithm, error) {
	return named.Find("algorithm", name, table, nameOf)
}

// Names returns the sorted names of the algorithms.
func Names() []string { return named.Names(table, nameOf) }

func nameOf(a *solver.Algorithm) string { return a.Name }
