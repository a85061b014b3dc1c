// Package complete completes partial boards, with given queens, blocked squares and excluded
// diagonals, on the regular board or the torus. It finds one completion, all, or their number. If
// none exists, it proves that and gives a reason.
//
//	p := queens.Problem{Order: 8, Given: []queens.Square{{Row: 0, Col: 3}}}
//	answer, err := complete.One(ctx, p, complete.Options{})
//
// The search is depth first. It branches on the row or column with the fewest free squares,
// weighted by earlier failures, in random order with restarts (bits.go, for orders above 64
// dfs.go). Other methods help:
//
//   - Matchings of lines come first. If the free squares of some rows lie on too few columns or
//     diagonals, no search is needed (hall.go).
//   - After a short search, a linear program bounds the number of queens. Its dual is a proof
//     (linear.go).
//   - If few diagonals of a kind are usable, a second search alternates with the first. It also
//     fills diagonals that cannot stay empty (second.go).
//   - Above order 64, if few squares are free, the second search places its first queens where
//     belief propagation expects them.
//   - If more than 2000 queens are missing, a random board is repaired first. That proves nothing
//     (repair.go).
//
// queens.Problem.Check checks every solution. "No completion" rests on a complete search, a
// matching, integer weights of lines, or a theorem.
//
// [First] finds the lexicographically first solution of an order, [Generate] makes instances of
// hard families. Sources: [gent2017] for families and hardness, [polya1918] for the torus,
// [hall1935] for matchings.
package complete

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/count"
	"queens/find/internal/counting"
	"queens/find/solver"
	"queens/internal/errs"
)

// Engines.
const (
	// Auto repairs first if more than RepairFrom queens are missing. Then it uses matchings of
	// lines, depth-first search with restarts, and a linear program.
	Auto   = "auto"
	DFS    = "dfs"    // only depth-first search with restarts
	Repair = "repair" // local repair, which never proves anything

	// Methods of package count; only for numbers, on the regular board.
	Search = "search"
	Parity = "parity"

	// Engines that decide without a search.
	Theorem  = "theorem"
	Matching = "matching"       // some lines cannot all have a queen: see Hall
	Program  = "linear-program" // weights of lines exclude a completion: see Weights
)

// Engines returns the engines that find completions.
func Engines() []string { return []string{Auto, DFS, Repair} }

// Options say how to search. The zero value is valid.
type Options struct {
	Engine string // one of Engines; "" is Auto
	Seed   uint64 // of the random choices
	Nodes  uint64 // stop after about this many placed queens; 0 means never
	// Counting configures Count where package count counts.
	Counting count.Options
	Proof    Proof // receives the proof that there is no completion; may be nil
}

// Proof receives a proof that there is no completion: lemmas, or one of two counting arguments.
type Proof interface {
	solver.Lemmas
	// Weigh receives weights of lines.
	Weigh(w *Weights)
	// Modular receives the order of the modular board, which is divisible by 2 or 3.
	Modular()
}

func (o Options) validate() error {
	if o.Engine != "" && !slices.Contains(Engines(), o.Engine) {
		return errs.Errorf("method %q: want one of %s: %w", o.Engine, strings.Join(Engines(), ", "), queens.ErrFormat)
	}
	if o.Engine == Repair && o.Proof != nil {
		return errs.Errorf("method %s cannot prove; use %s or %s: %w", Repair, Auto, DFS, queens.ErrFormat)
	}
	return nil
}

// Answer is the result of a search.
type Answer struct {
	Solution queens.Perm // nil if none was found
	Proven   bool        // the search was complete: no solution means none exists
	Engine   string      // that decided: DFS, Repair, Matching, Program or Theorem
	Nodes    uint64      // queens placed by search
	Runs     int         // starts of the search
	Weights  *Weights    // of Program
	weighed  bool        // a linear program was solved
}

// One finds a completion of p, or proves that there is none. The same options give the same answer.
// Solution is nil and Proven false if Nodes did not suffice or local repair failed, with Repair or
// with Auto above MaxOpen missing queens.
//
// Time: about m*m steps for m missing queens on easy boards, m with repair; unbounded on hard ones.
// Errors: those of p.Validate; queens.ErrOrder above MaxOrder, or with DFS above MaxOpen missing
// queens; queens.ErrFormat for an unknown engine, or a proof by Repair; ctx's error.
func One(ctx context.Context, p queens.Problem, o Options) (Answer, error) {
	return Another(ctx, p, nil, o)
}

