//go:build !linux && !darwin && !freebsd && !windows

package sys

import (
	"os"
	"syscall"
	"time"
)

// FreeSpace returns errors.ErrUnsupported.
func FreeSpace(string) (uint64, error) { return 0, unsupported("free space") }

// SyncDir does nothing.
func SyncDir(string) error { return nil }

func lockFile(*os.File, bool) error { return unsupported("lock a file") }

func unlockFile(*os.File) error { return unsupported("unlock a file") }

// CPUTime returns errors.ErrUnsupported.
func CPUTime() (time.Duration, error) { return 0, unsupported("processor time") }

func localLocks(*os.File) string { return "" }

const openNonblock = 0

// Detached does nothing.
func Detached() *syscall.SysProcAttr { return nil }
