package complete

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/count/kind/boards"
	"queens/count/plan"
	"queens/find/solver"
)

// Names of engines.
const (
	// Auto repairs where over RepairFrom queens are missing; then come matchings of lines, depth
	// first search with restarts and a linear program.
	Auto   = "auto"
	DFS    = "dfs"    // depth first with restarts alone
	Repair = "repair" // local repair, which never proves that there is no completion
)

// Engines returns the names of the engines that find completions.
func Engines() []string { return []string{Auto, DFS, Repair} }

// Options say how to search. The zero value is sensible.
type Options struct {
	Engine string // one of Engines; "" is Auto
	Seed   uint64 // of the random choices
	Nodes  uint64 // give up after about so many queens placed; 0 means never
	Proof  Proof  // takes the proof that there is no completion; nil for none
}

// Proof takes a proof that a problem has no completion: lemmas, or one of two arguments that count.
type Proof interface {
	solver.Lemmas
	// Weigh takes weights of lines.
	Weigh(w *Weights)
	// Modular takes the order of the modular board, which has a factor 2 or 3.
	Modular()
}

func (o Options) validate() error {
	if o.Engine != "" && !slices.Contains(Engines(), o.Engine) {
		return fmt.Errorf("complete: method %q: want one of %s: %w", o.Engine, strings.Join(Engines(), ", "),
			queens.ErrFormat)
	}
	if o.Engine == Repair && o.Proof != nil {
		return fmt.Errorf("complete: method %s cannot prove; use %s or %s: %w", Repair, Auto, DFS, queens.ErrFormat)
	}
	return nil
}

// Answer is what a search found.
type Answer struct {
	Solution queens.Perm // nil if none was found
	Proven   bool        // the search left nothing out, so that no solution means there is none
	Engine   string      // that ended the search: DFS, Repair, Matching, Program or Theorem
	Nodes    uint64      // queens placed by search
	Runs     int         // starts of the search
	Weights  *Weights    // of Program
	weighed  bool        // a linear program was solved
}

// Engines of an answer that rests on no search.
const (
	Theorem  = "theorem"
	Matching = "matching"       // some lines cannot all have a queen, see Hall
	Program  = "linear-program" // lines have weights that exclude a completion, see Weights
)

// One finds a completion of p, or proves that there is none. The same options give
// the same answer. Solution is nil and Proven false if Nodes were not enough, or local
// repair found nothing: by engine Repair, or by Auto where more than MaxOpen queens are missing.
//
// Time: about m*m steps where m queens are missing and nothing goes wrong, m by repair; without
// bound where much does. Errors: those of p.Validate; queens.ErrOrder for order above MaxOrder, or
// more than MaxOpen missing queens by engine DFS; queens.ErrFormat for an unknown engine, or a
// proof by Repair; ctx's error.
func One(ctx context.Context, p queens.Problem, o Options) (Answer, error) {
	return find(ctx, p, nil, o)
}

// Another is One for a completion that differs from a known one.
func Another(ctx context.Context, p queens.Problem, first queens.Perm, o Options) (Answer, error) {
	return find(ctx, p, first, o)
}

// firstRun is how many queens the first run of the search may place; each next one may
// place half as many more, or twice as many.
func firstRun(m int) uint64 { return uint64(2*m + 50) }

type search interface {
	// run searches for solutions until found says to stop or so many queens have been
	// placed. Weights are kept from run to run; what a run has refuted may be, too, where the
	// options say so.
	run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome
	placedSoFar() uint64 // queens
}

// newSearch returns the fastest search of the board of s; keep says that no caller wants a
// solution again that an earlier run has found.
func newSearch(s *dfs, keep bool, proof *solver.Refutation) search {
	if s.n <= bitOrder {
		fast := newBitDFS(s.board)
		fast.keep, fast.proof = keep, proof
		return fast
	}
	s.proof = proof
	return s
}

