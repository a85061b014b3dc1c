// Package matrix counts units of a parity class the obvious way, and prepares them for devices: see
// docs/parity-classes.md. Package trie counts faster; this package checks it.
//
// A unit has a white and a black matrix. Its cell for labels B and B' is the number of pairs of a
// placement with label B from one list, the items, and one with label B' from another, the lanes,
// that share no diagonal; the result of the unit is the sum of products of equal cells.
//
// Eight lanes of one label are a slot, eight slots a group: for each diagonal a word has the lanes
// of the group that use it. An item leaves the lanes that are in none of its words. The bits of
// each byte are counted and, after at most 31 items of one label, added to the cells.
package matrix
