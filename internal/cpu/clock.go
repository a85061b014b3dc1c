package cpu

import (
	"slices"
	"time"
)

// Clock returns about how many GHz the core has that runs it, and takes about 2 ms. It is the
// median of some runs of a chain of additions and exclusive ors, one a cycle.
func Clock() (gigahertz float64) {
	const runs, rounds, chain = 9, 1 << 16, 8
	x := uint64(time.Now().UnixNano())
	y, z := x>>1, ^x // no constants, which some processors add before they execute
	var took [runs]time.Duration
	for i := range took {
		began := time.Now()
		for range rounds {
			x = (x + y) ^ z
			x = (x + y) ^ z
			x = (x + y) ^ z
			x = (x + y) ^ z
		}
		took[i] = max(time.Since(began), time.Duration(x&1)) // uses x
	}
	slices.Sort(took[:])
	return chain * rounds / float64(max(1, took[runs/2].Nanoseconds()))
}
