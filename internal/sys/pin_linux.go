package sys

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// maxCPUs is the number of processors a unix.CPUSet has room for.
const maxCPUs = 1024

// CPUs returns the numbers of the processors the calling thread may run on, in
// increasing order. In a container or under taskset they are not all of the
// machine, and need not start at 0.
//
// Errors: errors.ErrUnsupported outside Linux.
func CPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("sys: processors of this thread: %w", err)
	}
	var cpus []int
	for cpu := range maxCPUs {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// PinThread binds the calling thread to the processor of the given number, one of
// CPUs. The caller must have called runtime.LockOSThread and must not unlock: the
// thread, which then ends with its goroutine, would carry the binding to others.
//
// Errors: errors.ErrUnsupported outside Linux, where nothing is bound; what the
// kernel says for a number that is not in CPUs.
func PinThread(cpu int) error {
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("sys: bind thread to processor %d: %w", cpu, err)
	}
	return nil
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
