// Package runs manages the runs of a machine: the counts whose ledgers are in a state directory,
// whichever program started them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to continue it,
// StopHolder and Remove end it. A Manager counts in this process: it starts, resumes and stops
// counts, reports their progress to subscribers, and records which ones the next Manager of
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
	"queens/count/batch"
	"queens/count/ledger"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names returns the names of the runs under a state directory, sorted, without reading their
// ledgers: of the directories with one, and of files in their place. A missing directory has none.
func Names(root string) (names []string, err error) {
	entries, err := os.ReadDir(ledger.Dir(root, ""))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errs.Errorf("%w", err)
	}
	for _, e := range entries {
		if HasLedger(ledger.Dir(root, e.Name())) || e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// List describes every count under a state directory: runs by name, then directories of tasks whose
// driver has started. Cost as for Fraction.
func List(ctx context.Context, root string) (list []Run, err error) {
	const patience = 5 * time.Second // for the plans of all
	planning, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	names, err := Names(root)
	for _, name := range names {
		dir := ledger.Dir(root, name)
		run, failed := ledger.Read(ctx, dir)
		if !HasLedger(dir) {
			failed = errs.Errorf("%q is not the directory of a run", dir)
		}
		if ctx.Err() != nil {
			return nil, errs.Errorf("%w", ctx.Err())
		}
		list = append(list, describe(planning, dir, run, failed))
	}
	for _, dir := range batch.Remembered(root) {
		if r, err := OfTasks(ctx, dir); err == nil {
			list = append(list, r)
		}
	}
	return list, err
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

// Find returns the directory of the count with the given name, unambiguous prefix, or order, n8, if
// only one run counts all solutions of its regular board. The name of a directory of tasks is the
// last part of its path.
//
// Errors: *UnknownError; those of reading the directory.
func Find(root, name string) (dir string, err error) {
	names, err := Names(root)
	if err != nil {
		return "", err
	}
	var dirs, fitting, whole []string
	for _, name := range names {
		dirs = append(dirs, ledger.Dir(root, name))
	}
	dirs = append(dirs, batch.Remembered(root)...)
	unknown := &UnknownError{Name: name, Root: root}
	for _, dir := range dirs {
		own := filepath.Base(dir)
		unknown.Names = append(unknown.Names, own)
		if own == name {
			return dir, nil
		}
		if strings.HasPrefix(own, name) {
			fitting, unknown.Fitting = append(fitting, dir), append(unknown.Fitting, own)
		}
	}
	for _, dir := range fitting {
		if strings.HasPrefix(filepath.Base(dir), name+"-") && countsAll(dir) {
			whole = append(whole, dir)
		}
	}
	for _, list := range [][]string{fitting, whole} {
		if len(list) == 1 && name != "" {
			return list[0], nil
		}
	}
	return "", unknown
}

// countsAll reports whether a run counts all solutions of a regular board.
func countsAll(dir string) bool {
	run, err := ledger.Read(context.Background(), dir)
	return err == nil && run.Header.Topology == queens.Regular &&
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
	_, err := os.Lstat(filepath.Join(dir, ledgerFile))
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
