//go:build !linux && !darwin && !freebsd && !windows

package sys

// FreeSpace is not offered here: the error is errors.ErrUnsupported.
func FreeSpace(string) (uint64, error) { return 0, unsupported("free space") }

// SyncDir does nothing here.
func SyncDir(string) error { return nil }
