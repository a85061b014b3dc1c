// Package enumerate lists solutions of the regular board: all of them or one per
// orbit, of all classes or of some, in lexicographic order of the one-line
// notation, column 0 first.
//
// [Solutions] is an iterator over queens.Perm; [Stream] hands out encoded text in
// large pieces and uses all cores. Both give the same solutions in the same order,
// whatever the number of workers, start after any vector of rows and stop at
// a limit. [Backtrack] is the textbook search that the fast one is compared with.
//
//	seq, err := enumerate.Solutions(8, enumerate.Options{Fundamental: true})
//	if err != nil {
//		return err
//	}
//	for p := range seq {
//		fmt.Println(p)
//	}
//
// The algorithms of the literature are variables of type solver.Algorithm, from Bitmask to Wirth;
// package catalog has them all by name.
//
// The list is cut by the first columns into parts of about a millisecond. A part
// is searched breadth first in small blocks, so that states stay in order and no
// branch depends on one of them; see finder.go. Up to order 16 a list of all solutions is
// searched for one image in eight or somewhat more, and the others are made: see images.go. The package counts nothing it does
// not list: exact counts are package count, some hundred times faster.
package enumerate
