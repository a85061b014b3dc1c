// Package sample draws solutions of the regular board uniformly at random, and numbers
// them in lexicographic order.
//
// [Ranks] counts how many solutions begin with given queens; so it finds the number of a
// solution in the list of all, the solution of a number, and, from a random number, a
// solution of which every one is exactly as likely. That is for orders up to
// MaxRankOrder. [Chain] is a random walk for larger orders: in the long run it is
// equally often at every solution, but neighbours in its sequence resemble each other
// unless it walks far between them. [Uniformity] tests a sample of a small order against
// the uniform distribution, [Correlate] measures at any order how much neighbours
// resemble each other.
//
//	ranks, err := sample.NewRanks(8)
//	rank, err := ranks.Rank(ctx, p) // from 0
//
// What other packages find fast, greedily or by repair, is not uniform: some solutions
// are many times as likely as others.
package sample
