package design_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"queens"
	"queens/math/design"
)

// hits counts the slots in which pattern p, this much later and on this much higher channels, uses
// the channel of q.
func hits(p, q queens.Perm, late, higher int) (hits int) {
	n := len(p)
	for slot := range n {
		if (p[(slot+n-late)%n]+higher)%n == q[slot] {
			hits++
		}
	}
	return hits
}

func mostHits(p, q queens.Perm) (most int) {
	for late := range p {
		for higher := range p {
			most = max(most, hits(p, q, late, higher))
		}
	}
	return most
}

// TestHops counts hits by the definition: one of two patterns, for every shift, and one of a
// pattern with a carrier that is fixed or sweeps.
func TestHops(t *testing.T) {
	for n, patterns := range map[int]int{5: 2, 7: 4, 11: 8, 13: 10, 25: 2, 35: 2, 49: 4} {
		h, err := design.NewHops(n)
		if err != nil || h.Order != n || len(h.Patterns) != patterns || len(h.Slopes) != patterns {
			t.Fatalf("%d channels: %+v, %v, want %d patterns", n, h, err, patterns)
		}
		for i, p := range h.Patterns {
			for _, q := range h.Patterns[:i] {
				for late := range n {
					for higher := range n {
						if got := hits(p, q, late, higher); got != 1 {
							t.Fatalf("%v and %v, shifted by %d and %d: %d hits", p, q, late, higher, got)
						}
					}
				}
			}
			for _, sweep := range []int{0, 1, n - 1} {
				for from := range n {
					met := 0
					for slot, channel := range p {
						if channel == (from+sweep*slot)%n {
							met++
						}
					}
					if met != 1 {
						t.Fatalf("a carrier from %d that moves by %d meets %v %d times", from, sweep, p, met)
					}
				}
			}
		}
	}
	for _, n := range []int{-5, 0, 1, 4, 6, 9, 15, design.MaxHops + 4} {
		if _, err := design.NewHops(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%d channels: %v", n, err)
		}
	}
}

func TestHits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(9)
		p, q := queens.Perm(random.Perm(n)), queens.Perm(random.Perm(n))
		if got, want := design.Hits(p, q), mostHits(p, q); got != want || design.Hits(p, p) != n {
			t.Fatalf("%v and %v: %d hits, want %d", p, q, got, want)
		}
	}
}
