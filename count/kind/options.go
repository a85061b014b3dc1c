package kind

import (
	"runtime"
	"slices"
	"time"

	"queens/count/ledger"
	"queens/internal/sys"
)

// Options say how the subproblems of a count are counted. None of them changes a result.
type Options struct {
	Workers int      // 0: one per processor
	Kernel  string   // name in the table of the kind; empty or "auto": the fastest
	Memory  int64    // bytes; 0: DefaultMemory
	By      []string // ways to count again, all at once
	Devices []Device
}

// DefaultMemory is what a bounded count takes if Options say nothing. Garbage comes on top, unless
// the program limits all its memory.
const (
	DefaultMemory = 2 << 30
	MinMemory     = 64 << 20
)

// Bytes returns how many bytes lists and tables may take.
func (o Options) Bytes() int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	return DefaultMemory
}

// Cores returns the number of workers.
func (o Options) Cores() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Has reports whether subproblems are counted in the way.
func (o Options) Has(way string) bool { return slices.Contains(o.By, way) }

// Device counts subproblems beside the processor, as a graphics card does. What else it can do is a
// matter of the kind, see parity.Device.
type Device interface {
	// Name returns what results name as their kernel and their worker.
	Name() string
	// Slots returns how many subproblems it is given at once.
	Slots() int
}

// WrongError says that the results of a worker are wrong: those that no other worker confirms are
// withdrawn.
type WrongError struct {
	Worker string
	Reason string
}

// Error returns the reason.
func (e *WrongError) Error() string { return "count: " + e.Reason }

// Unwrap returns ledger.ErrMismatch.
func (e *WrongError) Unwrap() error { return ledger.ErrMismatch }

// Stopwatch returns a function that returns the seconds since, by the processor time of this
// process, so that a busy machine does not look like a slow one; by the clock where that is less,
// because some systems count processor time in coarse steps.
func Stopwatch() func() float64 {
	began := time.Now()
	used, err := sys.CPUTime()
	return func() float64 {
		elapsed := time.Since(began)
		now, errNow := sys.CPUTime()
		if cpu := now - used; err == nil && errNow == nil && cpu > 0 {
			elapsed = min(elapsed, cpu)
		}
		return elapsed.Seconds()
	}
}
