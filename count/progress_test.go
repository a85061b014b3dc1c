package count

import (
	"math/rand/v2"
	"testing"
	"time"

	"queens/count/plan"
)

// progressOf returns the progress of a run of one worker whose results so far are
// given, with as much work left as rest.
func progressOf(work []plan.Work, took []float64, rest plan.Work) Progress {
	var p Progress
	var elapsed float64
	for i, w := range work {
		p.Done = p.Done.Plus(w)
		p.pace.add(w.Float64(), took[i])
		elapsed += took[i]
	}
	p.Total = p.Done.Plus(rest)
	p.Elapsed = seconds(elapsed)
	return p
}

func workOf(x uint64) plan.Work { return plan.Work{}.Add(x) }

// TestBandOfEvenPace has subproblems whose time is exactly proportional to their
// work: then nothing is uncertain.
func TestBandOfEvenPace(t *testing.T) {
	var work []plan.Work
	var took []float64
	for i := range 40 {
		work = append(work, workOf(uint64(1000+i)))
		took = append(took, float64(1000+i)/1000)
	}
	p := progressOf(work, took, workOf(20_000))
	low, high, ok := p.Band()
	const slack = 10 * time.Millisecond
	if want := 20 * time.Second; !ok || low < want-slack || high > want+slack {
		t.Errorf("band %v to %v, %v; want 20 s", low, high, ok)
	}
	if _, _, ok := progressOf(work[:5], took[:5], workOf(20_000)).Band(); ok {
		t.Error("a band from five results")
	}
}

// TestBandHoldsNineOfTen draws runs at random, a part of which is done, and asks
// how often the rest takes a time within the band. Of 400 runs 360 are expected,
// with a deviation of 6.
func TestBandHoldsNineOfTen(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const runs, done, left = 400, 60, 40
	held := 0
	for range runs {
		var work []plan.Work
		var took []float64
		var rest plan.Work
		var want float64
		for i := range done + left {
			w := 500 + random.Uint64N(1000)
			time := float64(w) / 1000 * (0.5 + random.Float64())
			if i < done {
				work, took = append(work, workOf(w)), append(took, time)
			} else {
				rest, want = rest.Add(w), want+time
			}
		}
		low, high, ok := progressOf(work, took, rest).Band()
		if !ok {
			t.Fatal("no band")
		}
		if want >= low.Seconds() && want <= high.Seconds() {
			held++
		}
	}
	if held < 330 || held > 390 {
		t.Errorf("the band holds %d times of %d, want about 360", held, runs)
	}
}
