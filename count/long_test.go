package count_test

import (
	"fmt"
	"os"
	"testing"

	"queens/count"
	"queens/known"
)

// long skips a test that is of the long suite, scripts/long, unless that runs.
func long(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
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
				checkTotal(t, "Q", tally.Total, known.Solutions, r.n)
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
					checkTotal(t, "Q", tally.Total, known.Solutions, n)
				})
			}
		}
	}
}
