package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/shell"
	"queens/internal/sys"
)

// Resumption is what to ask of package count to continue a run.
type Resumption struct {
	Question count.Question
	Scheme   string // for count.Options; empty: the usual one takes the same scheme
	Keep     bool   // for count.Options: the run is so short that it is kept on request only
	Root     string // state directory
}

// Resume returns how to continue a run, or to read it if it is complete; or, as a sentence, why
// that is impossible.
func Resume(run *ledger.Run) (r Resumption, obstacle string) {
	id, ok := IdentityOf(run)
	if !ok {
		return r, "the header is lost and the directory's name does not tell what was counted"
	}
	scheme, err := plan.Wrote(id.Scheme, id.Version, id.Order)
	if err != nil {
		return r, fmt.Sprintf("this program has no method %q; %q wrote the ledger", id.Scheme, run.Header.Program)
	}
	scheme, ok = plan.Present(scheme, id.Order)
	_, version := scheme.Identity(id.Order)
	if v := run.Header.SchemeVersion; !ok || !run.Recovery.NoHeader && v != version {
		return r, fmt.Sprintf("this program makes other plans by method %s than version %d, by which %q wrote the "+
			"ledger; it can verify some of them", id.Scheme, v, run.Header.Program)
	}
	if scheme.PerQueen {
		return r, "only the command that started it continues it: " + shell.Line("queens", "count",
			strconv.Itoa(id.Order), "--of=squares")
	}
	runsDir := filepath.Dir(filepath.Dir(run.Path))
	r.Root = filepath.Dir(runsDir)
	if filepath.Base(run.Path) != ledgerFile || filepath.Base(runsDir) != filepath.Base(ledger.Dir("", "")) ||
		Misplaced(run) != "" {
		return Resumption{}, "the ledger is not where a count looks for it, in a directory of its name under runs in " +
			"a state directory"
	}
	r.Question = QuestionBy(id.Order, scheme)
	if countsAll(scheme) {
		if usual, err := r.Question.Scheme(count.Options{}); err != nil || usual.Name != scheme.Name {
			r.Scheme = scheme.Name
		}
	}
	r.Keep = keepIsNeeded(id.Order, scheme, run.Tally.Subproblems)
	return r, ""
}

// QuestionOf returns the question that a run answers, if there is one.
func QuestionOf(run *ledger.Run) (q count.Question, ok bool) {
	id, ok := IdentityOf(run)
	if !ok {
		return q, false
	}
	scheme, err := plan.Find(id.Scheme)
	if err != nil || scheme.PerQueen {
		return q, false
	}
	return QuestionBy(id.Order, scheme), true
}

// QuestionBy returns the question that a scheme answers, unless it counts by squares.
func QuestionBy(order int, s plan.Scheme) count.Question {
	q := count.Question{Order: order, Topology: s.Topology, Of: count.AllSolutions}
	switch s.Motion {
	case plan.HalfTurn:
		q.Of = count.Symmetric
	case plan.QuarterTurn:
		q.Of = count.QuarterTurn
	case plan.Reflecting:
		q.Of = count.Reflecting
	}
	return q
}

// Command returns the command that does it, for a shell.
func (r Resumption) Command() string {
	words := []string{"queens", "count", strconv.Itoa(r.Question.Order)}
	if r.Question.Topology == queens.Modular {
		words = append(words, "--topology=modular")
	}
	if r.Question.Of != count.AllSolutions {
		words = append(words, "--of="+string(r.Question.Of))
	}
	if r.Scheme != "" {
		words = append(words, "--method="+r.Scheme)
	}
	if r.Keep {
		words = append(words, "--keep")
	}
	if usual, err := sys.StateDir(); r.Root != "" && (err != nil || usual != r.Root) {
		words = append(words, "--state="+r.Root)
	}
	return shell.Line(words...)
}

// keepIsNeeded reports whether a count of the plan looks for a ledger only if it is told to keep
// one. Only a plan of few subproblems can be that short.
func keepIsNeeded(order int, s plan.Scheme, subproblems int) bool {
	const few = 10_000
	if subproblems < 0 || subproblems > few {
		return false
	}
	p, err := plan.New(context.Background(), order, s)
	return err == nil && !count.Options{State: "any"}.Keeps(p)
}
