package complete

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"queens"
)

// Names of engines.
const (
	Auto  = "auto"  // depth first, then both in turn
	DFS   = "dfs"   // depth first with restarts
	Learn = "learn" // clause learning
)

// Engines returns the names of the engines that find completions.
func Engines() []string { return []string{Auto, DFS, Learn} }

// Options say how to search. The zero value is sensible.
type Options struct {
	Engine string // one of Engines; "" is Auto
	Seed   uint64 // of the random choices
	Nodes  uint64 // give up after about so many queens placed; 0 means never
}

// validate refuses an unknown engine.
func (o Options) validate() error {
	if o.Engine != "" && !slices.Contains(Engines(), o.Engine) {
		return fmt.Errorf("complete: engine %q: want one of %s: %w", o.Engine, strings.Join(Engines(), ", "), queens.ErrFormat)
	}
	return nil
}

// Answer is what a search found.
type Answer struct {
	Solution  queens.Perm // nil if none was found
	Proven    bool        // the search left nothing out, so that no solution means there is none
	Engine    string      // that ended the search; "theorem" if nothing was searched
	Nodes     uint64      // queens placed by search
	Conflicts uint64      // dead ends a clause was learned from
	Runs      int         // starts of either engine
}

// Theorem is the engine of an answer that needs no search.
const Theorem = "theorem"

// One finds a completion of p, or proves that there is none. The same options give
// the same answer. Solution is nil and Proven false if Nodes were spent in vain.
//
// Time: about m*m steps where m queens are missing and nothing goes wrong; without
// bound where much does. Errors: those of p.Validate; queens.ErrOrder for more than
// MaxOpen missing queens; queens.ErrFormat for an unknown engine; ctx's error.
func One(ctx context.Context, p queens.Problem, o Options) (Answer, error) {
	return find(ctx, p, nil, o)
}

// Another is One for a completion that differs from a known one.
func Another(ctx context.Context, p queens.Problem, first queens.Perm, o Options) (Answer, error) {
	return find(ctx, p, first, o)
}

// Parts of the budget: a run of the depth-first search may place firstRun(m) queens,
// each next one half as many more; when all have placed dfsAlone, the engines take
// turns.
const (
	dfsAlone  = 1 << 20
	learnTurn = 1 << 14 // conflicts of the first turn of clause learning
	learnMost = 1 << 18 // squares; more do not profit
)

func firstRun(m int) uint64 { return uint64(2*m + 50) }

// find is One for a solution other than skip.
func find(ctx context.Context, p queens.Problem, skip queens.Perm, o Options) (a Answer, err error) {
	if err := o.validate(); err != nil {
		return a, err
	}
	if err := p.Validate(); err != nil {
		return a, fmt.Errorf("complete: %w", err)
	}
	if theorem(p) != "" {
		return Answer{Proven: true, Engine: Theorem}, nil
	}
	b, err := newBoard(p)
	if err != nil {
		return a, err
	}
	f := &finder{p: p, b: b, skip: skip, o: o, dfs: newDFS(b)}
	why := f.search(ctx)
	a = f.answer
	a.Nodes = f.dfs.nodes
	if f.learner != nil {
		a.Nodes += f.learner.nodes
		a.Conflicts = f.learner.conflicts
	}
	if why == canceled {
		return a, fmt.Errorf("complete: order %d: stopped after %d queens placed: %w", p.Order, a.Nodes, ctx.Err())
	}
	a.Proven = why == exhausted
	if a.Solution != nil {
		if err := p.Check(a.Solution); err != nil {
			panic(fmt.Sprintf("complete: engine %s: %v", a.Engine, err))
		}
	}
	return a, nil
}

// finder is one search for a solution by both engines.
type finder struct {
	p       queens.Problem
	b       *board
	skip    queens.Perm
	o       Options
	dfs     *dfs
	learner *learner
	answer  Answer
}

// search lets the engines work until one of them is done.
func (f *finder) search(ctx context.Context) outcome {
	budget, turn := firstRun(f.b.m), uint64(learnTurn)
	for {
		if f.o.Engine != Learn {
			if why := f.depthFirst(ctx, budget); why != spent {
				return why
			}
			budget += budget / 2
		}
		if f.o.Engine == Learn || f.o.Engine != DFS && f.dfs.nodes >= dfsAlone && len(f.b.free) <= learnMost {
			if why := f.learn(ctx, turn); why != spent {
				return why
			}
			turn += turn / 2
		}
		if f.o.Nodes > 0 && f.dfs.nodes+f.learned() >= f.o.Nodes {
			return spent
		}
	}
}

// learned returns the nodes of clause learning.
func (f *finder) learned() uint64 {
	if f.learner == nil {
		return 0
	}
	return f.learner.nodes
}

// depthFirst is one run of the depth-first search.
func (f *finder) depthFirst(ctx context.Context, budget uint64) outcome {
	f.answer.Runs++
	f.answer.Engine = DFS
	if f.o.Nodes > 0 {
		budget = min(budget, f.o.Nodes-min(f.o.Nodes, f.dfs.nodes+f.learned())+1)
	}
	return f.dfs.run(ctx, f.o.Seed+uint64(f.answer.Runs), budget, func(placed []int32) bool { return !f.take(placed) })
}

// learn is one turn of clause learning.
func (f *finder) learn(ctx context.Context, conflicts uint64) outcome {
	f.answer.Runs++
	f.answer.Engine = Learn
	if f.learner == nil {
		f.learner = newLearner(f.b, f.o.Seed)
	}
	if f.o.Nodes > 0 {
		conflicts = min(conflicts, f.o.Nodes)
	}
	last := f.learner.conflicts + conflicts
	for {
		why := f.learner.solve(ctx, last-min(last, f.learner.conflicts))
		if why != stopped || f.take(f.learner.queens()) {
			return why
		}
		if !f.learner.forbid() {
			return exhausted
		}
	}
}

// take keeps a solution, unless it is the one to be passed over.
func (f *finder) take(placed []int32) bool {
	q := f.b.solution(f.p, placed)
	if f.skip != nil && q.Equal(f.skip) {
		return false
	}
	f.answer.Solution = q
	return true
}

// All yields every completion of p, each once, in an order fixed by the seed. Nodes
// and Engine of the options do not matter. It stops after the first error: those of
// One, then ctx's.
func All(ctx context.Context, p queens.Problem, o Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		if err := p.Validate(); err != nil {
			yield(nil, fmt.Errorf("complete: %w", err))
			return
		}
		if theorem(p) != "" {
			return
		}
		b, err := newBoard(p)
		if err != nil {
			yield(nil, err)
			return
		}
		s := newDFS(b)
		why := s.run(ctx, o.Seed, math.MaxUint64, func(placed []int32) bool { return yield(b.solution(p, placed), nil) })
		if why == canceled {
			yield(nil, fmt.Errorf("complete: order %d: stopped after %d queens placed: %w", p.Order, s.nodes, ctx.Err()))
		}
	}
}

// theorem returns why nothing of the order and topology has a solution, as a sentence
// without a final period, or "".
func theorem(p queens.Problem) string {
	n := p.Order
	switch {
	case n == 2 || n == 3:
		return fmt.Sprintf("no board of order %d has a solution", n)
	case p.Topology == queens.Modular && (n%2 == 0 || n%3 == 0) && n > 0:
		return fmt.Sprintf("a modular board has a solution only if its order has no factor 2 or 3, and %d has one (Polya 1918)", n)
	}
	return ""
}
