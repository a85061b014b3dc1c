// Package list lists solutions of the regular board: all of them or one per orbit, of all
// classes or of some, in lexicographic order of the one-line notation, column 0 first.
//
// [Solutions] is an iterator over queens.Perm. [Stream] uses all cores and hands out encoded
// text in large pieces. [NextPage] returns a bounded piece of a list.
//
//	seq, err := list.Solutions(8, list.Options{Fundamental: true})
//	if err != nil {
//		return err
//	}
//	for p := range seq {
//		fmt.Println(p)
//	}
//
// A list is cut by the first columns into parts of about a millisecond, and each part is searched
// breadth first in small blocks. For a list of all solutions up to order 16, only about one image
// in eight is searched for, and the others are made from these. Use package count for numbers of
// solutions: it is about a hundred times faster.
package list
