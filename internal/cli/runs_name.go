package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"queens/ledger"
)

// runNames returns the names of the runs under a state directory, in order,
// without reading their ledgers.
func runNames(root string) ([]string, error) {
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

// findRun returns the directory of the run that name stands for: a name, the
// beginning of exactly one, or the path of its directory or ledger.
func findRun(root, name string) (dir string, err error) {
	names, err := runNames(root)
	if err != nil {
		return "", err
	}
	var fitting []string
	for _, n := range names {
		if n == name {
			return ledger.Dir(root, n), nil
		}
		if strings.HasPrefix(n, name) {
			fitting = append(fitting, n)
		}
	}
	if info, err := os.Stat(name); err == nil { // a path, unless it is a name
		if !info.IsDir() {
			name = filepath.Dir(name)
		}
		return filepath.Abs(name)
	}
	switch {
	case len(fitting) == 1 && name != "":
		return ledger.Dir(root, fitting[0]), nil
	case len(fitting) > 1:
		return "", usagef("runs: %q is the beginning of several names: %s", name, listNames(fitting))
	case len(names) == 0:
		return "", usagef("runs: no run %q: there are none under %s", name, root)
	default:
		return "", usagef("runs: no run %q under %s%s; there are %s", name, root, didYouMean(name, names), listNames(names))
	}
}

// listNames returns names in one line, not too many.
func listNames(names []string) string {
	const most = 8
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// readRun reads the run that name stands for. What its file cannot be read for is
// not wrong usage.
func readRun(root, name string) (*ledger.Run, error) {
	dir, err := findRun(root, name)
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("runs: %s holds no ledger", dir)
	case err != nil:
		return nil, withCode(codeFailed, fmt.Errorf("runs: %w", err))
	}
	return run, nil
}

// runIdentity is what a run counts, as far as it is known.
type runIdentity struct {
	order  int
	scheme string
}

// namePattern is how runs are named: order, scheme, beginning of the plan's hash.
var namePattern = regexp.MustCompile(`^n(\d+)-([a-z][a-z0-9-]*)-[0-9a-f]{8}$`)

// identityOf returns what a run counts by its header or, if that is lost, by the
// name of its directory.
func identityOf(run *ledger.Run) (id runIdentity, ok bool) {
	if !run.Recovery.NoHeader {
		return runIdentity{run.Header.Order, run.Header.Scheme}, true
	}
	m := namePattern.FindStringSubmatch(nameOf(run))
	if m == nil {
		return id, false
	}
	order, err := strconv.Atoi(m[1])
	return runIdentity{order, m[2]}, err == nil
}

// nameOf returns the name of a run, that of its directory.
func nameOf(run *ledger.Run) string {
	dir, err := filepath.Abs(filepath.Dir(run.Path))
	if err != nil {
		dir = filepath.Dir(run.Path)
	}
	return filepath.Base(dir)
}
