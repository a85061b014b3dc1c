package count

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// worker counts the subproblems of one plan, one at a time. Each goroutine has its
// own.
type worker interface {
	// count returns the result of a subproblem, or ctx's error if it ends before.
	count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error)
}

// engine is a way to count the subproblems of some schemes.
type engine struct {
	name    string
	counts  func(s plan.Scheme) bool
	kernels func() []Processor // the reference first, the fastest last
	// start returns what makes the workers of a count; o is valid and its kernel one
	// of the engine's.
	start func(p *plan.Plan, o Options) (func() (worker, error), error)
	// checks reports whether the kernel may check what another one found.
	checks func(p Processor) bool
	// check changes the options for a count that is to check another one.
	check func(o Options) Options
	// sample yields random samples of a count, see Estimate.
	sample func(ctx context.Context, n int, s plan.Scheme, o Options, seed uint64) (iter.Seq2[sampled, error], error)
}

// engines returns every engine.
func engines() []engine {
	return []engine{joinEngine(), searchEngine()}
}

// engineOf returns the engine that counts by the scheme.
func engineOf(s plan.Scheme) engine {
	all := engines()
	return all[slices.IndexFunc(all, func(e engine) bool { return e.counts(s) })] // every scheme has one
}

// has reports whether the engine has a kernel of that name, usable or not.
func (e engine) has(kernel string) bool {
	return slices.ContainsFunc(e.kernels(), func(p Processor) bool { return p.Kernel == kernel })
}

// workers returns what makes the workers that count p.
//
// Errors: queens.ErrFormat for a kernel that the engine does not have or that does
// not run here.
func (e engine) workers(p *plan.Plan, o Options) (func() (worker, error), error) {
	if err := e.accepts(o.Kernel); err != nil {
		return nil, err
	}
	return e.start(p, o)
}

// accepts returns why the engine cannot count by a kernel, nil if it can.
func (e engine) accepts(kernel string) error {
	if isAuto(kernel) {
		return nil
	}
	names := []string{Auto}
	for _, k := range e.kernels() {
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

// isAuto reports whether the name of a kernel or engine asks for the best one.
func isAuto(name string) bool { return name == "" || name == Auto }

// otherKernel returns the kernel to check with what the given one found: the fastest
// other one that the engine checks with, or Auto if there is none.
func (e engine) otherKernel(found string) string {
	for _, k := range slices.Backward(e.kernels()) {
		if k.Kernel != found && k.Usable && e.checks(k) {
			return k.Kernel
		}
	}
	return Auto
}
