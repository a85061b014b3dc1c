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
	"queens/internal/kernel/halves"
	"queens/known"
)

// The number of solutions depends neither on which half plays which role nor on how
// many keys a list may have at once.
func TestJoinerRolesAndSlices(t *testing.T) {
	scheme, err := plan.Lookup("join")
	if err != nil {
		t.Fatal(err)
	}
	for n, rooms := range map[int][]int{9: {1, 3, 1 << 16}, 12: {100, 1 << 16}} {
		p, err := plan.New(t.Context(), n, scheme)
		if err != nil {
			t.Fatal(err)
		}
		var seen string
		for _, by := range [][]string{nil, {byHalves}} {
			for _, most := range rooms {
				source := halves.NewSource(n, plan.Ranks(n/2), 1<<20)
				j, err := newJoiner(p.Frame, source, Options{By: by}, budget{list: most})
				if err != nil {
					t.Fatal(err)
				}
				var total queens.Total
				var text strings.Builder
				for i := range p.Subproblems {
					r, err := j.count(t.Context(), &p.Subproblems[i])
					if err != nil {
						t.Fatal(err)
					}
					if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
						t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
					}
					total = total.Plus(r.Total)
					fmt.Fprintln(&text, r.Total, r.Evidence)
				}
				if want, _ := known.Solutions(n); total != want {
					t.Errorf("order %d, by %q, lists of %d keys: %v solutions, want %v", n, by, most, total, want)
				}
				evidence := text.String()
				if seen == "" {
					seen = evidence
				}
				if evidence != seen {
					t.Errorf("order %d, by %q, lists of %d keys: evidence\n%swant\n%s", n, by, most, evidence, seen)
				}
			}
		}
	}
}

// A subproblem of order 28 takes minutes, on any kernel. One whose context ends
// leaves it, before it begins and while it lists and counts, without a result.
func TestJoinerStops(t *testing.T) {
	scheme, err := plan.Lookup("join")
	if err != nil {
		t.Fatal(err)
	}
	f, err := plan.NewFrame(28, scheme)
	if err != nil {
		t.Fatal(err)
	}
	sub := &plan.Subproblem{Pieces: plan.Sets{First: 0b00101010101010<<14 | 0b10101010101011, Count: 1000}}
	source := halves.NewSource(f.Order, plan.Ranks(f.Order/2), 1<<28)
	for _, kernel := range joinEngine().kernels() {
		if !kernel.Usable {
			continue
		}
		o := Options{Kernel: kernel.Kernel, Workers: 1, Memory: minMemory}
		j, err := newJoiner(f, source, o, budgetOf(o))
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []time.Duration{0, 100 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := j.count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel.Kernel, after, r, err)
			}
		}
	}
}
