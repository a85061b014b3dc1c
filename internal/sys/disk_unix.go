//go:build linux || darwin || freebsd

package sys

import (
	"errors"
	"fmt"
	"os"

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
