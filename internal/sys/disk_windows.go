package sys

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// FreeSpace returns the bytes that the user may still write to the volume of the
// directory at path.
func FreeSpace(path string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, fmt.Errorf("sys: free space of %q: %w", path, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("sys: free space of %q: %w", path, err)
	}
	return free, nil
}

// SyncDir does nothing on Windows: NTFS logs its directories, and the sync of a
// file is enough for its entry.
func SyncDir(string) error { return nil }
