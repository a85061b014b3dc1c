package survey

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/count/unit"
	"queens/internal/must"
	"queens/known"
)

func lookup(t testing.TB, name string) plan.Variant {
	t.Helper()
	return must.Get(methods.Find(name))(t)
}

func draft(t testing.TB, n int, method string) *plan.Plan {
	t.Helper()
	return must.Get(plan.NewDraft(t.Context(), n, lookup(t, method)))(t)
}

// listMethods join lists of placements.
var listMethods = []string{"join", "parity"}

// Tests make many estimates.
func TestMain(m *testing.M) {
	referenceOrder = 10
	os.Exit(m.Run())
}

// The band of times grows by the quartiles of the reference, whatever its extremes.
func TestReferenceWidens(t *testing.T) {
	r := must.Get(newReference(t.Context()))(t)
	must.Do(t, r.measure(t.Context()))
	if len(r.seconds) != 2 || r.seconds[0] <= 0 || r.seconds[1] <= 0 {
		t.Fatalf("measured %v", r.seconds)
	}
	for _, test := range []struct {
		seconds []float64
		want    Band
	}{
		{[]float64{2, 1, 30, 4, 2}, Band{Mean: 10, Low: 8, High: 24}},
		{[]float64{1, 3}, Band{Mean: 10, Low: 4, High: 18}},
		{[]float64{5}, Band{Mean: 10, Low: 8, High: 12}},
	} {
		r.seconds = test.seconds
		if b := r.widen(Band{Mean: 10, Low: 8, High: 12}); b != test.want {
			t.Errorf("times %v: %+v, want %+v", test.seconds, b, test.want)
		}
	}
	if r.clock.mean <= 0 {
		t.Error("no clock")
	}
	if (Band{Mean: 1, High: 5}).IsUseful() || !(Band{Mean: 1, Low: 0.5, High: 5}).IsUseful() {
		t.Error("a band that begins at nothing tells something, or another one nothing")
	}
}

// The half width of a band is the standard error times a quantile of Student's distribution for
// nine tenths, here from a table.
func TestBandIsStudents(t *testing.T) {
	for degrees, quantile := range map[int]float64{
		1: 6.314, 2: 2.920, 3: 2.353, 5: 2.015, 7: 1.895, 10: 1.812, 29: 1.699, 120: 1.658,
	} {
		var m moments
		for i := range degrees + 1 {
			m.add(float64(i % 2))
		}
		var square float64
		for i := range degrees + 1 {
			square += (float64(i%2) - m.mean) * (float64(i%2) - m.mean)
		}
		want := quantile * math.Sqrt(square/float64(degrees)/float64(degrees+1))
		if half := m.band().High - m.mean; math.Abs(half/want-1) > 0.05 {
			t.Errorf("%d degrees of freedom: half width %g, want %g", degrees, half, want)
		}
	}
}

// The band from 30 samples contains the known value in about nine of ten. The seeds are fixed; of
// 200, 180 are expected with a deviation of 4.
func TestEstimate(t *testing.T) {
	for _, test := range []struct {
		method             string
		n                  int
		want               func(n int) (queens.Total, bool)
		seeds, least, most int
	}{
		{"search", 12, known.Solutions, 200, 164, 196},
		{"search-border", 11, known.Solutions, 40, 29, 40},
		{"symmetric-half-turn", 18, known.S180, 20, 13, 20},
		{"parity", 12, known.Solutions, 50, 38, 50},
	} {
		want, _ := test.want(test.n)
		if inside := bandHolds(t, test.method, test.n, want, test.seeds); inside < test.least || inside > test.most {
			t.Errorf("%s, n = %d: the band held the known value in %d of %d estimates, want %d to %d", test.method,
				test.n, inside, test.seeds, test.least, test.most)
		}
	}
	f, err := Estimate(t.Context(), draft(t, 12, "torus"), count.Options{}, time.Second, 1)
	if err != nil || f.Solutions.Mean != 0 || f.Samples != 0 {
		t.Errorf("torus of order 12: %+v, error %v; want nothing to sample", f, err)
	}
}

