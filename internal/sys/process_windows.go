package sys

import (
	"fmt"
	"time"

	"golang.org/x/sys/windows"
)

// CPUTime returns the processor time this process has used so far, all threads
// together, in user and kernel mode. Windows counts it in ticks of about 15 ms.
func CPUTime() (time.Duration, error) {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user); err != nil {
		return 0, fmt.Errorf("sys: processor time: %w", err)
	}
	return span(kernel) + span(user), nil
}

// span returns a Filetime that holds a duration, in units of 100 ns. Its own
// method Nanoseconds is for dates: it subtracts the years from 1601 to 1970.
func span(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}

// LowerPriority makes this process give way to others, for good: nice 10 on Unix,
// the class "below normal" on Windows.
func LowerPriority() error {
	if err := windows.SetPriorityClass(windows.CurrentProcess(), windows.BELOW_NORMAL_PRIORITY_CLASS); err != nil {
		return fmt.Errorf("sys: lower priority: %w", err)
	}
	return nil
}
