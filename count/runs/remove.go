package runs

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"queens/count"
	"queens/count/ledger"
	"queens/internal/sys"
)

// The files of a run, as packages ledger and count name them.
const (
	ledgerFile   = "ledger"
	lockFile     = "lock"
	stopFile     = "stop"
	rescuedFiles = "rescued-*.ledger"
)

// HasLedger reports whether the directory is that of a run.
func HasLedger(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ledgerFile))
	return err == nil
}

// RequestStop asks the process that counts the run to stop. It does so soon, keeps
// what it has, and releases the run; if none counts, nothing happens.
func RequestStop(run *ledger.Run) error { return count.RequestStop(filepath.Dir(run.Path)) }

// Remove deletes the files of the run in dir, rescued copies of its ledger, and the directory,
// while it holds the lock that keeps other processes from writing. A count of the same run that
// begins meanwhile makes them anew.
//
// Errors: ledger.ErrLocked for a run that a process is writing.
func Remove(dir string) error {
	path := filepath.Join(dir, lockFile)
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	copies, _ := filepath.Glob(filepath.Join(dir, rescuedFiles))
	for _, path := range append(copies, filepath.Join(dir, stopFile)) {
		_ = os.Remove(path) // seldom there
	}
	err = os.Remove(filepath.Join(dir, ledgerFile))
	if runtime.GOOS == "windows" { // which removes no open file, and so none that another process has locked
		err = errors.Join(err, lock.Unlock())
	}
	if err == nil {
		err = os.Remove(path)
	}
	if runtime.GOOS != "windows" {
		err = errors.Join(err, lock.Unlock())
	}
	if err != nil {
		return err
	}
	err = os.Remove(dir)
	if _, begun := os.Stat(path); err != nil && begun == nil {
		return nil
	}
	return err
}
