package sys

import (
	"os"
	"path/filepath"
)

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