func find(ctx context.Context, p queens.Problem, skip queens.Perm, o Options) (a Answer, err error) {
	if err := o.validate(); err != nil {
		return a, err
	}
	if err := p.Validate(); err != nil {
		return a, fmt.Errorf("complete: %w", err)
	}
	if theorem(p) != "" && (o.Proof == nil || p.Topology == queens.Modular && p.Order > 3) {
		if o.Proof != nil {
			o.Proof.Modular()
		}
		return Answer{Proven: true, Engine: Theorem}, nil
	}
	missing := p.Order - len(p.Given)
	if o.Engine == Repair || o.Engine != DFS && o.Proof == nil && missing > RepairFrom {
		a, err = repair(ctx, p, skip, o)
		if err != nil || a.Solution != nil || o.Engine == Repair || missing > MaxOpen ||
			o.Nodes > 0 && a.Nodes >= o.Nodes {
			return a, err
		}
		o.Nodes -= min(o.Nodes, a.Nodes)
	}
	b, err := newBoard(p)
	if err != nil {
		return a, err
	}
	s := newDFS(b)
	if o.Engine != DFS && !s.matchable() {
		if o.Proof != nil {
			o.Proof.Weigh(s.hall().weights(p))
		}
		return Answer{Proven: true, Engine: Matching}, nil
	}
	a.Engine = DFS
	var refutation *solver.Refutation
	if o.Proof != nil {
		refutation = solver.NewRefutation(p, o.Proof)
	}
	search, growth := newSearch(s, true, refutation), uint64(2)
	if b.n <= bitOrder { // which keeps what a run has refuted
		growth = 1
	}
	why, weigh := spent, o.Engine != DFS
	take := func(placed []int32) bool {
		q := b.solution(p, placed)
		if skip != nil && q.Equal(skip) {
			return true
		}
		a.Solution = q
		return false
	}
	from := programFrom(b.m)
	var lines *lineDFS // takes turns with search where diagonals are few
	placedByLines := func() uint64 {
		if lines == nil {
			return 0
		}
		return lines.nodes
	}
	for budget := firstRun(b.m); why == spent && (o.Nodes == 0 ||
		search.placedSoFar() < o.Nodes); budget += budget / growth {
		if placed := search.placedSoFar(); weigh && placed >= from {
			a.weighed, weigh, from = true, from < casesFrom, max(from+1, casesFrom)
			if a.Weights = b.weights(ctx, !weigh); a.Weights != nil {
				if o.Proof != nil {
					o.Proof.Restart()
					o.Proof.Weigh(a.Weights)
				}
				a.Engine, a.Proven, a.Nodes = Program, true, a.Nodes+placed+placedByLines()
				return a, nil
			}
			if lines == nil {
				lines = newLineDFS(b)
			}
		}
		a.Runs++
		run := budget
		if o.Nodes > 0 {
			run = min(run, o.Nodes-search.placedSoFar())
		}
		why = search.run(ctx, o.Seed+uint64(a.Runs), run, take)
		if lines != nil && why == spent {
			// It gives no proof, so where one is wanted the other search must end the search.
			if w := lines.catchUp(ctx, o.Seed, search.placedSoFar()/lineShare, take); w != exhausted || o.Proof == nil {
				why = w
			}
		}
	}
	a.Nodes += search.placedSoFar() + placedByLines()
	if why == canceled {
		return a, fmt.Errorf("complete: order %d: stopped after %d queens placed: %w", p.Order, a.Nodes, ctx.Err())
	}
	a.Proven = why == exhausted
	if a.Solution != nil {
		if err := p.Check(a.Solution); err != nil {
			panic(fmt.Sprintf("complete: %v", err))
		}
	}
	return a, nil
}

