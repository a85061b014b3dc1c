package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/humanize"
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
