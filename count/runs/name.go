// Package runs manages the runs of a machine: the counts whose ledgers are in a state directory,
// whichever program started them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to continue it,
// RequestStop and Remove end it. A Manager counts in this process: it starts counts, pauses,
// resumes and stops them, reports their progress to subscribers, and records which ones to
// continue, so that the next Manager of the same state directory continues them. Command line and
// server share the directories: each can see, stop and resume the other's runs.
//
//	m, err := runs.NewManager(root, count.Options{State: root})
//	if err != nil {
//		return err
//	}
//	go m.Run(ctx) // until ctx ends
//	status, err := m.Start(ctx, count.Question{Order: 20}, count.Options{})
//
// Packages count and ledger define what a count is and how it is saved.
package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names returns the names of the runs under a state directory, in order, without
// reading their ledgers. A directory that is not there has none.
func Names(root string) ([]string, error) {
	entries, err := os.ReadDir(ledger.Dir(root, ""))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
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
	Fitting []string // the runs whose names begin with Name; several, or none
	Names   []string // all there are
}

// Error says which runs there are.
func (e *UnknownError) Error() string {
	switch {
	case e.Name == "":
		return "runs: the name of the run is empty"
	case len(e.Fitting) > 0:
		return fmt.Sprintf("runs: %q is the beginning of several names: %s", e.Name, humanize.List(e.Fitting))
	case len(e.Names) == 0:
		return fmt.Sprintf("runs: no run %q: there are none under %s", e.Name, e.Root)
	default:
		return fmt.Sprintf("runs: no run %q under %s; there are %s", e.Name, e.Root, humanize.List(e.Names))
	}
}

// Find returns the directory of the run that name identifies: a name, the beginning of exactly one,
// or an order, n8, if exactly one counts all solutions of its regular board.
//
// Errors: *UnknownError; what reading the directory gives.
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
			if strings.HasPrefix(n, name+"-") && runCountsAll(n) {
				whole = append(whole, n)
			}
		}
	}
	for _, list := range [][]string{fitting, whole} {
		if len(list) == 1 && name != "" {
			return ledger.Dir(root, list[0]), nil
		}
	}
	return "", &UnknownError{Name: name, Root: root, Fitting: fitting, Names: names}
}

// runCountsAll reports whether the run of that name, n8-families-0123abcd, counts all solutions of
// the regular board.
func runCountsAll(name string) bool {
	first, last := strings.IndexByte(name, '-'), strings.LastIndexByte(name, '-')
	if first >= last {
		return false
	}
	s, err := plan.Find(name[first+1 : last])
	return err == nil && countsAll(s)
}

func countsAll(s plan.Scheme) bool { return s.Topology == queens.Regular && s.Motion == plan.Still }

// Identity is what a run counts, as far as it is known.
type Identity struct {
	Order   int
	Scheme  string
	Version int // of the scheme; 0 where the header is lost
}

// namePattern is how runs are named: order, scheme, beginning of the plan's hash.
var namePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^n(\d+)-([a-z][a-z0-9-]*)-[0-9a-f]{8}$`)
})

// IdentityOf returns what a run counts by its header or, if that is lost, by the
// name of its directory; ok is false if neither tells.
func IdentityOf(run *ledger.Run) (id Identity, ok bool) {
	if !run.Recovery.NoHeader {
		return Identity{run.Header.Order, run.Header.Scheme, run.Header.SchemeVersion}, true
	}
	m := namePattern().FindStringSubmatch(NameOf(run))
	if m == nil {
		return id, false
	}
	order, err := strconv.Atoi(m[1])
	return Identity{Order: order, Scheme: m[2]}, err == nil
}

// NameOf returns the name of a run, that of its directory, or of its file if that has another name
// than the ledger of a run.
func NameOf(run *ledger.Run) string {
	if name := filepath.Base(run.Path); name != ledgerFile {
		return name
	}
	dir, err := filepath.Abs(filepath.Dir(run.Path))
	if err != nil {
		dir = filepath.Dir(run.Path)
	}
	return filepath.Base(dir)
}

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
