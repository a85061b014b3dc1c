//go:build darwin || freebsd

package sys

import (
	"os"

	"golang.org/x/sys/unix"
)

// localLocks returns the kind of file system on which f is if a lock on f may bind the processes of
// this machine alone, as on every file system that is not local; empty otherwise.
func localLocks(f *os.File) string {
	var system unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &system) != nil || system.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(system.Fstypename[:])
}

// LowerPriority makes this process give way to others, for good: nice 10 on Unix,
// the class "below normal" on Windows.
func LowerPriority() error { return lowerThread(0) }
