package cpu

import "time"

// Clock measures the frequency of the current core in GHz, with a chain of additions and exclusive
// ors that takes one cycle each and about 5 ms in all. stopwatch starts a clock of processor time
// and returns a function that reads it in seconds, so that time taken by a hypervisor counts
// neither here nor in a measurement.
func Clock(stopwatch func() func() float64) (gigahertz float64) {
	const rounds, chain = 1 << 21, 8
	x := uint64(time.Now().UnixNano())
	y, z := x>>1, ^x // not constants, which some processors add before they execute
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
