// Package matrix counts units of a parity class in the obvious way, and prepares them for devices:
// see docs/parity-classes.md. Package trie counts faster; this package checks it.
//
// A unit has a white and a black matrix. Its cell for labels B and B' is the number of pairs
// without a common diagonal, of a placement with label B from one list, the items, and one with
// label B' from another, the lanes. The result of the unit is the sum of products of equal cells.
//
// Eight lanes of one label form a slot, eight slots a group. For each diagonal a word has the lanes
// of the group that use it. Clearing the words of an item's diagonals leaves the compatible lanes.
// The bits of each byte are counted and, after at most 31 items of one label, added to the cells.
package matrix
