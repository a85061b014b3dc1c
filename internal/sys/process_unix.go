//go:build linux || darwin || freebsd

package sys

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the processor time this process has used so far, all threads
// together, in user and system mode. The resolution is that of getrusage, some
// microseconds.
func CPUTime() (time.Duration, error) {
	var use unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &use); err != nil {
		return 0, fmt.Errorf("sys: processor time: %w", err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()), nil
}

// lowNice is the nice value of a process that asked for a lower priority: an
// interactive program gets about ten times its share.
const lowNice = 10

// lowerThread lowers the priority of the process or thread with the given
// number, unless it stands lower already.
func lowerThread(id int) error {
	if err := unix.Setpriority(unix.PRIO_PROCESS, id, lowNice); err != nil {
		return fmt.Errorf("sys: lower priority: %w", err)
	}
	return nil
}
