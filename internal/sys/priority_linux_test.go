package sys

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// checkPriority returns an error if some thread of this process is not lowered.
// The system call returns 20 minus the nice value.
func checkPriority() error {
	entries, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		id, _ := strconv.Atoi(entry.Name())
		if got, err := unix.Getpriority(unix.PRIO_PROCESS, id); err != nil || 20-got < lowNice {
			return fmt.Errorf("thread %d of %d: nice %d, %v, want %d", id, len(entries), 20-got, err, lowNice)
		}
	}
	return nil
}
