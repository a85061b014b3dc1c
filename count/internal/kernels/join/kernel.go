package join

import "queens/count/internal/kernels/table"

// Kernel is one way to count disjoint pairs. All kernels find the same number; [Stats] differ.
type Kernel struct {
	table.Entry

	narrow lists[uint32] // empty for the reference
	wide   lists[uint64]
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }
