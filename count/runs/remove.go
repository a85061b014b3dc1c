package runs

import (
	"errors"
	"os"
	"path/filepath"

	"queens/count"
	"queens/count/ledger"
	"queens/internal/sys"
)

// The files of a run, as packages ledger and count name them.
const (
	ledgerFile = "ledger"
	lockFile   = "lock"
	stopFile   = "stop"
)

// HasLedger reports whether the directory is that of a run.
func HasLedger(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ledgerFile))
	return err == nil
}

// RequestStop asks the process that counts the run to stop. It does so soon, keeps
// what it has, and releases the run; if none counts, nothing happens.
func RequestStop(run *ledger.Run) error { return count.RequestStop(filepath.Dir(run.Path)) }

// Remove deletes the files of the run in dir and its directory, while it holds
// the lock that keeps other processes from writing.
//
// Errors: ledger.ErrLocked for a run that a process is writing.
func Remove(dir string) error {
	path := filepath.Join(dir, lockFile)
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dir, stopFile)) // seldom there
	err = os.Remove(filepath.Join(dir, ledgerFile))
	removed := err == nil && os.Remove(path) == nil // Windows removes no open file
	err = errors.Join(err, lock.Unlock())
	if err == nil && !removed {
		err = os.Remove(path)
	}
	if err != nil {
		return err
	}
	return os.Remove(dir)
}
