// Package join counts the pairs of keys from two lists that share no bit: the number of (a, b)
// with a from one list, b from the other and a AND b = 0.
//
// In the half-board join, a key is the set of crossing diagonals that the queens of one half of the
// board occupy, and a disjoint pair is a solution. The lists are long (a thousand to a hundred
// million keys) and few pairs are disjoint (one in a thousand or less), so pairs are not tested one
// by one:
//
//	split   a node picks a bit that many keys of both lists have. Two keys with the bit are
//	        never disjoint. So the longer list is divided by the bit, and its keys with the
//	        bit meet only those keys of the shorter list that lack it. Either list may be the
//	        longer one at any node.
//	narrow  every split settles a bit. Once at most 32 bits are open the keys are rewritten
//	        with 32 bits: twice as many fit in a vector.
//	leaf    512 keys of the longer list become the lanes of a block. For every open bit there
//	        is a row of 512 lanes, for every chunk of a few bits a table of rows for all its
//	        values. One key of the other list is tested against all 512 lanes with one AND per
//	        chunk and one count of bits.
//	direct  a list of a few keys is compared key by key.
//
// All kernels except the reference share these steps; they differ in the operations on lists.
// docs/laboratory.md has the costs and limits of each operation.
//
// The package knows keys, not boards. The caller makes the lists and knows the weight of a pair.
package join
