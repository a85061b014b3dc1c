package count

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/count/plan"
)

// Counter counts subproblems of one frame, one at a time. Each goroutine needs its own, see Fork.
type Counter struct {
	worker  kind.Worker
	facts   kind.Facts
	program string
	name    string // of the process, for results
	newWork func() (kind.Worker, error)
}

// NewCounter returns a Counter that uses the kernel of the options and its share of the memory.
// Errors: queens.ErrFormat.
func NewCounter(f *plan.Frame, o Options) (*Counter, error) {
	facts := f.Scheme.Kind.Facts()
	if err := cmp.Or(o.Validate(), facts.Accepted(o.Kernel), o.AcceptsWays(f.Order, f.Scheme)); err != nil {
		return nil, err
	}
	newWork, err := f.Count.Workers(o.ForKind(facts))
	if err != nil {
		return nil, err
	}
	return (&Counter{facts: facts, program: o.Program, name: o.Worker, newWork: newWork}).Fork()
}

// Fork returns another Counter of the frame, for another goroutine.
func (c *Counter) Fork() (*Counter, error) {
	w, err := c.newWork()
	return &Counter{w, c.facts, c.program, c.name, c.newWork}, err
}

// Count returns the exact result of a subproblem with residues and evidence. It ends within a
// fraction of a second after ctx. Errors: queens.ErrFormat for a subproblem of another kind; ctx's
// error.
func (c *Counter) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	if pieces := sub.Pieces.Kind(); pieces != c.facts.Pieces {
		return ledger.Result{}, fmt.Errorf("count: by %s, %s are counted, not %s: %w", c.facts.Name,
			c.facts.Pieces, pieces, queens.ErrFormat)
	}
	r, err := c.worker.Count(ctx, sub)
	r.Build, r.Worker = c.program, cmp.Or(r.Worker, c.name) // a device has its own name
	return r, err
}

// Ways returns the names of all ways to count again, of each kind the usual one first.
func Ways() (all []string) {
	for _, k := range plan.Kinds() {
		all = append(all, k.Facts().Ways...)
	}
	return all
}

// AcceptsWays returns why subproblems of order n by a scheme cannot be counted in the ways of the
// options: queens.ErrFormat.
func (o Options) AcceptsWays(n int, s plan.Scheme) error {
	facts := s.Kind.Facts()
	names := facts.Ways
	for _, way := range o.By {
		switch {
		case len(names) == 0:
			return fmt.Errorf("count: method %s can be recounted only by another kernel, not %q: %w", s.Name,
				way, queens.ErrFormat)
		case !slices.Contains(names, way):
			return fmt.Errorf("count: method %s cannot be recounted by %q: want some of %s: %w", s.Name, way,
				strings.Join(names, ", "), queens.ErrFormat)
		}
	}
	return s.Kind.Begin(s, n).Accepts(o.ForKind(facts))
}

// Again returns options to count subproblems of a frame once more: in the usual way if they name
// none, with nothing saved and without devices. Errors: queens.ErrFormat.
func (o Options) Again(f *plan.Frame) (Options, error) {
	if ways := f.Scheme.Kind.Facts().Ways; len(o.By) == 0 && len(ways) > 0 {
		o.By = []string{ways[0]}
	}
	o.State, o.Devices = "", nil
	return o, o.AcceptsWays(f.Order, f.Scheme)
}
