package sys

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// bindThread binds the calling thread to the last processor that it may run on; the first ones tend
// to serve interrupts. bound is false where nothing was bound. The caller must have called
// runtime.LockOSThread and must not unlock.
func bindThread() (cpu int, bound bool) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return 0, false
	}
	for cpu = 1023; cpu > 0 && !set.IsSet(cpu); { // a set has 1,024 bits
		cpu--
	}
	set.Zero()
	set.Set(cpu)
	return cpu, unix.SchedSetaffinity(0, &set) == nil
}

// ThreadTime returns the processor time the calling thread has used so far, in
// nanoseconds. The caller has called runtime.LockOSThread, or it says little.
//
// Errors: errors.ErrUnsupported outside Linux.
func ThreadTime() (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0, fmt.Errorf("sys: processor time of a thread: %w", err)
	}
	return time.Duration(t.Nano()), nil
}
