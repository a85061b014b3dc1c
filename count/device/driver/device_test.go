package driver

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"queens/count/device"
	"queens/count/device/dense"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/internal/must"
)

// plenty has room for all lists of the orders tested.
const plenty = 1 << 28

func compareUnits(t *testing.T, d dense.Device, n int) {
	t.Helper()
	source := dense.NewSource(parity.Square.Of(n), shelf.NewStore(plenty))
	for c := range parity.Square.Classes(n) {
		for u := range c.Units() {
			want := ladder.Labels(c, u, new(atomic.Bool))
			got, err := source.Count(d, c.Queens, u, new(atomic.Bool))
			if want.Tests = got.Tests; err != nil || got != want {
				t.Fatalf("order %d, class %d, unit %+v: %+v, %v, want %+v", n, c.Queens, u, got, err, want)
			}
		}
	}
}

// compareLong compares units with pairs of seven queens and of six, which need four tables.
func compareLong(t *testing.T, d dense.Device) {
	t.Helper()
	source := dense.NewSource(parity.Square.Of(17), shelf.NewStore(plenty))
	c := parity.Square.New(17, 7)
	units := []parity.Unit{{Even: 22, Odd: 25}, {Even: 31, Odd: 27}}
	if testing.Short() {
		units = units[:1]
	}
	for _, u := range units {
		want := ladder.Labels(c, u, new(atomic.Bool))
		got, err := source.Count(d, 7, u, new(atomic.Bool))
		if want.Tests = got.Tests; err != nil || got != want || got.Pairs[0] == 0 {
			t.Fatalf("unit %+v: %+v, %v, want %+v", u, got, err, want)
		}
	}
}

// processor returns a stream of an OpenCL driver for the processor, such as PoCL.
func processor(t *testing.T) *Stream {
	t.Helper()
	must.Find(t, "pocl-opencl-icd")
	for _, r := range Routes() {
		for _, d := range r.Devices {
			if d.Processor {
				info, list, err := Open(d.Name, 1)
				if err != nil || info != d {
					t.Fatalf("%+v, %v, want %+v", info, err, d)
				}
				t.Cleanup(list[0].Close)
				return list[0]
			}
		}
	}
	t.Skip("no driver of OpenCL for the processor is installed (Debian: pocl-opencl-icd)")
	return nil
}

func TestRealOpenCL(t *testing.T) {
	s := processor(t)
	watched := &watchedMachine{machine: s.machine}
	s.machine = watched
	for n := 0; n <= 14; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) { compareUnits(t, s, n) })
	}
	compareLong(t, s)
	s.items = 96
	compareUnits(t, s, 9)
	s.room = 1 << 14 // forces lists to be dropped
	compareUnits(t, s, 9)
	if watched.launches[pairsKernel] == 0 || watched.launches[productsKernel] == 0 {
		t.Errorf("launches: %v", watched.launches)
	}
}

type watchedMachine struct {
	machine
	launches map[string]int
}

func (m *watchedMachine) run(kernel string, groups [2]int, items, local int, arguments ...any) error {
	if m.launches == nil {
		m.launches = map[string]int{}
	}
	m.launches[kernel]++
	return m.machine.run(kernel, groups, items, local, arguments...)
}

// TestMissing checks that each missing device gives one sentence.
func TestMissing(t *testing.T) {
	for _, name := range []string{"cuda:99", "opencl:99", "abacus", "", "abacus:0"} {
		if d, list, err := Open(name, 1); !errors.Is(err, device.ErrNone) || d != (device.Info{}) || list != nil ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", name, d, err)
		}
	}
	usual := openCLLibraries
	defer func() { openCLLibraries = usual }()
	openCLLibraries = []string{"libNoSuchThing.so.7"}
	if _, err := listOpenCL(); err == nil || err.Error() != "there is no library of OpenCL "+
		"(libNoSuchThing.so.7)" {
		t.Errorf("error %v", err)
	}
	openCLLibraries = []string{"libc.so.6"}
	if _, err := listOpenCL(); err == nil {
		t.Error("any library is taken for that of OpenCL")
	}
}
