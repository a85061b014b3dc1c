package count

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"queens/count/plan"
	"queens/internal/kernel/halves"
	"queens/known"
)

// The parts of a set add up to the set, and probes have its solutions as their
// expectation: the mean of 300 is within five standard errors.
func TestProbe(t *testing.T) {
	scheme, err := plan.Lookup("join")
	if err != nil {
		t.Fatal(err)
	}
	const seed = 5
	for _, n := range []int{14, 15} {
		p, err := plan.New(t.Context(), n, scheme)
		if err != nil {
			t.Fatal(err)
		}
		sets := p.SampleSets(4, seed)
		random := rand.New(rand.NewPCG(seed, seed))
		for _, most := range []int{300, minList} { // lists in slices, and whole
			j, err := newJoiner(p.Frame, halves.NewSource(n, plan.Ranks(n/2), 1<<26), Options{}, budget{list: most})
			if err != nil {
				t.Fatal(err)
			}
			for i := range sets {
				sub := &sets[i].Subproblem
				whole, err := j.count(t.Context(), sub)
				if err != nil {
					t.Fatal(err)
				}
				want := whole.Total.Float64()
				if got := allParts(j, sub); got != want {
					t.Errorf("order %d, set %v: the parts have %v solutions, want %v", n, sub.Pieces, got, want)
				}
				var probes moments
				for range 300 {
					s, err := j.probe(t.Context(), sub, random)
					if err != nil || s.seconds <= 0 {
						t.Fatalf("%v, error %v", s, err)
					}
					probes.add(s.solutions)
				}
				deviation := math.Sqrt(probes.square) / float64(probes.count) // standard error of the mean
				if math.Abs(probes.mean-want) > 5*deviation+want*1e-9 {
					t.Errorf("order %d, set %v: probes have a mean of %.1f solutions with a standard error of %.1f, want %.0f", n, sub.Pieces, probes.mean, deviation, want)
				}
			}
		}
	}
}

// allParts returns the solutions of a subproblem by its parts.
func allParts(j *joiner, sub *plan.Subproblem) (total float64) {
	cut := j.lister.Central(probeCuts)
	run := sub.Pieces.(plan.Sets)
	for set, weight := range j.frame.ColumnSets(run) {
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
	j := &joiner{lister: halves.NewLister(halves.NewSource(8, plan.Ranks(4), 1<<20), "portable", 0)}
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

// An estimate by probes alone is as good as its band says.
func TestEstimateByProbes(t *testing.T) {
	scheme, err := plan.Lookup("join")
	if err != nil {
		t.Fatal(err)
	}
	usual := probeFrom
	defer func() { probeFrom = usual }()
	probeFrom = plan.Work{}
	const n, seeds = 13, 20
	want, _ := known.Solutions(n)
	draft, err := plan.NewDraft(t.Context(), n, scheme)
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for seed := range uint64(seeds) {
		f, err := Estimate(t.Context(), draft, Options{}, time.Nanosecond, seed)
		if err != nil {
			t.Fatal(err)
		}
		if f.Solutions.Low <= want.Float64() && want.Float64() <= f.Solutions.High {
			inside++
		}
	}
	// A band of nine tenths; 12 of 20 or fewer would have probability below 0.001.
	if inside < 13 {
		t.Errorf("the band held the known value in %d of %d estimates", inside, seeds)
	}
}
