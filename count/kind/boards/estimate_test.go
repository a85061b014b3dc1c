package boards

import (
	"math"
	"testing"

	"queens"
	"queens/known"
)

// TestEstimate compares with the board states that a search without pruning visits.
func TestEstimate(t *testing.T) {
	for name, n := range map[string]int{"border": 12, "families": 12} {
		s := lookup(name)
		p := newPlan(t, n, s, nil)
		work, err := p.Count.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var nodes uint64
		for _, f := range begin(n, s).Families() {
			b := f.board(n, s.Topology)
			nodes += search(&b).Nodes
		}
		if ratio := work.Float64() / float64(nodes); ratio < 1/1.5 || ratio > 1.5 {
			t.Errorf("%s of order %d: estimated work %v, true work %d", name, n, work, nodes)
		}
		if p.work != work { // nothing of order 12 is cut, so the parts are the families
			t.Errorf("%s of order %d: the plan has work %v, the estimate %v", name, n, p.work, work)
		}
	}
}

// TestGenerator compares with the first numbers of SplitMix64 for seed 0 as its
// reference implementation prints them.
func TestGenerator(t *testing.T) {
	var g generator
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := g.next(); got != want {
			t.Fatalf("got %#x, want %#x", got, want)
		}
	}
	counts := [7]int{}
	for range 70000 {
		counts[g.below(len(counts))]++
	}
	for k, count := range counts {
		if count < 9500 || count > 10500 { // five standard deviations
			t.Errorf("%d of 70000 numbers below 7 are %d", count, k)
		}
	}
}

// TestSamples adds up samples to an estimate of Q(10) and of the work, and takes the
// same samples again.
func TestSamples(t *testing.T) {
	const n, samples, seed = 10, 4000, 1
	for _, name := range []string{"border", "families"} {
		var solutions float64
		var first []sample
		for range 2 {
			c := newPlan(t, n, lookup(name), nil).Count
			solutions = 0
			taken := 0
			for s := range c.sample(queens.NewTotal(20), seed) {
				solutions += float64(search(&s.Board).Solutions*s.Weight) * s.Inverse / samples
				if taken < 100 && len(first) > taken && (s.Inverse != first[taken].Inverse ||
					s.Board.Columns != first[taken].Board.Columns) {
					t.Fatalf("%s: sample %d is another one the second time", name, taken)
				}
				first = append(first, s)
				if taken++; taken == samples {
					break
				}
			}
		}
		want, _ := known.Solutions(n)
		if ratio := solutions / want.Float64(); math.Abs(ratio-1) > 0.1 {
			t.Errorf("%s, seed %d: %.1f solutions of order %d expected from samples, want %v", name, seed,
				solutions, n, want)
		}
	}
}

// TestSlices adds up the slices of every part and stops between two of them.
func TestSlices(t *testing.T) {
	for _, s := range schemes() {
		for n := range 10 {
			for i, f := range begin(n, s).Families() {
				b := f.board(n, s.Topology)
				want := search(&b).Solutions
				for _, most := range []uint64{1, 10, 100, 1 << 40} {
					var got uint64
					slices := 0
					for slice := range b.Slices(b.estimate(maxDescents), queens.NewTotal(most)) {
						got += search(&slice).Solutions
						slices++
					}
					if got != want || most == 1<<40 && slices != 1 {
						t.Fatalf("%s of order %d, family %d: %d slices with %d solutions, want %d", s.Name, n, i,
							slices, got, want)
					}
				}
				for range b.Slices(b.estimate(minDescents), queens.NewTotal(1)) {
					break
				}
			}
		}
	}
}
