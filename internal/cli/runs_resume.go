package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"queens"
	"queens/count"
	"queens/internal/sys"
	"queens/ledger"
	"queens/plan"
)

// resumeCommand returns the command that goes on with a run, or reads it if it is
// complete; or why there is none.
func resumeCommand(run *ledger.Run) (command, obstacle string) {
	id, ok := identityOf(run)
	if !ok {
		return "", "the header is lost and the directory's name does not tell what was counted"
	}
	scheme, err := plan.Lookup(id.scheme)
	if err != nil {
		return "", fmt.Sprintf("this program has no scheme %q; %q wrote the ledger", id.scheme, run.Header.Program)
	}
	if v := run.Header.SchemeVersion; !run.Recovery.NoHeader && v != scheme.Version {
		return "", fmt.Sprintf("this program has version %d of scheme %s, the ledger is of version %d, written by %q", scheme.Version, id.scheme, v, run.Header.Program)
	}
	runsDir := filepath.Dir(filepath.Dir(run.Path))
	root := filepath.Dir(runsDir)
	if filepath.Base(runsDir) != filepath.Base(ledger.Dir("", "")) || misplaced(run) != "" {
		return "", "the ledger is not where a count looks for it, in a directory of its name under runs in a state directory"
	}
	command = fmt.Sprintf("queens count %d", id.order) + schemeFlags(scheme)
	if keepIsNeeded(id.order, scheme, run.Tally.Subproblems) {
		command += " --keep"
	}
	if usual, err := sys.StateDir(); err != nil || usual != root {
		command += " --state=" + shellQuote(root)
	}
	return command, ""
}

// schemeFlags returns the flags that make a count use the scheme.
func schemeFlags(s plan.Scheme) string {
	switch {
	case s.Topology == queens.Modular:
		return " --topology=modular"
	case s.Motion != plan.Still:
		return " --of=symmetric"
	default:
		if usual, err := (count.Question{}).Scheme(count.Options{}); err == nil && usual.Name == s.Name {
			return ""
		}
		return " --engine=" + s.Name
	}
}

// keepIsNeeded reports whether a count of the plan looks for a ledger only if it
// is told to keep one. Only a plan of few subproblems can be that short; where their
// number is lost with the header, nobody would want to wait for the plan.
func keepIsNeeded(order int, s plan.Scheme, subproblems int) bool {
	const few = 10_000
	if subproblems < 0 || subproblems > few {
		return false
	}
	p, err := plan.New(context.Background(), order, s)
	return err == nil && !count.Options{State: "any"}.Keeps(p)
}
