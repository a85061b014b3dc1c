package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"queens/internal/sys"
)

// private is a temporary directory of one process. The system releases its lock when the process
// dies, however it dies.
type private struct {
	path string
	lock *sys.Lock // nil where files there cannot be locked
}

// newPrivate makes a private directory in parent, which is the system's if it is empty, and removes
// those of dead processes.
func newPrivate(parent, prefix string) (private, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	removeDead(parent, prefix)
	for {
		path, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return private{}, fmt.Errorf("batch: %w", err)
		}
		lock, err := sys.LockFile(filepath.Join(path, lockName))
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, sys.ErrLocked): // another process takes it for dead
			_ = os.RemoveAll(path)
			continue
		case err != nil:
			_ = os.Remove(filepath.Join(path, lockName)) // it proves nothing
		}
		return private{path, lock}, nil
	}
}

const lockName = "lock"

// removeDead removes directories whose lock no process holds. What another user keeps stays.
func removeDead(parent, prefix string) {
	locks, _ := filepath.Glob(filepath.Join(parent, prefix+"*", lockName)) // at worst they stay
	for _, path := range locks {
		if holder, err := sys.Locked(path); err == nil && holder == nil {
			_ = os.RemoveAll(filepath.Dir(path))
		}
	}
}

func (p private) remove() error {
	if p.lock == nil {
		return os.RemoveAll(p.path)
	}
	err := os.RemoveAll(p.path)
	_ = p.lock.Unlock()
	if err != nil { // a file that is open may stay
		err = os.RemoveAll(p.path)
	}
	return err
}
