// Package trie counts units of a parity class in groups that share rows, see docs/parity-classes.md
// and package parity. Its results are those of package matrix.
//
// Each colour of a unit has two lists of placements, x and y, and a matrix with a number for each
// label of x, a set of columns, and each label of y: the pairs without a common diagonal. Units
// whose x have core rows in common are one group against one y.
//
//	trie         the placements on the core rows, a queen of the next row at each level. Along
//	             it y is filtered: each node keeps the placements that its queens do not attack.
//	             That is done once for the group.
//	leaf         the placements of a member's other rows, at most four. The list of a leaf node
//	             has their squares and counters.
//	block        64 neighbouring labels of y. The matrices of a block are made, multiplied and
//	             forgotten.
//	vector       64 slots of 8 lanes, a bit each. Slot i has placements of label i of the block.
//	mask         for a square of the leaf rows, the lanes that a queen there does not attack.
//	test         the AND of the masks of a leaf placement. The bits of each byte are added to 64
//	             counters of a byte each.
//	accumulator  all nodes of a depth with the same columns. They share counters, one vector for
//	             each set of columns of x that contains these. After the last one the counters
//	             go to the rows of the matrix, the slab.
//
// If one colour has many more queens than the other, few of its pairs fit, and a sparse join finds
// them one by one, all labels of y at once. The prefix has all queens but two. All placements of a
// member at a leaf node are one word of 64 bits, for the queens in each two of at most eight free
// columns. The matrix of the other colour is made first: its cells, times what they count, are the
// weights of the pairs found, which are listed and weighed a million at a time. A weight has 15
// bits; a unit with a larger one is counted as before.
//
// Narrow counters saturate: they stop at their largest number. If a byte reaches 255, the
// accumulator is counted again in smaller parts: node by node, then a leaf node with every second
// key, and so on. If a cell of 16 bits reaches 65,535, the matrices of the block are made again in
// 32 bits before they are multiplied.
//
// Half turns, see [parity.Turned], have many pairs for a label. Each node of theirs has
// counters of its own, and a leaf has two or three queens. Reflecting queens, see
// [parity.Mirrored], have few pairs: most of their classes use the sparse join.
package trie
