package count

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count/plan"
	"queens/known"
)

// The number of solutions and the evidence depend neither on the member of its orbit
// that is counted for a unit nor on the memory for lists.
func TestPairerImages(t *testing.T) {
	scheme, err := plan.Lookup("parity")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 14 {
		p, err := plan.New(t.Context(), n, scheme)
		if err != nil {
			t.Fatal(err)
		}
		var seen string
		for _, o := range []Options{{}, {Check: true}, {Check: true, Memory: 2}} {
			w, err := newPairer(p.Frame, newParitySource(p.Frame, o), o)
			if err != nil {
				t.Fatal(err)
			}
			var total queens.Total
			var lines strings.Builder
			for i := range p.Subproblems {
				r, err := w.count(t.Context(), &p.Subproblems[i])
				if err != nil {
					t.Fatal(err)
				}
				if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
					t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
				}
				total = total.Plus(r.Total)
				fmt.Fprintln(&lines, r.Total, r.Evidence)
			}
			evidence := lines.String()
			if want, _ := known.Solutions(n); total != want {
				t.Errorf("order %d, %+v: %v solutions, want %v", n, o, total, want)
			}
			if seen == "" {
				seen = evidence
			}
			if evidence != seen {
				t.Errorf("order %d, %+v: evidence\n%swant\n%s", n, o, evidence, seen)
			}
		}
	}
}

// A tile whose context ends has no result.
func TestPairerStops(t *testing.T) {
	scheme, err := plan.Lookup("parity")
	if err != nil {
		t.Fatal(err)
	}
	f, err := plan.NewFrame(20, scheme)
	if err != nil {
		t.Fatal(err)
	}
	sub := &plan.Subproblem{Pieces: plan.Tile{Queens: 5, EvenCount: 252, OddCount: 252}}
	for _, kernel := range parityEngine().kernels() {
		if !kernel.Usable {
			continue
		}
		w, err := newPairer(f, newParitySource(f, Options{}), Options{Kernel: kernel.Kernel})
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []time.Duration{0, 50 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := w.count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel.Kernel, after, r, err)
			}
		}
	}
}