// All yields every completion of p, each once, in an order fixed by the seed. Nodes of the options
// do not matter. It stops after the first error: those of One, then ctx's.
func All(ctx context.Context, p queens.Problem, o Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		if err := p.Validate(); err != nil {
			yield(nil, fmt.Errorf("complete: %w", err))
			return
		}
		if o.Engine == Repair {
			yield(nil, fmt.Errorf("complete: method %s cannot list; use %s or %s: %w", Repair, Auto, DFS,
				queens.ErrFormat))
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
		if s.refuted(ctx, o) != "" {
			return
		}
		search := newSearch(s, false, nil)
		why := search.run(ctx, o.Seed, math.MaxUint64,
			func(placed []int32) bool { return yield(b.solution(p, placed), nil) })
		if why == canceled {
			yield(nil, fmt.Errorf("complete: order %d: stopped after %d queens placed: %w", p.Order,
				search.placedSoFar(), ctx.Err()))
		}
	}
}

// refuted returns the engine that shows without a search that there is no completion, or "".
func (s *dfs) refuted(ctx context.Context, o Options) string {
	switch {
	case o.Engine == DFS:
	case !s.matchable():
		return Matching
	case s.small() && s.weights(ctx, false) != nil:
		return Program
	}
	return ""
}

// theorem returns why nothing of the order and topology has a solution, as a sentence
// without a final period, or "".
func theorem(p queens.Problem) string {
	n := p.Order
	switch {
	case n == 2 || n == 3:
		return fmt.Sprintf("no board of order %d has a solution", n)
	case p.Topology == queens.Modular && (n%2 == 0 || n%3 == 0) && n > 0:
		return fmt.Sprintf("a modular board has a solution only if its order has no factor 2 or 3, and %d has one "+
			"(Polya 1918)", n)
	}
	return ""
}

// Kernel is the engine of a number that was counted without listing.
const Kernel = "kernel"

// Number is the number of completions.
type Number struct {
	Completions queens.Total
	Engine      string // DFS, Kernel, Matching, Program or Theorem
	Nodes       uint64 // queens placed by the depth-first search
}

// listed is how many queens the depth-first search may place before the kernels of package count
// take over: they are faster where solutions are many, the search where free squares are few.
const listed = 1 << 20

// Count returns the exact number of completions of p. Engine of the options is Auto,
// DFS or Kernel, which counts orders up to plan.MaxOrder; Nodes does not matter.
//
// Errors: those of One and of boards.Completions.
func Count(ctx context.Context, p queens.Problem, o Options) (Number, error) {
	if err := p.Validate(); err != nil {
		return Number{}, fmt.Errorf("complete: %w", err)
	}
	var budget uint64
	switch o.Engine {
	case "", Auto:
		budget = math.MaxUint64
		if p.Order <= plan.MaxOrder {
			budget = listed
		}
	case DFS:
		budget = math.MaxUint64
	case Kernel:
	default:
		return Number{}, fmt.Errorf("complete: count by method %q: want one of %s, %s, %s: %w", o.Engine, Auto, DFS,
			Kernel, queens.ErrFormat)
	}
	if theorem(p) != "" {
		return Number{Engine: Theorem}, nil
	}
	if budget > 0 {
		b, err := newBoard(p)
		if err != nil {
			return Number{}, err
		}
		s := newDFS(b)
		if engine := s.refuted(ctx, o); engine != "" {
			return Number{Engine: engine}, nil
		}
		var found uint64
		search := newSearch(s, false, nil)
		why := search.run(ctx, o.Seed, budget, func([]int32) bool { found++; return true })
		switch why {
		case exhausted:
			return Number{queens.NewTotal(found), DFS, search.placedSoFar()}, nil
		case canceled:
			return Number{}, fmt.Errorf("complete: stopped after %d completions: %w", found, ctx.Err())
		}
		if found == 0 && s.weights(ctx, true) != nil {
			return Number{Engine: Program, Nodes: search.placedSoFar()}, nil
		}
	}
	total, err := boards.Completions(ctx, p)
	return Number{Completions: total, Engine: Kernel}, err
}
