// Package orbit explores the orbits of solutions: how to get from one to another,
// how to tell them apart, and the graph that they form.
//
// [Inc] inserts a row, a column and a queen where they cross, [Del] takes a queen
// away with its row and column, [Mov] does both. New lines lie in a [Gap] between
// two old ones. Boards on the way need not be solutions.
//
// The [Signature] of a permutation is the list of its triangles of neighbouring
// queens; two permutations have equal signatures exactly if they lie in one orbit.
//
// [Search] is the orbit search as it was published: insert a queen into every
// solution of order n-1, then move queens until nothing new comes. It does not find
// every orbit of orders 9 to 18. [Atlas] is the whole graph behind it: its vertices
// are the orbits of one order, its edges the pairs that one move, or two, connect.
//
//	a, err := orbit.NewAtlas(ctx, 9, fundamental, orbit.Options{})
//	reach := a.Reach()
//	fmt.Printf("found %d of %d\n", reach.Found, a.Len()) // found 45 of 46
//
// Solutions come from outside, from package list; symmetry itself is package
// symmetry. Nothing here is a way to count: see errata Z14 and Z19.
package orbit
