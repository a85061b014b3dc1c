// Package torus counts solutions on the modular board. The search branches on the row, column or
// diagonal with the fewest free squares.
//
// Shifts, reflections, multiplication by units and a map that takes rows and columns to diagonals
// act on solutions, and on the vectors between two queens. In each solution, some pair of queens
// has a vector of the first class that occurs, and a symmetry moves this pair to a fixed place. One
// solution of each orbit counts, with the size of its orbit as weight. Branching on four families
// of lines comes from [engelhardt2011].
package torus

import (
	"context"
	_ "embed"
	"math/rand/v2"
	"slices"
	"sync"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// Queens is a piece: the class of the first two queens and those placed after them.
type Queens struct {
	Class  int
	Placed []queens.Square
}

// AppendTo appends the class and the squares as numbers.
func (q Queens) AppendTo(b []byte) []byte {
	b = plan.AppendNumbers(b, q.Class, len(q.Placed))
	for _, s := range q.Placed {
		b = plan.AppendNumbers(b, s.Row, s.Col)
	}
	return b
}

//go:embed variants.txt
var words string

// Method counts on the torus.
type Method struct{}

const fast = "lines"

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "torus",
		Kernels: []plan.Processor{
			{Method: "torus", Kernel: plan.Reference, Usable: true}, // branches on the row with the fewest free squares
			{Method: "torus", Kernel: fast, Usable: true},           // on the row, column or diagonal
		},
		Variants: plan.WithTexts(words, plan.Variant{
			Name: "torus", Source: "engelhardt2011", Version: 2, Topology: queens.Modular, Counts: "modular solutions",
			MaxOrder: MaxOrder, Method: Method{},
		}),
	}
}

// NewCount returns a count of order n.
func (Method) NewCount(_ plan.Variant, n int) plan.Count {
	c := &count{order: n}
	c.setUp = sync.OnceFunc(func() {
		if n > 1 && n%2 != 0 && n%3 != 0 { // otherwise there is no solution of order 2 or more: Polya
			c.group = symmetries(n)
			c.classes = classes(n, c.group)
		}
	})
	return c
}

type count struct {
	plan.Defaults
	order   int
	setUp   func()
	group   []matrix
	classes []*class
	roots   []plan.Subproblem // one for each class
}

// unit is the work of a node, in board states.
const unit = 8

func (c *count) trivial() bool { return c.order < 2 }

// begin returns a search with the queens of the pieces, and their number; it panics if one is not
// free.
func (c *count) begin(q Queens, lines bool) (s *search, depth int) {
	class := c.classes[q.Class]
	s = newSearch(c.order, class, lines)
	for _, square := range append([]queens.Square{{}, {Row: class.least.row, Col: class.least.col}}, q.Placed...) {
		s.place(depth, square)
		depth++
	}
	return s, depth
}

func (c *count) Work(ctx context.Context) (sum plan.Work, err error) {
	c.setUp()
	if c.trivial() {
		return queens.NewTotal(1), nil
	}
	c.roots = nil
	for i := range c.classes {
		q := Queens{Class: i}
		s, depth := c.begin(q, true)
		work := s.estimate(depth, rootDescents)
		c.roots = append(c.roots, plan.Subproblem{Work: work, Pieces: q})
		sum = sum.Plus(work)
	}
	return sum, ctx.Err()
}

// Descents of an estimate, for whole classes and for pieces.
const rootDescents, descents = 512, 16

// most bounds estimates, so that sums of them fit.
var most = queens.TotalOf(1<<36, 0)

// estimate returns the expected work below depth, at least 1, by random descents: the product of
// the numbers of choices is an estimate of the nodes of a depth. Source: [knuth1975].
func (s *search) estimate(depth, descents int) plan.Work {
	random := rand.NewPCG(uint64(s.n), uint64(depth)) // the same on every machine
	var sum queens.Total
	for range descents {
		nodes := queens.NewTotal(unit)
		for at := depth; ; at++ {
			sum = sum.Plus(nodes)
			var room [MaxOrder]queens.Square
			list := s.branch(at, room[:0])
			if at == s.n || len(list) == 0 || nodes.Compare(most) > 0 {
				break
			}
			nodes = nodes.Times(uint64(len(list)))
			s.place(at, list[random.Uint64()%uint64(len(list))])
		}
	}
	mean, _ := sum.DivMod(uint64(descents))
	return mean
}

func (c *count) Cut(ctx context.Context, target plan.Work) (list []plan.Subproblem, err error) {
	if c.trivial() {
		return []plan.Subproblem{{Work: queens.NewTotal(1), Pieces: Queens{}}}, nil
	}
	for _, root := range c.roots {
		take := func(sub plan.Subproblem) { list = append(list, sub) }
		if err := plan.Split(ctx, root, target, c.divide, take); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *count) divide(sub plan.Subproblem) (list []plan.Subproblem) {
	q := sub.Pieces.(Queens)
	s, depth := c.begin(q, true)
	for _, square := range s.branch(depth, nil) {
		s.place(depth, square)
		placed := append(slices.Clone(q.Placed), square)
		list = append(list, plan.Subproblem{Work: s.estimate(depth+1, descents), Pieces: Queens{q.Class, placed}})
	}
	return list
}

func (c *count) Workers(o plan.CountOptions) (func() (plan.Worker, error), error) {
	c.setUp()
	return func() (plan.Worker, error) { return c.worker(o), nil }, nil
}

func (c *count) worker(o plan.CountOptions) worker {
	if o.Kernel == plan.Reference {
		return worker{c, o.Kernel}
	}
	return worker{c, fast}
}

type worker struct {
	of     *count
	kernel string
}

// Count counts the orbits of solutions with the queens, each with its size.
func (w worker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	r := ledger.Result{Kernel: w.kernel}
	if w.of.trivial() {
		plan.Add(&r, 0, 1, 1)
		return r, ctx.Err()
	}
	s, depth := w.of.begin(sub.Pieces.(Queens), w.kernel == fast)
	var placed, orbits uint64
	s.below(ctx, depth, func() {
		placed++
		if size := s.orbit(len(w.of.group)); size > 0 {
			orbits++
			plan.Add(&r, 0, size, 1)
		}
	})
	r.Nodes = s.nodes
	r.Evidence = plan.Evidence([]string{"placed", "orbits"}, placed, orbits)
	return r, ctx.Err()
}

// Most work of a sample.
var sampled = queens.NewTotal(1 << 22)

func (c *count) Samples(ctx context.Context, _ plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	if _, err := c.Work(ctx); err != nil {
		return nil, err
	}
	return plan.Sampled(ctx, c.worker(o), plan.Random(c.roots, sampled, c.divide, seed, c.order)), nil
}