// firstRun is the budget of queens for the first run. Each run gets half as much more, or twice as
// much, as the one before.
func firstRun(m int) uint64 { return uint64(2*m + 50) }

type search interface {
	// run searches until found returns false or the budget is used up. Weights persist between
	// runs, and so may refutations.
	run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome
	placedSoFar() uint64
}

// newSearch returns the fastest search. keep lets it omit solutions of earlier runs.
func newSearch(b *board, keep bool, proof *solver.Refutation) search {
	if b.n <= bitOrder {
		s := newBitDFS(b)
		s.keep, s.proof = keep, proof
		return s
	}
	s := newDFS(b, nil)
	s.proof = proof
	return s
}

// Another is One for a completion other than first.
func Another(ctx context.Context, p queens.Problem, first queens.Perm, o Options) (a Answer, err error) {
	if err := o.validate(); err != nil {
		return a, err
	}
	if err := p.Validate(); err != nil {
		return a, errs.Errorf("%w", err)
	}
	if theorem(p) != "" && (o.Proof == nil || p.Topology == queens.Modular && p.Order > 3) {
		if o.Proof != nil {
			o.Proof.Modular()
		}
		return Answer{Proven: true, Engine: Theorem}, nil
	}
	o.Nodes = cmp.Or(o.Nodes, math.MaxUint64)
	missing := p.Order - len(p.Given)
	if o.Engine == Repair || o.Engine != DFS && o.Proof == nil && missing > RepairFrom {
		a, err = repair(ctx, p, first, o)
		if err != nil || a.Solution != nil || o.Engine == Repair || missing > MaxOpen || a.Nodes >= o.Nodes {
			return a, err
		}
		o.Nodes -= a.Nodes
	}
	b, err := newBoard(p)
	if err != nil {
		return a, err
	}
	if o.Engine != DFS && !b.matchable() {
		if o.Proof != nil {
			o.Proof.Weigh(b.hall().weights(p))
		}
		return Answer{Proven: true, Engine: Matching}, nil
	}
	a.Engine = DFS
	var refutation *solver.Refutation
	if o.Proof != nil {
		refutation = solver.NewRefutation(p, o.Proof)
	}
	search, growth := newSearch(b, true, refutation), uint64(2)
	if b.n <= bitOrder { // refutations persist between runs
		growth = 1
	}
	why, weigh := spent, o.Engine != DFS
	take := func(placed []int32) bool {
		q := b.solution(p, placed)
		if first != nil && q.Equal(first) {
			return true
		}
		a.Solution = q
		return false
	}
	from := programFrom(b.m)
	var lines *dfs // the second search, which alternates with search
	placed := func() uint64 {
		if lines == nil {
			return search.placedSoFar()
		}
		return search.placedSoFar() + lines.nodes
	}
	for budget := firstRun(b.m); why == spent && search.placedSoFar() < o.Nodes; budget += budget / growth {
		if weigh && search.placedSoFar() >= from {
			a.weighed, weigh, from = true, from < casesFrom, max(from+1, casesFrom)
			if a.Weights = b.weights(ctx, !weigh); a.Weights != nil {
				if o.Proof != nil {
					o.Proof.Restart()
					o.Proof.Weigh(a.Weights)
				}
				a.Engine, a.Proven, a.Nodes = Program, true, a.Nodes+placed()
				return a, nil
			}
			if lines == nil {
				lines = newSecondSearch(b)
			}
		}
		a.Runs++
		// Neighbouring seeds share no run. The first run is that of the seed, which plants boards.
		why = search.run(ctx, o.Seed+1+uint64(a.Runs-1)<<12, min(budget, o.Nodes-search.placedSoFar()), take)
		if lines != nil && why == spent {
			// It gives no proof, so if one is wanted only the other search may end the loop.
			if w := lines.catchUp(ctx, o.Seed, search.placedSoFar(), take); w != exhausted || o.Proof == nil {
				why = w
			}
		}
	}
	a.Nodes += placed()
	if why == canceled {
		return a, errs.Errorf("order %d: stopped after %d queens placed: %w", p.Order, a.Nodes, ctx.Err())
	}
	a.Proven = why == exhausted
	if a.Solution != nil {
		if err := p.Check(a.Solution); err != nil {
			panic(fmt.Sprintf("complete: %v", err))
		}
	}
	return a, nil
}

