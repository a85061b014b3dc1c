package count

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"queens/count/unit"

	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// processorDevice is a device that is the processor.
type processorDevice struct {
	name  string
	units atomic.Int64
	slots int                                // 0: 2
	fails int64                              // after this many units; 0: never
	spoil func(number int64, r *unit.Result) // changes its answer
}

func (d *processorDevice) Name() string { return d.name }
func (d *processorDevice) Slots() int   { return cmp.Or(d.slots, 2) }

func (d *processorDevice) Count(_ context.Context, order, queens int, units []unit.Unit) ([]unit.Result, error) {
	class := parity.Square.New(order, queens)
	var list []unit.Result
	for _, u := range units {
		number := d.units.Add(1)
		if d.fails > 0 && number > d.fails {
			return nil, errors.New("no power")
		}
		r := ladder.Labels(class, u, new(atomic.Bool))
		r.Tests++ // tests may differ
		if d.spoil != nil {
			d.spoil(number, &r)
		}
		list = append(list, r)
	}
	return list, nil
}

func (d *processorDevice) Time(ctx context.Context, order, queens int, u unit.Unit) (unit.Result, time.Duration,
	error,
) {
	list, err := d.Count(ctx, order, queens, []unit.Unit{u})
	if err != nil {
		return unit.Result{}, 0, err
	}
	return list[0], time.Millisecond, nil
}

// TestDevices counts with one device and with two, which may fail midway: the value is always the
// known one, with the results of workers, and devices are named.
func TestDevices(t *testing.T) {
	const n = 14
	want, _ := known.Solutions(n)
	for _, tc := range []struct {
		name    string
		devices []plan.Device
		alone   bool
		kernels string
	}{
		{"one", []plan.Device{&processorDevice{name: "a:0"}}, true, "a:0"},
		{"two", []plan.Device{&processorDevice{name: "a:0"}, &processorDevice{name: "a:1"}}, false, ""},
		{"fails", []plan.Device{&processorDevice{name: "a:0", fails: 20}}, true, ""},
		{"never works", []plan.Device{&processorDevice{name: "a:0", fails: -1}}, true, plan.Auto},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := tc.devices[0].(*processorDevice); d.fails < 0 {
				d.fails = 1
				d.units.Store(1)
			}
			p := newPlan(t, n, "parity")
			tally, err := Run(t.Context(), p, Options{Workers: 1, Devices: tc.devices, DevicesAlone: tc.alone})
			if err != nil || tally.Total != want {
				t.Fatalf("%v, %v, want %v", tally, err, want)
			}
			if tc.kernels == "a:0" && tally.Kernel != tc.kernels || tc.kernels == plan.Auto &&
				strings.Contains(tally.Kernel, "a:0") {
				t.Errorf("kernel %q", tally.Kernel)
			}
		})
	}
}

// TestDeviceBegins has a device that counts alone, one subproblem at a time, and stops the count at
// its first unit: nothing that does not suit it is counted before.
func TestDeviceBegins(t *testing.T) {
	p := newPlan(t, 20, "parity")
	ctx, stop := context.WithCancel(t.Context())
	device := &processorDevice{name: "a:0", slots: 1, spoil: func(int64, *unit.Result) { stop() }}
	o := Options{Devices: []plan.Device{device}, DevicesAlone: true}
	newWorker := must.Get((&run{plan: p, options: o}).workers())(t)
	worker := newWorker().(plan.DeviceWorker)
	first := func(suits bool) int {
		return slices.IndexFunc(p.Subproblems, func(sub plan.Subproblem) bool { return worker.Suits(&sub) == suits })
	}
	chosen := []int{first(false), first(true)}
	o.Only = func(i int) bool { return slices.Contains(chosen, i) }
	tally, err := Run(ctx, p, o)
	if !errors.Is(err, context.Canceled) || tally.Done != 0 || device.units.Load() == 0 {
		t.Errorf("%+v, %v, %d units of the device", tally, err, device.units.Load())
	}
}

