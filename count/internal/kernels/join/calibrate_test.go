package join_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	kernels "queens/count/internal/kernels/join"
	"queens/internal/must"
)

var (
	calibrate = flag.String("calibrate", "", "print CSV of times for values of a cost: name=value,value,...")
	with      = flag.String("with", "avx2", "kernel to calibrate")
)

// TestCalibrate measures the time of a count as a function of one of its costs, for instance
// -calibrate eager=1,2,3. Columns are name, value, order, and the least and median ns per pair.
func TestCalibrate(t *testing.T) {
	if *calibrate == "" {
		t.Skip("only on demand: -calibrate")
	}
	name, list, _ := strings.Cut(*calibrate, "=")
	for _, s := range []struct{ n, k int }{{16, 48}, {18, 24}, {20, 4}, {22, 1}} {
		sample := sampleHalves(s.n, s.k)
		for value := range strings.SplitSeq(list, ",") {
			c := must.Get(kernels.New(*with))(t)
			x, err := strconv.ParseFloat(value, 64)
			if name != "none" && (err != nil || !c.SetCost(name, x)) {
				t.Fatalf("-calibrate %s: want name=value,value,...", *calibrate)
			}
			least, median := timesPerPair(c, sample)
			fmt.Fprintf(os.Stderr, "%s,%s,%d,%.3f,%.3f\n", name, value, s.n, least, median)
		}
	}
}

// timesPerPair returns the least and the median time per pair of some runs, in nanoseconds.
func timesPerPair(c *kernels.Counter, sample []halfPair) (least, median float64) {
	var times []float64
	for start := time.Now(); len(times) < 3 || time.Since(start) < time.Second; {
		from := time.Now()
		var found uint64
		for _, s := range sample {
			found += count(c, s.top, s.bottom)
		}
		times = append(times, float64(time.Since(from).Nanoseconds())/float64(found))
	}
	slices.Sort(times)
	return times[0], times[len(times)/2]
}
