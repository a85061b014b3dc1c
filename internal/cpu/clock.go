package cpu

import "time"

// Clock returns about how many GHz the core has that runs it, by a chain of additions and exclusive
// ors, one a cycle, of some 5 ms. The stopwatch begins and returns what ends, in seconds of the
// processor: what a hypervisor takes is missing from the clock, as work is from the time.
func Clock(stopwatch func() func() float64) (gigahertz float64) {
	const rounds, chain = 1 << 21, 8
	x := uint64(time.Now().UnixNano())
	y, z := x>>1, ^x // no constants, which some processors add before they execute
	seconds := stopwatch()
	for range rounds {
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
	}
	took := max(seconds(), float64(x&1)*1e-9) // uses x
	return chain * rounds / max(1, took*1e9)
}
