//go:build linux || darwin || freebsd

package sys

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// FreeSpace returns the bytes that an ordinary user may still write to the file
// system of the file or directory at path.
func FreeSpace(path string) (uint64, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil {
		return 0, fmt.Errorf("sys: free space of %q: %w", path, err)
	}
	blocks := int64(fs.Bavail) // signed on FreeBSD: below 0 when root eats its reserve
	return uint64(max(blocks, 0)) * uint64(fs.Bsize), nil
}

// SyncDir forces the entries of the directory at path to the disk, so that a file
// created or renamed in it survives a loss of power. File systems that cannot
// sync a directory are taken at their word. On Windows it does nothing: there the
// file's own sync is enough.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if errors.Is(err, os.ErrPermission) { // it may be written and not read
		return nil
	}
	if err != nil {
		return fmt.Errorf("sys: %w: %w", ErrSyncDir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return fmt.Errorf("sys: %w: %w", ErrSyncDir, err)
	}
	return nil
}

// lockFile takes an exclusive or shared lock on f without waiting. The lock
// belongs to the open file, so it ends when the last process that has it is gone;
// os.OpenFile sets close-on-exec, so no child keeps it.
func lockFile(f *os.File, exclusive bool) error {
	how := unix.LOCK_SH
	if exclusive {
		how = unix.LOCK_EX
	}
	err := flock(f, how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

func unlockFile(f *os.File) error { return flock(f, unix.LOCK_UN) }

// flock is the system call, again if a signal interrupts it.
func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

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

// openNonblock keeps os.OpenFile from waiting for the other end of a pipe.
const openNonblock = unix.O_NONBLOCK

// Detached has a command outlive the terminal of this process.
func Detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
