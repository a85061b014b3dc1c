//go:build linux || darwin || freebsd

package sys

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"queens/internal/errs"
)

// FreeSpace returns the bytes that an ordinary user may still write to the file system of path.
func FreeSpace(path string) (uint64, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil {
		return 0, errs.Errorf("free space of %q: %w", path, err)
	}
	blocks := int64(fs.Bavail) // signed on FreeBSD: negative when root uses its reserve
	return uint64(max(blocks, 0)) * uint64(fs.Bsize), nil
}

// SyncDir forces the entries of the directory at path to disk, so that a file created or renamed in
// it survives a power failure. It ignores file systems that cannot sync a directory.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if errors.Is(err, os.ErrPermission) { // it may be writable but not readable
		return nil
	}
	if err != nil {
		return errs.Errorf("%w: %w", ErrSyncDir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return errs.Errorf("%w: %w", ErrSyncDir, err)
	}
	return nil
}

// lockFile takes an exclusive or shared lock on f without waiting. The lock belongs to the open
// file and ends with the last process that has it open. os.OpenFile sets close-on-exec, so no child
// inherits it.
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

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// CPUTime returns the processor time that all threads of this process have used so far, in user and
// system mode, with the resolution of getrusage, some microseconds.
func CPUTime() (time.Duration, error) {
	var use unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &use); err != nil {
		return 0, errs.Errorf("processor time: %w", err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()), nil
}

// openNonblock keeps os.OpenFile from waiting for the other end of a pipe.
const openNonblock = unix.O_NONBLOCK

// Detached makes a command outlive the terminal of this process.
func Detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
