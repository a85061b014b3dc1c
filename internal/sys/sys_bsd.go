//go:build darwin || freebsd

package sys

import (
	"os"

	"golang.org/x/sys/unix"
)

// localLocks returns the name of the file system of f unless it is local, because a lock on f may
// then bind only the processes of this machine; empty otherwise.
func localLocks(f *os.File) string {
	var system unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &system) != nil || system.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(system.Fstypename[:])
}