// All yields every completion of p once, in an order fixed by the seed. It ignores Nodes. It stops
// after the first error: those of One, or ctx's.
func All(ctx context.Context, p queens.Problem, o Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		b, _, err := prepare(ctx, p, o)
		if err == nil && o.Engine == Repair {
			err = errs.Errorf("method %s cannot list; use %s or %s: %w", Repair, Auto, DFS, queens.ErrFormat)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if b == nil {
			return
		}
		search := newSearch(b, false, nil)
		why := search.run(ctx, o.Seed, math.MaxUint64,
			func(placed []int32) bool { return yield(b.solution(p, placed), nil) })
		if why == canceled {
			yield(nil, errs.Errorf("order %d: stopped after %d queens placed: %w", p.Order,
				search.placedSoFar(), ctx.Err()))
		}
	}
}

// prepare returns the board, or nil and the engine that excludes a completion without a search.
func prepare(ctx context.Context, p queens.Problem, o Options) (b *board, refuted string, err error) {
	if err := p.Validate(); err != nil {
		return nil, "", errs.Errorf("%w", err)
	}
	if theorem(p) != "" {
		return nil, Theorem, nil
	}
	switch b, err = newBoard(p); {
	case err != nil || o.Engine == DFS || o.Engine == Search || o.Engine == Parity:
		return b, "", err
	case !b.matchable():
		return nil, Matching, nil
	case b.m <= maxQuick && b.weights(ctx, false) != nil:
		return nil, Program, nil
	}
	return b, "", nil
}

// theorem returns why no such board has a solution, without a final period, or "".
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

// Number is the number of completions.
type Number struct {
	Completions queens.Total
	Engine      string // DFS, Search, Parity, Matching, Program or Theorem
	Nodes       uint64 // queens placed by the depth-first search
}

// The depth-first search comes before package count only where it can pay: it is faster for few
// free squares, where package count has more work than easyCount by its estimate. It ends after
// some queens, as long as a tenth of a second, or a hundredth if parity classes follow, whose work
// is known.
const (
	easyCount   = 5e7
	beforeCount = 1 << 20
	beforeSure  = 1 << 17
)

// Count returns the exact number of completions of p. The engine may be Auto, DFS, or Search or
// Parity, which are methods of package count for regular boards up to plan.MaxOrder. Nodes is
// ignored. Errors: those of One and count.Solve.
func Count(ctx context.Context, p queens.Problem, o Options) (Number, error) {
	budget := uint64(math.MaxUint64)
	if o.Engine == Search || o.Engine == Parity {
		budget, o.Counting.Method = 0, o.Engine
	}
	job, unfit := counting.New(p, o.Counting) // unfit: only the depth-first search accepts the board
	switch o.Engine {
	case "", Auto:
		if unfit != nil {
			break
		}
		work, err := job.Work(ctx)
		switch budget = beforeCount; {
		case err != nil:
			return Number{}, err
		case work < easyCount:
			budget = 0
		case job.Method() == Parity:
			budget = beforeSure
		}
	case DFS:
	case Search, Parity:
		if unfit != nil {
			return Number{}, unfit
		}
	default:
		return Number{}, errs.Errorf("count by method %q: want one of %s, %s, %s, %s: %w", o.Engine, Auto, DFS,
			Search, Parity, queens.ErrFormat)
	}
	b, refuted, err := prepare(ctx, p, o)
	if err != nil || refuted != "" {
		return Number{Engine: refuted}, err
	}
	for budget > 0 {
		var found uint64
		search := newSearch(b, false, nil)
		why := search.run(ctx, o.Seed, budget, func([]int32) bool { found++; return true })
		switch why {
		case exhausted:
			return Number{queens.NewTotal(found), DFS, search.placedSoFar()}, nil
		case canceled:
			return Number{}, errs.Errorf("stopped after %d completions: %w", found, ctx.Err())
		}
		if found == 0 && b.weights(ctx, true) != nil {
			return Number{Engine: Program, Nodes: search.placedSoFar()}, nil
		}
		if unfit == nil {
			break
		}
		budget = math.MaxUint64
	}
	total, err := job.Count(ctx)
	return Number{Completions: total, Engine: job.Method()}, err
}
