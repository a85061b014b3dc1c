package join

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"queens/count/kind"
	"queens/internal/kernel/halves"
	"queens/known"
)

// The parts of a set add up to the set, and probes have its solutions as their
// expectation: the mean of 300 is within five standard errors.
func TestProbe(t *testing.T) {
	const seed = 5
	for _, n := range []int{14, 15} {
		c, plan := newPlan(t, n)
		sets := c.sampleSets(plan, 4, seed)
		random := rand.New(rand.NewPCG(seed, seed))
		for _, most := range []int{300, minList} { // lists in slices, and whole
			j, err := newJoiner(c, halves.NewSource(n, Ranks(n/2), 1<<26), kind.Options{}, budget{list: most})
			if err != nil {
				t.Fatal(err)
			}
			for i := range sets {
				sub := &sets[i].subproblem
				whole, err := j.Count(t.Context(), sub)
				if err != nil {
					t.Fatal(err)
				}
				want := whole.Total.Float64()
				if got := allParts(j, sub); got != want {
					t.Errorf("order %d, set %v: the parts have %v solutions, want %v", n, sub.Pieces, got, want)
				}
				var sum, squares float64
				for range 300 {
					s, err := j.probe(t.Context(), sub, random)
					if err != nil || s.Seconds <= 0 {
						t.Fatalf("%v, error %v", s, err)
					}
					sum += s.Solutions
					squares += s.Solutions * s.Solutions
				}
				mean := sum / 300
				deviation := math.Sqrt(max(0, squares/300-mean*mean) / 300) // standard error of the mean
				if math.Abs(mean-want) > 5*deviation+want*1e-9 {
					t.Errorf("order %d, set %v: probes have a mean of %.1f solutions with a standard error of %.1f, want %.0f", n, sub.Pieces, mean, deviation, want)
				}
			}
		}
	}
}

// allParts returns the solutions of a subproblem by its parts.
func allParts(j *joiner, sub *kind.Subproblem) (total float64) {
	cut := j.lister.Central(probeCuts)
	run := sub.Pieces.(Sets)
	for set, weight := range j.of.ColumnSets(run) {
		for _, term := range j.lister.Terms(families[run.Family], set) {
			for part := range uint64(1) << probeCuts {
				pairs, _ := j.probePart(&term, cut, spread(part, cut))
				total += float64(pairs) * float64(term.Factor) * float64(weight)
			}
		}
	}
	return total
}

// Lists that fit are made once; those of which every part by one diagonal, or by
// two, fits, twice and four times.
func TestProbePasses(t *testing.T) {
	j := &joiner{lister: halves.NewLister(halves.NewSource(8, Ranks(4), 1<<20), 0)}
	spectrum := make([]uint64, 1<<probeCuts) // every key has another set of diagonals
	for i := range spectrum {
		spectrum[i] = 1
	}
	for most, want := range map[int]int{16: 1, 15: 2, 8: 2, 7: 4, 1: 16, 0: 16} {
		if j.most = most; j.passes(spectrum) != want {
			t.Errorf("lists of %d keys: made %d times, want %d", most, j.passes(spectrum), want)
		}
	}
}

// Samples by probes alone add up to the known value, about: the mean of 600 is within five standard
// errors.
func TestSamplesByProbes(t *testing.T) {
	usual := probeFrom
	defer func() { probeFrom = usual }()
	probeFrom = kind.Work{}
	const n, samples = 13, 600
	want, _ := known.Solutions(n)
	c, plan := newPlan(t, n)
	list, err := c.Samples(t.Context(), func(context.Context) ([]kind.Subproblem, error) { return plan, nil },
		kind.Options{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var sum, squares float64
	taken := 0
	for s, err := range list {
		if err != nil || !s.Part {
			t.Fatalf("%+v, error %v", s, err)
		}
		sum += s.Solutions
		squares += s.Solutions * s.Solutions
		if taken++; taken == samples {
			break
		}
	}
	mean := sum / samples
	if deviation := math.Sqrt((squares/samples - mean*mean) / samples); math.Abs(mean-want.Float64()) > 5*deviation {
		t.Errorf("a mean of %.1f solutions with a standard error of %.1f, want %v", mean, deviation, want)
	}
}
