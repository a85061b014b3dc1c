// Package known holds published and recomputed values of the n-queens
// literature: how many solutions there are, of which symmetry, on the torus, first
// solutions, and the sequences around them. It is where tests, checks and the
// command `queens table` take their expected numbers from.
//
// A [Series] is one function of the order, such as Q(n), or a family of them, such
// as the solutions by row of the first queen, whose values have an index besides
// the order. Every [Value] names its source and its [Status]: recomputed by an
// exhaustive search, copied from a publication, both, computed by this program alone,
// or derived. The values stand
// in one CSV file per series, named after it, and nowhere else.
//
//	q, ok := known.Solutions(8) // 92 true
//
// Published values were read in copies of the sequences; docs/bibliography.md says which. Terms
// behind a gap, and what is published further on and was not read, are in Series.Beyond. Sources
// are OEIS numbers, "nqueens.de", "search" (an exhaustive search by a program independent of this
// one, or by a twin in its tests that shares no search with the code that is checked), "program"
// (this one alone), "formula" (a cycle index), "identity" (an exact identity with other series) and
// "convention" (order 0, where the empty board counts as one solution).
//
// The package computes nothing and knows nothing about n = 28: no value of Q
// beyond 27 is known.
package known
