package methods

import (
	"encoding/binary"
	"errors"
	"testing"

	"queens"
	"queens/count/plan"
	"queens/internal/must"
)

func TestParseShare(t *testing.T) {
	for _, text := range []string{"1/1", "3/8", "1048576/1048576"} {
		if s, err := plan.ParseShare(text); err != nil || s.String() != text {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{
		"", "3", "/", "3/", "/8", "0/8", "9/8", "-1/8", "1/0", "1/1048577", "1/8/2",
		"a/b", "99999999999999999999/8",
	} {
		if s, err := plan.ParseShare(text); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v, %v, want ErrFormat", text, s, err)
		}
	}
}

// The shares of every variant have each subproblem once, in order, and none exceeds its part of the
// work by more than one subproblem.
func TestShares(t *testing.T) {
	for _, s := range Variants() {
		for n := max(s.MinOrder, 10); n <= min(s.MaxOrder, 14); n++ {
			if s.Accepts(n) != nil {
				continue
			}
			p := must.Get(plan.New(t.Context(), n, s))(t)
			var largest plan.Work
			for i := range p.Subproblems {
				if w := p.Subproblems[i].Work; w.Compare(largest) > 0 {
					largest = w
				}
			}
			for _, of := range []int{1, 2, 3, 8, len(p.Subproblems) + 1, 5000} {
				bounds := p.Shares(of)
				if len(bounds) != of+1 || bounds[0] != 0 || bounds[of] != len(p.Subproblems) {
					t.Fatalf("%s of order %d in %d shares: bounds from %d to %d", s.Name, n, of, bounds[0],
						bounds[len(bounds)-1])
				}
				most := p.Work.Plus(largest.Times(uint64(of)))
				for share := range of {
					var work plan.Work
					if bounds[share] > bounds[share+1] {
						t.Fatalf("%s of order %d: share %d/%d is from %d to %d", s.Name, n, share+1, of,
							bounds[share], bounds[share+1])
					}
					for _, sub := range p.Subproblems[bounds[share]:bounds[share+1]] {
						work = work.Plus(sub.Work)
					}
					if work.Times(uint64(of)).Compare(most) > 0 {
						t.Errorf("%s of order %d: share %d/%d has work %v of %v", s.Name, n, share+1, of, work, p.Work)
					}
				}
			}
		}
	}
}

// The classes of orders 20 and 22 have their measured parts of the time, to a fifth. No share ends
// in a row of the table that is not measured.
func TestWeights(t *testing.T) {
	for n, parts := range map[int]map[int]float64{
		20: {3: 0.223, 4: 0.478, 5: 0.247},
		22: {3: 0.154, 4: 0.414, 5: 0.422},
	} {
		p := must.Get(plan.New(t.Context(), n, lookup(t, "parity")))(t)
		weights, sum, largest := map[int]float64{}, 0.0, 0.0
		for i := range p.Subproblems {
			w := p.Count.Weigh(&p.Subproblems[i]).Float64()
			class, _ := binary.Uvarint(p.Subproblems[i].Pieces.AppendTo(nil)) // its first number
			weights[int(class)] += w
			sum, largest = sum+w, max(largest, w)
		}
		for class, part := range parts {
			if got := weights[class] / sum; got < 0.8*part || got > 1.2*part {
				t.Errorf("order %d: class %d has the part %.3f of the weight, and took %.3f of the time", n, class, got,
					part)
			}
		}
		bounds := p.Shares(12)
		for share := range 12 {
			w := 0.0
			for i := bounds[share]; i < bounds[share+1]; i++ {
				w += p.Count.Weigh(&p.Subproblems[i]).Float64()
			}
			if w < sum/12-largest || w > sum/12+largest || largest > 0.03*sum { // shares end between subproblems
				t.Errorf("order %d: share %d/12 has the weight %.3f of its part", n, share+1, w/sum*12)
			}
		}
	}
}
