package count

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/sys"
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
	p.Elapsed = time.Duration(elapsed * float64(time.Second))
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
	const slack = 0.01
	if want := 20.0; !ok || low < want-slack || high > want+slack {
		t.Errorf("band %g to %g, %v; want 20 s", low, high, ok)
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
		if want >= low && want <= high {
			held++
		}
	}
	if held < 330 || held > 390 {
		t.Errorf("the band holds %d times of %d, want about 360", held, runs)
	}
}

// TestTimesBeyondDurations has work for 1,000 years, more than a time.Duration holds.
func TestTimesBeyondDurations(t *testing.T) {
	const year = 365.25 * 86400
	work, took := slices.Repeat([]plan.Work{workOf(1000)}, 40), slices.Repeat([]float64{year / 1000}, 40)
	p := progressOf(work, took, workOf(1e9))
	rest, _ := p.Remaining()
	low, high, _ := p.Band()
	for _, got := range []float64{rest, low, high} {
		if math.Abs(got/year-1000) > 1 {
			t.Errorf("%g years, want 1000", got/year)
		}
	}
}

// A session writes into the ledger what it cost, once, and a later one that counts nothing does
// not.
func TestCostIsKept(t *testing.T) {
	if _, unsupported := sys.CPUTime(); unsupported != nil {
		t.Skip(unsupported)
	}
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{State: t.TempDir(), KeepAll: true}
	for range 2 {
		tally, err := Run(t.Context(), 12, scheme, o)
		if err != nil {
			t.Fatal(err)
		}
		run, err := ledger.Read(t.Context(), tally.Ledger)
		if err != nil {
			t.Fatal(err)
		}
		if spent := run.Tally.Spent; spent.Results != 1 || spent.Processor <= 0 {
			t.Errorf("spent %+v, want the cost of one result", spent)
		}
	}
	o.State, o.Unmetered = t.TempDir(), true
	tally, err := Run(t.Context(), 12, scheme, o)
	if err != nil {
		t.Fatal(err)
	}
	if run, err := ledger.Read(t.Context(), tally.Ledger); err != nil || run.Tally.Spent != (ledger.Cost{}) {
		t.Errorf("a process with other work: spent %+v, %v; want no record", run.Tally.Spent, err)
	}
}

// Symmetric solutions, which Solve counts first, are not mixed into the progress of all.
func TestProgressIsThatOfOneRun(t *testing.T) {
	schemes := map[string]bool{}
	o := Options{Progress: func(p Progress) { schemes[p.Scheme] = true }}
	if _, err := Solve(t.Context(), Question{Order: 12, Of: Classes}, o); err != nil {
		t.Fatal(err)
	}
	if len(schemes) != 1 || !schemes["families"] {
		t.Errorf("progress of %v, want that of all solutions alone", schemes)
	}
}
