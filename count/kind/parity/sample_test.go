package parity

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/count/kind"
	"queens/known"
)

// Each tile is drawn as often as its share of the time says, and what samples stand for adds up to
// all tiles. The first of them are from different stretches of the plan.
func TestDraw(t *testing.T) {
	const seeds = 20
	for _, n := range []int{12, 16} {
		c, plan := newGroupPlan(t, n)
		sum := 0.0
		for seed := range uint64(seeds) {
			list := draw(plan, c.weigher(), rand.New(rand.NewPCG(seed, 1)))
			for _, d := range list {
				sum += d.inverse / seeds / drawnTiles
			}
			for first := 1; first <= drawnTiles; first *= 2 {
				places := map[int]bool{}
				for _, d := range list[:first] {
					places[d.place*first/drawnTiles] = true
				}
				if len(places) != first {
					t.Fatalf("order %d, seed %d: the first %d samples are from %d stretches", n,
						seed, first, len(places))
				}
			}
		}
		if want := float64(len(plan)); math.Abs(sum/want-1) > 0.05 {
			t.Errorf("order %d: samples stand for %.1f tiles, want about %.0f", n, sum, want)
		}
	}
}

// Samples of tiles of groups, of runs and by the reference have the known number of solutions in
// the mean.
func TestSamples(t *testing.T) {
	const n, samples = 12, 3000
	groups, groupPlan := newGroupPlan(t, n)
	runs, runPlan := newPlan(t, n)
	for _, test := range []struct {
		of   *Count
		plan []kind.Subproblem
		o    kind.Options
	}{{groups, groupPlan, kind.Options{}}, {runs, runPlan, kind.Options{}}, {
		groups, groupPlan, kind.Options{Kernel: kind.Reference},
	}} {
		sum, number := 0.0, 0
		for seed := uint64(1); number < samples; seed++ {
			plan := func(context.Context) ([]kind.Subproblem, error) { return test.plan, nil }
			list, err := test.of.Samples(t.Context(), plan, test.o, seed)
			if err != nil {
				t.Fatal(err)
			}
			for s, err := range list {
				if err != nil || s.Seconds < 0 || !s.Placed {
					t.Fatalf("%+v, %v", s, err)
				}
				sum += s.Solutions
				number++
			}
		}
		q, _ := known.Solutions(n)
		if mean := sum / float64(number) / q.Float64(); mean < 0.95 || mean > 1.05 {
			t.Errorf("%d tiles, %+v: %.3f of the known solutions in the mean of %d samples",
				len(test.plan), test.o, mean, number)
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

// The estimated tests of two orders more grow as times do that were measured: 31 to 44 times.
func TestTests(t *testing.T) {
	for n, want := range map[int]float64{24: 29, 26: 49, 28: 44} {
		got := begin(n).Tests(t.Context()) / begin(n-2).Tests(t.Context())
		t.Logf("order %d: %.1f times as many tests as two orders before", n, got)
		if got < want/2 || got > want*2 {
			t.Errorf("order %d: %.1f times as many tests as two orders before, measured %.0f", n, got, want)
		}
	}
}
