package sys

import (
	"fmt"
	"os"
	"strconv"
)

// LowerPriority makes this process give way to others, for good: nice 10 on Unix,
// the class "below normal" on Windows.
//
// On Linux the priority belongs to the thread and new threads inherit it from
// the one that creates them, so every thread is lowered, again and again until a
// pass meets none that was not.
func LowerPriority() error {
	lowered := map[int]bool{}
	for {
		entries, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("sys: lower priority: %w", err)
		}
		before := len(lowered)
		for _, entry := range entries {
			id, err := strconv.Atoi(entry.Name())
			if err != nil || lowered[id] {
				continue
			}
			lowered[id] = true
			if err := lowerThread(id); err != nil && stillRuns(id) {
				return err
			}
		}
		if len(lowered) == before {
			return nil
		}
	}
}

func stillRuns(id int) bool {
	_, err := os.Stat("/proc/self/task/" + strconv.Itoa(id))
	return err == nil
}
