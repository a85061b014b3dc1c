// Package sample draws solutions of the regular board uniformly at random, and numbers them in
// lexicographic order.
//
// [Ranks] counts the solutions that begin with given queens. It finds the number of a solution, the
// solution of a number, and, from a random number, a solution that is exactly uniform, for orders
// up to MaxRankOrder. [Chain] is a random walk for larger orders: in the long run all solutions are
// equally likely, but neighbours in its sequence resemble each other unless the walk between them
// is long. [Uniformity] tests a sample of a small order; [Correlate] measures how much neighbours
// resemble each other.
//
//	ranks, err := sample.NewRanks(8)
//	rank, err := ranks.Rank(ctx, p) // from 0
//
// Solutions that other packages find, greedily or by repair, are not uniform.
package sample
