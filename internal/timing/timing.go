// Package timing measures runs that may be shorter than a tick of the clock.
package timing

import (
	"slices"
	"time"
)

var started = time.Now()

// Wall is the elapsed time.
func Wall() time.Duration { return time.Since(started) }

// Repeat runs once, and until a clock says that all runs took the least time, or one has an error.
// It returns the mean time of a run and their number.
func Repeat(clock func() time.Duration, least time.Duration, run func() error) (each time.Duration, n int, err error) {
	began, took := clock(), time.Duration(0)
	for next := 1; err == nil && (n == 0 || took < least); {
		err = run()
		if n++; err != nil || n == next { // reading the clock must not take long
			took, next = clock()-began, next+1+n/16
		}
	}
	return took / time.Duration(n), n, err
}

// Median returns the median of at least one time, and the spread: (longest - shortest) / median, 0
// if that is 0.
func Median(times []time.Duration) (median time.Duration, spread float64) {
	sorted := slices.Sorted(slices.Values(times))
	median = (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	if median > 0 {
		spread = float64(sorted[len(sorted)-1]-sorted[0]) / float64(median)
	}
	return median, spread
}
