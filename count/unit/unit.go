// Package unit has the units of parity classes and their results, so that devices can count
// them for package count. docs/parity-classes.md has the theorem.
package unit

import "queens/internal/bitmath"

// Unit is a pair of row sets of a class: one of even and one of odd rows.
type Unit struct {
	Even, Odd int // indices in the EvenSets and OddSets of the class
}

// Result is the result of a unit. All kernels agree on everything except Tests.
type Result struct {
	High, Low    uint64    // solutions, 128 bits, without the weight of the unit
	Pairs        [2]uint64 // sums of the cells in reach, white and black
	Items, Lanes [2]uint64 // lengths of the lists, white and black
	Tests        uint64    // items tested with blocks, or pairs compared
}

// AddProduct adds x times y to the solutions. It panics if they exceed 128 bits.
func (r *Result) AddProduct(x, y uint64) {
	sum := bitmath.Sum{High: r.High, Low: r.Low}
	sum.AddProduct(x, y)
	r.High, r.Low = sum.High, sum.Low
}