// TestDeviceResults compares the results of a device with those of a worker.
func TestDeviceResults(t *testing.T) {
	p := newPlan(t, 13, "parity")
	usual := resultsOf(t, p, Options{})
	device := &processorDevice{name: "a:0"}
	for i, got := range resultsOf(t, p, Options{Devices: []plan.Device{device}, DevicesAlone: true}) {
		if what, _, _ := got.Differs(usual[i]); what != "" || got.Kernel != "a:0" || got.Worker != "a:0" {
			t.Errorf("subproblem %d: %+v, want %+v", i+1, got, usual[i])
		}
	}
}

// TestWrongDevice has a device that is wrong from some unit on: the count ends, and its earlier
// results are withdrawn, so that the same count without it is correct.
func TestWrongDevice(t *testing.T) {
	const n = 14
	want, _ := known.Solutions(n)
	p := newPlan(t, n, "parity")
	state := t.TempDir()
	wrong := &processorDevice{name: "a:0", spoil: func(number int64, r *unit.Result) {
		if number > 3 {
			r.Pairs[0]++
		}
	}}
	o := Options{Workers: 1, State: state, KeepAll: true, Devices: []plan.Device{wrong}, DevicesAlone: true}
	tally, err := Run(t.Context(), p, o)
	if !errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(),
		"device a:0 and the processor count unit ") {
		t.Fatalf("%v, %v", tally, err)
	}
	for r, err := range must.Get(ledger.Read(t.Context(), ledger.Dir(state, p.RunName())))(t).Chronicle() {
		if err != nil || r.Worker == wrong.name {
			t.Errorf("result %+v, %v is kept", r, err)
		}
	}
	tally, err = Run(t.Context(), p, Options{Workers: 1, State: state, KeepAll: true})
	if err != nil || tally.Total != want {
		t.Errorf("%v, %v, want %v", tally, err, want)
	}
}

// A worker that proved wrong loses all results that no other worker confirms.
func TestWithdrawOfConfirmed(t *testing.T) {
	p := newPlan(t, 14, "search")
	if len(p.Subproblems) != 4 {
		t.Fatalf("%d subproblems, want 4", len(p.Subproblems))
	}
	o := Options{State: t.TempDir(), KeepAll: true, Program: "test"}
	r := must.Get(open(t.Context(), p, o))(t)
	honest := resultsOf(t, p, Options{Kernel: "scalar", Worker: "honest"})
	liar := resultsOf(t, p, Options{Kernel: "scalar", Worker: "liar"})
	for _, result := range []ledger.Result{liar[0], liar[1], honest[1], honest[2], liar[2], liar[3]} {
		must.Do(t, r.accept(result))
	}
	wrong := &plan.WrongError{Worker: "liar", Reason: "a test"}
	if withdrawn, err := r.withdraw(t.Context(), wrong); err != nil || withdrawn != 2 {
		t.Errorf("%d withdrawn, %v; want what no other worker has found", withdrawn, err)
	}
	must.Do(t, r.ledger.Close())
	r = must.Get(open(t.Context(), p, o))(t)
	if tally := r.tally(); tally.Done != 2 || tally.Total != honest[1].Total.Plus(honest[2].Total) {
		t.Errorf("%+v, want the results of subproblems 2 and 3", tally)
	}
	tally, err := r.complete(t.Context())
	if want, _ := known.Solutions(14); err != nil || tally.Total != want {
		t.Errorf("%+v, %v, want %v", tally, err, want)
	}
}

func TestDeviceOfOtherMethods(t *testing.T) {
	d := &processorDevice{name: "a:0"}
	want, _ := known.Solutions(10)
	tally, err := Run(t.Context(), newPlan(t, 10, "search"), Options{Workers: 1, Devices: []plan.Device{d}})
	if err != nil || tally.Total != want || d.units.Load() != 0 {
		t.Errorf("%v, %v, %d units, want %v", tally, err, d.units.Load(), want)
	}
}