// The band contains the known value about nine times in ten; TestLongBands is stricter.
func TestListEstimates(t *testing.T) {
	for _, method := range listMethods {
		orders := []int{13}
		if slices.ContainsFunc(lookup(t, method).Method.Info().Kernels, func(p plan.Processor) bool {
			return p.Usable && p.Needs != ""
		}) {
			orders = []int{13, 17} // larger ones: TestLongBands
		}
		const seeds = 20
		for _, n := range orders {
			want, _ := known.Solutions(n)
			// 12 of 20 or fewer would have probability below 0.001.
			if inside := bandHolds(t, method, n, want, seeds); inside < 13 {
				t.Errorf("%s, order %d: the band held the known value in %d of %d estimates", method, n, inside, seeds)
			}
		}
	}
}

// bandHolds returns for how many seeds, from 1, the band from 30 samples contains the known number.
func bandHolds(t *testing.T, method string, n int, want queens.Total, seeds int) (inside int) {
	t.Helper()
	d := draft(t, n, method)
	for seed := range uint64(seeds) {
		f := must.Get(Estimate(t.Context(), d, count.Options{}, time.Nanosecond, seed+1))(t)
		if b := f.Solutions; b.Low <= want.Float64() && want.Float64() <= b.High {
			inside++
		}
	}
	return inside
}

// Bands of nine tenths contain the known value for at least 80 of 100 fixed seeds, and above order
// 22, where estimates take seconds, for most of a few.
func TestLongBands(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
	for _, test := range []struct{ n, seeds, want int }{
		{18, 100, 80},
		{19, 100, 80},
		{20, 100, 80},
		{21, 100, 80},
		{22, 100, 80},
		{23, 10, 7},
		{24, 5, 3},
		{25, 3, 2},
		{26, 3, 2},
		{27, 2, 1},
	} {
		for _, method := range listMethods {
			if lookup(t, method).Accepts(test.n) != nil {
				continue
			}
			known, _ := known.Solutions(test.n)
			inside := bandHolds(t, method, test.n, known, test.seeds)
			t.Logf("%s, order %d: the band held the known value for %d of %d seeds", method, test.n, inside, test.seeds)
			if inside < test.want {
				t.Errorf("%s, order %d: the band held the known value for %d of %d seeds, want %d", method, test.n,
					inside, test.seeds, test.want)
			}
		}
	}
}

// processorDevice is a device that is the processor.
type processorDevice struct {
	units atomic.Int64
	spoil func(r *unit.Result) // changes its answer
}

func (d *processorDevice) Name() string { return "a:0" }
func (d *processorDevice) Slots() int   { return 2 }

func (d *processorDevice) Count(_ context.Context, order, queens int,
	units []unit.Unit,
) (list []unit.Result, err error) {
	class := parity.Square.New(order, queens)
	for _, u := range units {
		d.units.Add(1)
		r := ladder.Labels(class, u, new(atomic.Bool))
		if d.spoil != nil {
			d.spoil(&r)
		}
		list = append(list, r)
	}
	return list, nil
}

func (d *processorDevice) Time(ctx context.Context, order, queens int,
	u unit.Unit,
) (unit.Result, time.Duration, error) {
	list, err := d.Count(ctx, order, queens, []unit.Unit{u})
	if err != nil {
		return unit.Result{}, 0, err
	}
	return list[0], time.Millisecond, nil
}

