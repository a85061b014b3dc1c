// Package parity counts units of a parity class in groups that share rows, see
// docs/parity-classes.md and package parity. Package ladder leads there step by step; its step 3 is
// the slow twin.
//
// Each colour of a unit has two lists of placements, x and y, and a matrix with a number for each
// label of x, a set of columns, and each label of y: the pairs without a common diagonal. Units
// whose x have core rows in common form one group with one y.
//
//	trie         the placements on the core rows, with a queen of the next row at each level. It
//	             filters y: each node keeps the placements that its queens do not attack. This
//	             is done once for the group.
//	leaf         the placements of a member's other rows, at most four. The list of a leaf node
//	             has their squares and counters.
//	block        64 neighbouring labels of y. The matrices of a block are filled, multiplied and
//	             discarded.
//	vector       64 slots of 8 lanes, one bit each. Slot i has placements of label i of the block.
//	mask         for a square of the leaf rows, the lanes that a queen there does not attack.
//	test         the AND of the masks of a leaf placement. The bits of each byte are added to 64
//	             counters of a byte each.
//	accumulator  all nodes of a depth with the same columns. They share counters, one vector for
//	             each set of columns of x that contains these. After the last node the counters
//	             are added to the rows of the matrix, the slab.
//
// A key has the diagonals that x and y have in common, at most 60, and above them bits of a label.
// No key that a node leaves has a diagonal of its queens, so these bits are free. Where a label
// lacks room its upper bits move there: in the sparse join above order 28, where lists are filtered
// part by part until the first queens have made room, and for the black sides of order 31, which
// leave four bits of six to the label in a block. One such bit also tells idle lanes from keys.
//
// If one colour has many more queens than the other, few of its pairs are compatible, and a sparse
// join finds them one by one, for all labels of y at once. The prefix has all queens but two. A
// node with few keys makes the masks of all rows below; from there on no keys are filtered, and a
// leaf node has only the lanes that its queens leave. All placements of a member there form one
// word of 64 bits, for the queens in each two of at most eight free columns. The matrix of the
// other colour comes first: its cells, times their multiplicity, are the weights of the pairs.
// Pairs are listed, up to four million of a unit, and then weighed. A weight has 15 bits; a unit
// with a larger one is counted by the usual join.
//
// To order 22 cells are small, so that all nodes share counters. With AVX-512 these are the matrix
// itself, multiplied as bytes.
//
// Narrow counters saturate. If a byte reaches 255, the accumulator is counted again in smaller
// parts: node by node, then a leaf node with every second key, and so on. If a cell reaches
// its largest value, 255 or 65,535, the matrices of the block are filled again with 32 bits before
// they are multiplied.
//
// Half turns, see [parity.Turned], have many pairs per label. Each of their nodes has its own
// counters, and a leaf has two or three queens. Reflecting queens, see [parity.Mirrored], have few
// pairs: most of their classes use the sparse join.
package parity
