// Package runs manages the runs of a machine: the counts whose ledgers are in a state directory,
// whichever program started them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to continue it,
// StopHolder and Remove end it. A Manager counts in this process: it starts, pauses, resumes and
// stops counts, reports their progress to subscribers, and records which ones the next Manager of
// the state directory should continue. Command line and server share the directories: each can see,
// stop and resume the other's runs.
//
// Packages count and ledger define what a count is and how it is saved.
package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names returns the names of the runs under a state directory, sorted, without reading their
// ledgers. A missing directory has none.
func Names(root string) ([]string, error) {
	entries, err := os.ReadDir(ledger.Dir(root, ""))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// UnknownError says that a name matches no run, or several.
type UnknownError struct {
	Name    string
	Root    string
	Fitting []string // runs that begin with Name; several, or none
	Names   []string // all runs
}

// Error lists the runs.
func (e *UnknownError) Error() string {
	switch {
	case e.Name == "":
		return "the name of the run is empty"
	case len(e.Fitting) > 0:
		return fmt.Sprintf("%q is the beginning of several names: %s", e.Name, humanize.List(e.Fitting))
	case len(e.Names) == 0:
		return fmt.Sprintf("no run %q: there are none under %s", e.Name, e.Root)
	default:
		return fmt.Sprintf("no run %q under %s; there are %s", e.Name, e.Root, humanize.List(e.Names))
	}
}

// Find returns the directory of the run with the given name, unambiguous prefix, or order, n8, if
// only one run counts all solutions of its regular board.
//
// Errors: *UnknownError; those of reading the directory.
func Find(root, name string) (dir string, err error) {
	names, err := Names(root)
	if err != nil {
		return "", err
	}
	var fitting, whole []string
	for _, n := range names {
		if n == name {
			return ledger.Dir(root, n), nil
		}
		if strings.HasPrefix(n, name) {
			fitting = append(fitting, n)
		}
	}
	for _, n := range fitting {
		if strings.HasPrefix(n, name+"-") && countsAll(root, n) {
			whole = append(whole, n)
		}
	}
	for _, list := range [][]string{fitting, whole} {
		if len(list) == 1 && name != "" {
			return ledger.Dir(root, list[0]), nil
		}
	}
	return "", &UnknownError{Name: name, Root: root, Fitting: fitting, Names: names}
}

// countsAll reports whether a run counts all solutions of a regular board.
func countsAll(root, name string) bool {
	run, err := ledger.Read(context.Background(), ledger.Dir(root, name))
	return err == nil && !run.Recovery.NoHeader && run.Header.Topology == queens.Regular &&
		count.Quantity(run.Header.Of) == count.AllSolutions
}

// The files of a run in packages ledger and count.
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

const stopLook = 50 * time.Millisecond

// StopHolder asks the process that counts the run in dir to stop, and again until it has saved its
// results and released the run: a process that begins ignores old requests. Errors: the cause of
// the end of ctx.
func StopHolder(ctx context.Context, dir string) error {
	tick := time.NewTicker(stopLook)
	defer tick.Stop()
	for {
		if holder, err := sys.Locked(filepath.Join(dir, lockFile)); err == nil && holder == nil {
			return nil
		}
		if err := count.RequestStop(dir); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// Remove deletes the files of the run in dir, and the directory, while it holds the lock against
// other processes. A count of the same run that starts meanwhile creates them again.
//
// Errors: ledger.ErrLocked if a process is writing the run.
func Remove(dir string) error {
	path := filepath.Join(dir, lockFile)
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dir, stopFile)) // rarely there
	err = os.Remove(filepath.Join(dir, ledgerFile))
	if runtime.GOOS == "windows" { // Windows removes no open file, so none that another process has locked
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