// TestEstimateOnDevice compares the number of solutions with the known one, and detects a wrong
// device.
func TestEstimateOnDevice(t *testing.T) {
	d := draft(t, 14, "parity")
	device := &processorDevice{}
	f, err := Estimate(t.Context(), d, count.Options{Workers: 3, Devices: []plan.Device{device}}, time.Millisecond, 1)
	want, _ := known.Solutions(14)
	if err != nil || f.Workers != 1 || f.Samples < minSamples || int64(f.Samples) != device.units.Load() ||
		f.Solutions.Mean < want.Float64()/2 || f.Solutions.Mean > 2*want.Float64() {
		t.Errorf("%+v, %v, %d units", f, err, device.units.Load())
	}
	device.spoil = func(r *unit.Result) { r.Low++ }
	if f, err := Estimate(t.Context(), d, count.Options{Devices: []plan.Device{device}}, time.Millisecond,
		1); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestWorkerCost compares the time of one worker with those of several.
func TestWorkerCost(t *testing.T) {
	for workers, want := range map[int]bool{1: false, 3: true} {
		f, err := Estimate(t.Context(), draft(t, 14, "search"), count.Options{Workers: workers}, time.Millisecond, 1)
		if err != nil || f.WorkerCost >= 1 != want {
			t.Errorf("%d workers: %+v, %v", workers, f, err)
		}
	}
	f := Forecast{Seconds: Band{8, 4, 16}, Workers: 4, WorkerCost: 1.5}
	if got, want := f.Elapsed(), (Band{3, 1.5, 6}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestElapsedBeyondDurations has 1,000 years of work, more than a time.Duration holds.
func TestElapsedBeyondDurations(t *testing.T) {
	const year = 365.25 * 86400
	if got := (Forecast{Seconds: Band{Mean: 2000 * year}, Workers: 2}).Elapsed().Mean; math.Abs(got/year-1000) > 1 {
		t.Errorf("%g years, want 1000", got/year)
	}
}

// A result of a family that is no multiple of its weight is an error.
func TestByFamilyChecks(t *testing.T) {
	variant := must.Get(methods.Find("search-border"))(t)
	p := must.Get(plan.New(t.Context(), 7, variant))(t)
	families := p.Count.(*search.Count).Families()
	each := make([]queens.Total, len(p.Subproblems))
	each[0] = queens.NewTotal(families[0].Weight + 1)
	if got, err := byFamily(p, families, each); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("a total that is no multiple of its weight: %v, %v", got, err)
	}
}

// An error of one solution anywhere in the matrix must be detected.
func TestDistributionChecks(t *testing.T) {
	const n = 7
	right := must.Get(Squares(t.Context(), n, false, count.Options{}))(t)
	fill := func(matrix bool, wrong int) *Distribution {
		a := &Distribution{Order: n, FirstQueen: make([]queens.Total, n), Kernel: right.Kernel}
		for range n {
			if matrix {
				a.Squares = append(a.Squares, make([]queens.Total, n))
			}
		}
		for i, orbit := range a.orbits() {
			found := right.Squares[orbit[0].Row][orbit[0].Col]
			if i == wrong {
				found = found.Add(1)
			}
			a.set(orbit, found)
		}
		return a
	}
	must.Do(t, right.Recheck(t.Context(), count.Options{}))
	for i, orbit := range right.orbits() {
		for _, matrix := range []bool{false, true} {
			if !matrix && i >= (n+1)/2 {
				continue // not on the border
			}
			a := fill(matrix, i)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at %v, matrix %t: %v", orbit[0], matrix, err)
			}
			if err := a.Recheck(t.Context(), count.Options{}); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("verify one more at %v, matrix %t: %v", orbit[0], matrix, err)
			}
		}
	}
	for row := range n { // an asymmetric matrix
		for col := range n {
			a := fill(true, -1)
			wrong := &a.Squares[row][col]
			*wrong = wrong.Add(1)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at row %d, column %d: %v", row+1, col+1, err)
			}
			// the column, or the row, adds up
			for _, other := range []*queens.Total{&a.Squares[(row+1)%n][col], &a.Squares[row][(col+1)%n]} {
				*other = other.Minus(queens.NewTotal(1))
				if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
					t.Errorf("one solution of a neighbour at row %d, column %d: %v", row+1, col+1, err)
				}
				*other = other.Add(1)
			}
		}
	}
}

// First queens are the first part of squares, which continue with their results.
func TestFirstQueenIsAPartOfSquares(t *testing.T) {
	const runs = 5
	for _, method := range []string{"search", "parity"} {
		o := count.Options{State: t.TempDir(), KeepAll: true, Method: method}
		first := must.Get(Squares(t.Context(), 9, true, o))(t)
		var resumed int
		o.Progress = func(p count.Progress) {
			if p.Final && p.Resumed > 0 {
				resumed++
			}
		}
		all, err := Squares(t.Context(), 9, false, o)
		if err != nil || !slices.Equal(all.FirstQueen, first.FirstQueen) || resumed != runs || all.Method != method {
			t.Errorf("%v, error %v, resumed %d times; want %v by %s", all, err, resumed, first.FirstQueen, method)
		}
	}
}
