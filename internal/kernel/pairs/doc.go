// Package pairs counts the pairs of two lists of keys that share no bit: the
// number of (a, b) with a from the one list, b from the other and a AND b = 0.
//
// It is the heart of the half-board join. There a key is the set of crossing
// diagonals that the queens of one half of the board stand on, and a disjoint
// pair is a solution. The lists are long (a thousand to a hundred million keys),
// few pairs are disjoint (one in a thousand and less), and no pair is looked at
// alone:
//
//	split   a node takes a bit that many keys of both lists have. Keys with the
//	        bit on both sides never fit, so the longer list is parted by the bit
//	        and only the shorter one's keys without it meet the longer one's keys
//	        with it. Either list may be the longer one at any node.
//	narrow  every split settles a bit. Once at most 32 bits are open the keys are
//	        rewritten with 32 bits: twice as many to the vector from there on.
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
// The package knows keys, not boards: who makes the lists and what a pair is
// worth is its caller's business.
package pairs
