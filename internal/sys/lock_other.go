//go:build !linux && !darwin && !freebsd && !windows

package sys

import "os"

func lockFile(*os.File, bool) error { return unsupported("lock a file") }

func unlockFile(*os.File) error { return unsupported("unlock a file") }
