package count

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel/table"
)

// Counter counts subproblems of one frame, one at a time: it is what a worker does,
// whoever made the plan and wherever the results are kept. Each goroutine needs its
// own, see Fork.
type Counter struct {
	worker
	engine  engine
	program string
	name    string // of the process, for results
	newWork func() (worker, error)
}

// NewCounter returns a Counter that uses the kernel and the memory of the options, a
// share of it if they say that there are several workers.
//
// Errors: queens.ErrFormat for options, or a kernel that cannot count such
// subproblems.
func NewCounter(f *plan.Frame, o Options) (*Counter, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	e, err := engineFor(f.Scheme.Kind(), o.Kernel)
	if err != nil {
		return nil, err
	}
	return e.counter(f, o)
}

// Fork returns another Counter of the frame, for another goroutine. The two share
// what is never changed, or guarded.
func (c *Counter) Fork() (*Counter, error) {
	w, err := c.newWork()
	return &Counter{w, c.engine, c.program, c.name, c.newWork}, err
}

// Count returns the exact result of a subproblem: its total, the residues of that
// and what else the computation tells. It ends within a fraction of a second after
// ctx.
//
// Errors: queens.ErrFormat for a subproblem of another kind of scheme; ctx's error.
func (c *Counter) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	if kind := sub.Kind(); kind != c.engine.kind {
		return ledger.Result{}, fmt.Errorf("count: the %s engine counts %s, not %s: %w", c.engine.name, c.engine.kind, kind, queens.ErrFormat)
	}
	r, err := c.count(ctx, sub)
	r.Build, r.Worker = c.program, cmp.Or(r.Worker, c.name) // a device has its own name
	return r, err
}

// worker is what an engine does in one goroutine.
type worker interface {
	// count returns the result of a subproblem of the engine's kind, or ctx's error if it
	// ends before.
	count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error)
}

// engine is a way to count the subproblems of one kind.
type engine struct {
	name    string
	kind    plan.Kind
	kernels func() []Processor // the reference first, the fastest last; no two engines of one kind have one of the same name
	bounded bool               // keeps within Options.Memory; otherwise it takes next to none
	// start returns what makes the workers of a count; o is valid and its kernel one
	// of the engine's.
	start func(f *plan.Frame, o Options) (func() (worker, error), error)
	// checks reports whether the kernel may check what another one found.
	checks func(p Processor) bool
	ways   []Way // to count a subproblem again, the usual one first; names differ from those of all other engines
	// sample yields random samples of a count, see Estimate.
	sample func(ctx context.Context, d *plan.Draft, o Options, seed uint64) (iter.Seq2[sampled, error], error)
}

// described returns what tells of the kernels of a table.
func described[K table.Kernel](kernels func() []K) func() []Processor {
	return func() (list []Processor) {
		for _, k := range kernels() {
			e := k.Of()
			list = append(list, Processor{Kernel: e.Name, Summary: e.Summary, Needs: e.Needs, Usable: e.Usable()})
		}
		return list
	}
}

// referenceKernel is the name of each engine's reference.
const referenceKernel = "generic"

// engines returns every engine. Of those of one kind the first one that has the
// kernel counts.
func engines() []engine {
	return []engine{searchEngine(), joinEngine(), parityEngine(), productEngine()}
}

// enginesOf returns the engines that count subproblems of the kind.
func enginesOf(k plan.Kind) []engine {
	return slices.DeleteFunc(engines(), func(e engine) bool { return e.kind != k })
}

// engineFor returns the engine that counts subproblems of the kind by the kernel.
//
// Errors: queens.ErrFormat if none does.
func engineFor(k plan.Kind, kernel string) (engine, error) { return choose(enginesOf(k), kernel) }

// choose returns the first engine that accepts the kernel; otherwise why the one that
// has it does not, or the last one.
func choose(list []engine, kernel string) (engine, error) {
	var refusal error
	for _, e := range list {
		err := e.accepts(kernel)
		if err == nil {
			return e, nil
		}
		if refusal = err; e.has(kernel) {
			break
		}
	}
	return engine{}, refusal
}

// has reports whether the engine has a kernel of that name, usable or not.
func (e engine) has(kernel string) bool {
	return slices.ContainsFunc(e.kernels(), func(p Processor) bool { return p.Kernel == kernel })
}

// counter returns a Counter of the engine, which accepts the kernel of the options.
func (e engine) counter(f *plan.Frame, o Options) (*Counter, error) {
	if err := o.AcceptsWays(f.Order, f.Scheme); err != nil {
		return nil, err
	}
	newWork, err := e.start(f, o)
	if err != nil {
		return nil, err
	}
	return (&Counter{engine: e, program: o.Program, name: o.Worker, newWork: newWork}).Fork()
}

// accepts returns why the engine cannot count by a kernel, nil if it can.
func (e engine) accepts(kernel string) error {
	all := e.kernels()
	if table.IsAuto(kernel) {
		if slices.ContainsFunc(all, func(p Processor) bool { return p.Usable }) {
			return nil
		}
		return fmt.Errorf("count: no kernel of the %s engine runs here: %w", e.name, queens.ErrFormat)
	}
	names := []string{Auto}
	for _, k := range all {
		if k.Kernel == kernel && !k.Usable {
			return fmt.Errorf("count: kernel %s of the %s engine needs %s, which this processor does not have: %w", kernel, e.name, k.Needs, queens.ErrFormat)
		}
		if k.Kernel == kernel {
			return nil
		}
		names = append(names, k.Kernel)
	}
	return fmt.Errorf("count: the %s engine has no kernel %q: want one of %s: %w", e.name, kernel, strings.Join(names, ", "), queens.ErrFormat)
}

// otherKernel returns the kernel to check with what the given one found, or several
// joined by "+": the fastest other one that an engine of the kind checks with, or Auto if there is none.
func otherKernel(kind plan.Kind, found string) string {
	for _, e := range enginesOf(kind) {
		for _, k := range slices.Backward(e.kernels()) {
			if !slices.Contains(strings.Split(found, "+"), k.Kernel) && k.Usable && e.checks(k) {
				return k.Kernel
			}
		}
	}
	return Auto
}
