package parity

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/count/rowset"
)

// Each unit is drawn as often as its share of the tests says, and what samples stand for
// adds up to all units and to all of their weights.
func TestSampleUnits(t *testing.T) {
	const seeds, samples = 20, 256
	for _, n := range []int{12, 13} {
		c := begin(n)
		var number, weights float64
		for _, class := range c.classes() {
			for _, weight := range class.Units() {
				number++
				weights += float64(weight)
			}
		}
		tests := c.Tests(t.Context())
		for _, shares := range []map[int]float64{nil, {2: 3e9, 3: 1e9}} {
			var sums [3]float64
			drawn := map[int]int{}
			for seed := range uint64(seeds) {
				list := c.sampleUnits(t.Context(), samples, seed, shares)
				for i, s := range list {
					sums[0] += s.Inverse / seeds / samples
					sums[1] += s.Inverse * float64(s.Weight) / seeds / samples
					sums[2] += s.Usual / seeds / samples
					drawn[s.Queens]++
					if shares == nil && math.Abs(s.Tests*s.Inverse/tests-1) > 1e-6 {
						t.Fatalf("order %d, seed %d: sample %d has %g tests of %g and stands for %g", n, seed, i,
							s.Tests, tests, s.Inverse)
					}
				}
				for first := 1; first <= samples; first *= 2 { // from different stretches
					places := map[int]bool{}
					for _, s := range list[:first] {
						places[s.Place*first/samples] = true
					}
					if len(places) != first {
						t.Fatalf("order %d, seed %d: the first %d samples are from %d stretches", n, seed, first,
							len(places))
					}
				}
			}
			if shares != nil {
				if math.Abs(float64(drawn[2])/float64(3*drawn[3])-1) > 0.01 || drawn[2]+drawn[3] != seeds*samples {
					t.Errorf("order %d: samples by class %v, want shares %v", n, drawn, shares)
				}
				continue // other classes have next to no samples
			}
			for i, want := range []float64{number, weights, number} {
				if math.Abs(sums[i]/want-1) > 0.05 {
					t.Errorf("order %d: sum %d of what samples stand for is %.1f, want about %.1f", n, i, sums[i],
						want)
				}
			}
		}
	}
}

// Every place has the same chance to be the first of the spread.
func TestSpreadEvenly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	list := []int{0, 1, 2, 3, 4, 5, 6, 7}
	var first [8]int
	const rounds = 8000
	for range rounds {
		spread := spreadEvenly(list, random)
		first[spread[0]]++
		slices.Sort(spread)
		if !slices.Equal(spread, list) {
			t.Fatalf("%v are not all", spread)
		}
	}
	for i, number := range first { // a thousand expected, with a deviation of 30
		if number < 850 || number > 1150 {
			t.Errorf("%d comes first in %d of %d rounds", i, number, rounds)
		}
	}
}

// The estimated tests grow by about the factor that was counted at large orders, 6 for each, odd
// ones less.
func TestTests(t *testing.T) {
	last := 0.0
	for n := 17; n <= 21; n++ {
		c := begin(n)
		tests := c.Tests(t.Context())
		if growth := tests / last; last > 0 && (growth < 3 || growth > 9) {
			t.Errorf("order %d has %.3g times the tests of the one before", n, growth)
		}
		last = tests
	}
}

// Nobody goes through the units of an order when nobody waits for them any more.
func TestSampleUnitsEndsWithItsContext(t *testing.T) {
	c := begin(20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seen := 0
	c.eachUnit(ctx, func(int, int, rowset.Unit, uint64) { seen++ })
	if list := c.sampleUnits(ctx, 8, 1, nil); list != nil || seen == 0 || seen > 1<<13 {
		t.Errorf("%d samples, %d units seen after the end", len(list), seen)
	}
}
