package plan

import (
	"math"
	"testing"

	"queens"
	"queens/known"
)

// TestEstimate compares with the board states that a search without pruning visits.
func TestEstimate(t *testing.T) {
	for name, n := range map[string]int{"border": 12, "families": 12, "torus": 13} {
		s := lookup(t, name)
		d, err := NewDraft(t.Context(), n, s)
		if err != nil {
			t.Fatal(err)
		}
		work := d.Work
		var nodes uint64
		for _, f := range s.kind.families(n) {
			b := f.board(n, s.Topology)
			nodes += search(&b).Nodes
		}
		if ratio := work.Float64() / float64(nodes); ratio < 1/1.5 || ratio > 1.5 {
			t.Errorf("%s of order %d: estimated work %v, true work %d", name, n, work, nodes)
		}
		p, err := d.Plan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if p.Work != work { // nothing of order 12 is cut, so the parts are the families
			t.Errorf("%s of order %d: the plan has work %v, the estimate %v", name, n, p.Work, work)
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

func TestTargetOf(t *testing.T) {
	for _, c := range []struct{ total, want float64 }{
		{0, minTarget},
		{minTarget * usualCount, minTarget},
		{1 << 32, 1 << 24},
		{usualTarget * usualCount, usualTarget},
		{usualTarget * maxSubproblems, usualTarget},
		{1 << 60, 1 << 42},
	} {
		total := queens.NewTotal(uint64(c.total))
		if got := targetOf(total).Float64(); got != c.want {
			t.Errorf("work %v is cut at %g, want %g", total, got, c.want)
		}
	}
}

// TestTargetOfJoin cuts more finely where subproblems would be long otherwise, and
// leaves the plans of orders up to 26 as they were. The totals are those of the plans.
func TestTargetOfJoin(t *testing.T) {
	for _, c := range []struct {
		order       int
		total, want uint64
	}{
		{16, 12 * minTarget, minTarget},
		{24, 31329506390015, usualTarget},
		{26, 1744558452125358, 3327481178},
		{27, 14111900163854788, 13458156741},
		{28, 107489988711015330, 102510441504},
	} {
		if got := targetOfJoin(queens.NewTotal(c.total)); got != queens.NewTotal(c.want) {
			t.Errorf("order %d, work %d, is cut at %v, want %d", c.order, c.total, got, c.want)
		}
	}
}

// TestSamples adds up samples to an estimate of Q(10) and of the work, and takes the
// same samples again.
func TestSamples(t *testing.T) {
	const n, samples, seed = 10, 4000, 1
	for _, name := range []string{"border", "families"} {
		var solutions float64
		var first []Sample
		for range 2 {
			d, err := NewDraft(t.Context(), n, lookup(t, name))
			if err != nil {
				t.Fatal(err)
			}
			solutions = 0
			taken := 0
			for sample := range d.Samples(queens.NewTotal(20), seed) {
				solutions += float64(search(&sample.Board).Solutions*sample.Weight) * sample.Inverse / samples
				if taken < 100 && len(first) > taken && (sample.Inverse != first[taken].Inverse || sample.Board.Columns != first[taken].Board.Columns) {
					t.Fatalf("%s: sample %d is another one the second time", name, taken)
				}
				first = append(first, sample)
				if taken++; taken == samples {
					break
				}
			}
		}
		want, _ := known.Solutions(n)
		if ratio := solutions / want.Float64(); math.Abs(ratio-1) > 0.1 {
			t.Errorf("%s, seed %d: %.1f solutions of order %d expected from samples, want %v", name, seed, solutions, n, want)
		}
	}
	none, err := NewDraft(t.Context(), 6, lookup(t, "torus"))
	if err != nil {
		t.Fatal(err)
	}
	for sample := range none.Samples(queens.NewTotal(20), seed) {
		t.Fatalf("a sample of a board without solutions: %v", sample)
	}
}

// TestSlices adds up the slices of every part and stops between two of them.
func TestSlices(t *testing.T) {
	for _, s := range boardSchemes() {
		for n := range 10 {
			for i, f := range s.kind.families(n) {
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
						t.Fatalf("%s of order %d, family %d: %d slices with %d solutions, want %d", s.Name, n, i, slices, got, want)
					}
				}
				for range b.Slices(b.estimate(minDescents), queens.NewTotal(1)) {
					break
				}
			}
		}
	}
}
