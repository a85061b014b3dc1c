package count_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"queens/count"
	"queens/known"
)

// long skips a test that is of the long suite, scripts/long, unless that runs.
func long(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
}

// bandHolds returns for how many of so many seeds, from 1, the band of an estimate
// from 30 samples holds the known number of solutions.
func bandHolds(t *testing.T, scheme string, n, seeds int) (inside int) {
	t.Helper()
	want, _ := known.Solutions(n)
	d := draft(t, n, scheme)
	for seed := range uint64(seeds) {
		f, err := count.Estimate(t.Context(), d, count.Options{}, time.Nanosecond, seed+1)
		if err != nil {
			t.Fatal(err)
		}
		if b := f.Solutions; b.Low <= want.Float64() && want.Float64() <= b.High {
			inside++
		}
	}
	return inside
}

// Bands of nine tenths hold the known value for 80 of 100 fixed seeds at least, and
// above order 22, where estimates take seconds, for most of a few.
func TestLongBands(t *testing.T) {
	long(t)
	for _, test := range []struct{ n, seeds, want int }{
		{18, 100, 80},
		{19, 100, 80},
		{20, 100, 80},
		{21, 100, 80},
		{22, 100, 80},
		{23, 10, 7},
		{24, 5, 3},
		{25, 3, 2},
		{26, 3, 2},
		{27, 2, 1},
	} {
		for _, scheme := range listSchemes {
			if lookup(t, scheme).Accepts(test.n) != nil {
				continue
			}
			inside := bandHolds(t, scheme, test.n, test.seeds)
			t.Logf("%s, order %d: the band held the known value for %d of %d seeds", scheme, test.n, inside, test.seeds)
			if inside < test.want {
				t.Errorf("%s, order %d: the band held the known value for %d of %d seeds, want %d", scheme, test.n, inside, test.seeds, test.want)
			}
		}
	}
}

// Every kernel but the reference counts Q(18), Q(19) and Q(20) by the join and by parity
// classes.
func TestLongLists(t *testing.T) {
	long(t)
	for _, scheme := range listSchemes {
		type run struct {
			n      int
			kernel string
		}
		var runs []run
		for _, kernel := range listKernels(t, scheme) {
			for n := 18; n <= 20 && kernel != "generic"; n++ {
				runs = append(runs, run{n, kernel})
			}
		}
		for _, r := range runs {
			t.Run(fmt.Sprintf("%s/kernel=%s/n=%d", scheme, r.kernel, r.n), func(t *testing.T) {
				tally, err := count.Run(t.Context(), r.n, lookup(t, scheme), count.Options{Kernel: r.kernel})
				if err != nil {
					t.Fatal(err)
				}
				checkTotal(t, "Q", &tally.Total, known.Solutions, r.n)
			})
		}
	}
}

// Every kernel of the search counts by families and by border constellations.
func TestLongSearch(t *testing.T) {
	long(t)
	for scheme, last := range map[string]int{"families": 16, "border": 14} {
		for _, p := range lookup(t, scheme).Kind.Facts().Kernels {
			if !p.Usable {
				continue
			}
			for n := lookup(t, scheme).MinOrder; n <= last; n++ {
				t.Run(fmt.Sprintf("%s/kernel=%s/n=%d", scheme, p.Kernel, n), func(t *testing.T) {
					tally, err := count.Run(t.Context(), n, lookup(t, scheme), count.Options{Kernel: p.Kernel})
					if err != nil {
						t.Fatal(err)
					}
					checkTotal(t, "Q", &tally.Total, known.Solutions, n)
				})
			}
		}
	}
}
