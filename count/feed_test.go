package count

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"queens/count/device"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/unit"
	"queens/known"
)

// unitTime is the time of a unit on one simulated core.
const unitTime = time.Millisecond

// falseDevice answers one unit after another, each after a fixed time of the simulated clock. The
// processor compares a unit of each call in the time of compareUnits units.
type falseDevice struct {
	source *kernels.Source
	speed  int           // in cores
	free   chan struct{} // holds a value while no unit is counted
	busy   time.Duration

	last      time.Time     // when it began its last subproblem
	busyUntil time.Duration // that time
}

const compareUnits = 30

func (d *falseDevice) Name() string { return "false:0" }
func (d *falseDevice) Slots() int   { return device.Slots }

func (d *falseDevice) Count(_ context.Context, _, queens int, units []unit.Unit) ([]unit.Result, error) {
	compared := time.After(compareUnits * unitTime)
	for i := range units {
		<-d.free
		if i == 0 {
			d.last, d.busyUntil = time.Now(), d.busy
		}
		time.Sleep(unitTime / time.Duration(d.speed))
		d.busy += unitTime / time.Duration(d.speed)
		d.free <- struct{}{}
	}
	<-compared
	tile := kernels.Tile{Queens: queens, Units: units}
	for _, u := range units {
		tile.Even, tile.Odd = append(tile.Even, u.Even), append(tile.Odd, u.Odd)
	}
	slices.Sort(tile.Even)
	slices.Sort(tile.Odd)
	tile.Even, tile.Odd = slices.Compact(tile.Even), slices.Compact(tile.Odd)
	return kernels.New(plan.Auto, d.source, 1<<28).Count(tile), nil
}

func (d *falseDevice) Time(context.Context, int, int, unit.Unit) (r unit.Result, took time.Duration, err error) {
	panic("a count times no unit")
}

// simulated is a count whose processor takes simulated time.
type simulated struct {
	plan.Count
	unitWork float64

	mu      sync.Mutex // guards the fields below
	working int        // workers of the processor
	most    int        // at the same time
}

func (s *simulated) add(working int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working += working
	s.most = max(s.most, s.working)
}

func (s *simulated) Workers(o plan.CountOptions) func() plan.Worker {
	newWorker := s.Count.Workers(o)
	return func() plan.Worker {
		w := newWorker()
		if _, ok := w.(plan.DeviceWorker); ok {
			return w
		}
		return simulatedWorker{w, s}
	}
}

type simulatedWorker struct {
	plan.Worker
	of *simulated
}

func (w simulatedWorker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	w.of.add(1)
	defer w.of.add(-1)
	time.Sleep(time.Duration(sub.Work.Float64() / w.of.unitWork * float64(unitTime)))
	return w.Worker.Count(ctx, sub)
}

// TestFeed counts with all cores and a device of 1, 2 and 8 times the speed of a core, in simulated
// time: while subproblems are left, the device is busy for nine tenths of it, and one core is free
// for its program. What the processor counts after that depends on the largest subproblem it then
// has.
func TestFeed(t *testing.T) {
	const n, cores = 17, 4
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	units := 0
	for c := range parity.Square.Classes(n) {
		for range c.Units() {
			units++
		}
	}
	want, _ := known.Solutions(n)
	for _, speed := range []int{1, 2, 8} {
		t.Run(fmt.Sprint(speed), func(t *testing.T) {
			p := newPlan(t, n, "parity")
			s := &simulated{Count: p.Count, unitWork: p.Work.Float64() / float64(units)}
			p.Count = s
			synctest.Test(t, func(t *testing.T) {
				d := &falseDevice{
					source: kernels.NewSource(parity.Square.Of(n), shelf.NewStore(1<<28)), speed: speed,
					free: make(chan struct{}, 1),
				}
				d.free <- struct{}{}
				began := time.Now()
				tally, err := Run(t.Context(), p, Options{Devices: []plan.Device{d}})
				took := d.last.Sub(began)
				if err != nil || tally.Total != want {
					t.Fatalf("%v, %v, want %v", tally, err, want)
				}
				if d.busyUntil < took*9/10 {
					t.Errorf("the device is busy for %v of the %v before its last subproblem", d.busyUntil, took)
				}
				if s.most != cores-1 {
					t.Errorf("%d cores count, want %d", s.most, cores-1)
				}
			})
		})
	}
}
