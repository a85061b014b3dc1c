package join

import (
	"sync/atomic"

	"queens/count/internal/kernels/table"
)

// generic is the reference: it compares every key with every key and is never optimised.
var generic = Kernel{
	Entry: table.Entry{Name: "generic"},
}

// It ends early when stop is set.
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
