package sys

import (
	"errors"
	"os"
	"path/filepath"
)

// ErrSyncDir says that a directory could not be forced to the disk.
var ErrSyncDir = errors.New("sync directory")

// MkdirAll is os.MkdirAll, and forces the entries of the directories that it makes
// to the disk.
func MkdirAll(path string, perm os.FileMode) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := MkdirAll(parent, perm); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(path, perm); err != nil {
		return err
	}
	return SyncDir(parent)
}
