package sys

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"

	"queens/internal/errs"
)

// FreeSpace returns the bytes that the user may still write to the volume of path.
func FreeSpace(path string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, errs.Errorf("free space of %q: %w", path, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, errs.Errorf("free space of %q: %w", path, err)
	}
	return free, nil
}

// SyncDir does nothing on Windows: NTFS journals directories, and syncing a file syncs its entry.
func SyncDir(string) error { return nil }

// The locked range is one byte far beyond the text: Windows locks are mandatory, and other
// processes must be able to read the holder.
const lockOffsetHigh = 0x4000_0000

func lockRange() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: lockOffsetHigh} }

// lockFile takes an exclusive or shared lock on f without waiting. It ends with the process.
func lockFile(f *os.File, exclusive bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, lockRange())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrLocked
	}
	return err
}

func unlockFile(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockRange())
}

// CPUTime returns the processor time that all threads of this process have used so far, in user and
// kernel mode, in ticks of about 15 ms.
func CPUTime() (time.Duration, error) {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user); err != nil {
		return 0, errs.Errorf("processor time: %w", err)
	}
	return span(kernel) + span(user), nil
}

// span converts a duration from units of 100 ns. Filetime.Nanoseconds is for dates: it subtracts
// the years from 1601 to 1970.
func span(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}

// localLocks returns nothing: the server of a network drive holds the locks.
func localLocks(*os.File) string { return "" }

const openNonblock = 0

// Detached does nothing.
func Detached() *syscall.SysProcAttr { return nil }
