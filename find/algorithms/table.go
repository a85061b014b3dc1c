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

// table holds every algorithm, sorted by name: those listed here and the patterns of
// package construct, which has a table of its own.
var table = byName(append(construct.Algorithms(),
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
	&search.Nondeterministic,
	&search.SosicGu,
	&search.WindowGreedy,
))

func byName(algorithms []*solver.Algorithm) []*solver.Algorithm {
	slices.SortFunc(algorithms, func(a, b *solver.Algorithm) int { return strings.Compare(a.Name, b.Name) })
	return algorithms
}

// All returns every algorithm, sorted by name. The slice is the caller's, what it points to is not.
func All() []*solver.Algorithm { return slices.Clone(table) }

// Find returns the algorithm of a name.
//
// Errors: queens.ErrFormat for any other word.
func Find(name string) (*solver.Algorithm, error) {
	return named.Find("algorithm", name, table, nameOf)
}

// Names returns the names of the algorithms, sorted.
func Names() []string { return named.Names(table, nameOf) }

func nameOf(a *solver.Algorithm) string { return a.Name }
