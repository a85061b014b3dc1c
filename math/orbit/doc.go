// Package orbit explores the orbits of solutions: how to get from one to another, how to
// distinguish them, and the graph that they form.
//
// [Inc] inserts a row, a column and a queen where they cross, [Del] removes a queen with its row
// and column, [Mov] does both. New lines lie in a [Gap] between two old ones. Boards on the way
// need not be solutions.
//
// The [Signature] of a permutation is the list of triangles of neighbouring queens. Two
// permutations have equal signatures exactly if they are in one orbit.
//
// [Search] is the orbit search as it was published: insert a queen into every solution of order
// n-1, then move queens until nothing new is found. It misses orbits of orders 9 to 18. [Atlas]
// is the whole graph: its vertices are the orbits of one order, and an edge joins two orbits
// that are one move apart, or two moves on request.
//
//	a, err := orbit.NewAtlas(ctx, 9, fundamental, orbit.Options{})
//	reach := a.Reach()
//	fmt.Printf("found %d of %d\n", reach.Found, a.Len()) // found 45 of 46
//
// Solutions come from package list, symmetries from package symmetry. Nothing here is a way to
// count: see errata Z14 and Z19.
package orbit
