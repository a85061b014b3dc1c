package pairs

import (
	"sync/atomic"

	"queens/internal/kernel/table"
)

// generic is the reference: every key against every key. It is what the other
// kernels are compared with and is never optimised.
var generic = Kernel{
	Entry: table.Entry{Name: "generic"},
}

// countGeneric returns the number of disjoint pairs in O(len(a) len(b)), or ends
// early when stop is set.
func countGeneric(a, b []uint64, stop *atomic.Bool) (pairs uint64) {
	for _, x := range a {
		if stop.Load() {
			break
		}
		for _, y := range b {
			if x&y == 0 {
				pairs++
			}
		}
	}
	return pairs
}
