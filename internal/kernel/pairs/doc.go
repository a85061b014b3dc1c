// Package pairs counts the pairs of two lists of keys that share no bit: the
// number of (a, b) with a from the one list, b from the other and a AND b = 0.
//
// In the half-board join, a key is the set of crossing diagonals that the queens of one half of the
// board occupy, and a disjoint pair is a solution. The lists are long (a thousand to a hundred
// million keys) and few pairs are disjoint (one in a thousand or less), so pairs are not tested one
// by one:
//
//	split   a node takes a bit that many keys of both lists have. Two keys with the
//	        bit never fit. So the longer list is divided by the bit, and its keys with
//	        the bit meet only those keys of the shorter list that lack it. Either list
//	        may be the longer one at any node.
//	narrow  every split settles a bit. Once at most 32 bits are open the keys are
//	        rewritten with 32 bits: twice as many fit a vector.
//	leaf    512 keys of the longer list become the lanes of a block. For every
//	        open bit there is a row of 512 lanes, for every chunk of a few bits a
//	        table of rows for all its values. One key of the other list is tested
//	        against all 512 lanes with one AND per chunk and one count of bits.
//	direct  a list of a few keys is compared key by key.
//
// The steps are the same for all kernels but the reference; kernels differ in
// the operations on lists that the steps are made of. What each operation costs
// and what limits it is in docs/laboratory.md.
//
// The package knows keys, not boards. The caller makes the lists and knows the weight of a pair.
package pairs
