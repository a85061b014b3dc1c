// Package search counts by search. A subproblem is a list of boards with some queens in place;
// its kernels count their completions. A variant divides the solutions into families (see
// [Family]), and each family into [Parts] by its next queens.
package search

import (
	"context"
	_ "embed"
	"iter"
	"runtime"
	"slices"
	"sync"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/plan"
	"queens/internal/bitmath"
)

// Part is a piece of a family: the family's board with queens in the first open rows.
type Part struct {
	Family int    // index in Count.Families
	Cols   string // one byte per queen, its column, in the order of the open rows
}

// Parts are the boards of a subproblem, at least one.
type Parts []Part

// AppendTo appends the parts as numbers.
func (parts Parts) AppendTo(b []byte) []byte {
	b = plan.AppendNumbers(b, len(parts))
	for _, part := range parts {
		b = append(plan.AppendNumbers(b, part.Family, len(part.Cols)), part.Cols...)
	}
	return b
}

// Method is the method whose subproblems are boards with some queens in place.
type Method struct {
	of    func(n int) []Family // their weighted completions add up to the count
	again func(n int) []Family // other images of the same families, or nil
	apart bool                 // no subproblem has parts of two families
}

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "search", Variants: variants(), Kernels: plan.Processors("search", kernels.All()),
	}
}

// NewCount returns a count of order n.
func (k Method) NewCount(s plan.Variant, n int) plan.Count {
	return &Count{Method: k, order: n, families: sync.OnceValue(func() []Family { return k.of(n) })}
}

// Again returns an unlisted variant that counts other images of the same boards for checks, if
// there is one.
func Again(s plan.Variant) (again plan.Variant, ok bool) {
	k, _ := s.Method.(Method)
	if k.again == nil {
		return s, false
	}
	k.of = k.again
	s.Method = k
	return s, true
}

// Count is a count of boards.
type Count struct {
	plan.Defaults
	Method
	order    int
	families func() []Family
	roots    []plan.Subproblem // the families, by Work
}

// Families returns the families. The first call takes milliseconds.
func (c *Count) Families() []Family { return c.families() }

// Identity returns the families.
func (c *Count) Identity() (parts int, b []byte) {
	families := c.Families()
	for i := range families {
		b = families[i].appendTo(b)
	}
	return len(families), b
}

// Board returns the board of a part and the number of solutions that each of its completions
// represents.
func (c *Count) Board(part Part) (Board, uint64) {
	b := c.root(part.Family)
	for i := range len(part.Cols) {
		b = b.with(int(part.Cols[i]))
	}
	return b, c.Families()[part.Family].Weight
}

func (c *Count) root(family int) Board { return c.Families()[family].board(c.order) }

// Work estimates every family.
func (c *Count) Work(ctx context.Context) (whole plan.Work, err error) {
	families := len(c.Families())
	c.roots = make([]plan.Subproblem, families)
	descents := min(maxDescents, max(minDescents, draftDescents/max(1, families)))
	for i := range c.roots {
		if err := ctx.Err(); err != nil {
			return whole, err
		}
		b := c.root(i)
		c.roots[i] = plan.Subproblem{Work: b.estimate(descents), Pieces: Parts{{Family: i}}}
		whole = whole.Plus(c.roots[i].Work)
	}
	return whole, nil
}

func (c *Count) divide(sub plan.Subproblem) (list []plan.Subproblem) {
	part := sub.Pieces.(Parts)[0]
	b, _ := c.Board(part)
	if len(b.Rows) == 0 {
		return nil
	}
	for col, child := range b.children() {
		next := Parts{{part.Family, part.Cols + string(byte(col))}}
		list = append(list, plan.Subproblem{Work: child.estimate(minDescents), Pieces: next})
	}
	return list
}

// Cut cuts the families in parallel and packs the pieces.
func (c *Count) Cut(ctx context.Context, target plan.Work) ([]plan.Subproblem, error) {
	pieces := make([][]plan.Subproblem, len(c.roots))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pieces)) {
		workers.Go(func() {
			for i := range next {
				take := func(sub plan.Subproblem) { pieces[i] = append(pieces[i], sub) }
				_ = plan.Split(ctx, c.roots[i], target, c.divide, take) // only ctx ends it
			}
		})
	}
	for i := range pieces {
		next <- i
	}
	close(next)
	workers.Wait()
	join := func(a, b Parts) (Parts, bool) { return append(a, b...), !c.apart || a[0].Family == b[0].Family }
	return plan.Pack(slices.Values(slices.Concat(pieces...)), target, join), ctx.Err()
}

//go:embed variants.txt
var words string

func variants() []plan.Variant {
	border := plan.Variant{
		Name: "search-border", Source: "engelhardt2010", Version: 1, Counts: "solutions", MinOrder: MinBorderOrder,
		MaxOrder: plan.MaxOrder, Meaning: "completions by constellation", From: -1, Second: "search",
		Method: Method{of: borderFamilies, apart: true},
	}
	families := plan.Variant{
		Name: "search", Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: plan.MaxOrder,
		Second: "search-border", Method: Method{of: centralFamilies},
	}
	squares := plan.Variant{
		Name: "search-squares", Source: "engelhardt2010", Version: 1, Counts: "solutions, once for each queen",
		Meaning: "solutions by square", PerQueen: true, MinOrder: 1, MaxOrder: plan.MaxOrder,
		Method: Method{of: squareFamilies(false), again: squareFamilies(true), apart: true},
	}
	return plan.WithTexts(words, families, border, squares)
}

// Board is a partly filled board in words. In words of columns, bit c is column c. Rising has bit
// r+c for each queen at (r, c), Falling bit c-r+n-1.
type Board struct {
	Order   int
	Columns uint64                // columns that hold a queen
	Rising  uint64                // rising diagonals that hold a queen
	Falling uint64                // falling diagonals that hold a queen
	Blocked [plan.MaxOrder]uint64 // per row, columns where a queen is not allowed
	Filled  uint64                // rows that hold a queen
	Rows    []int                 // open rows in the order in which they are filled; shared, read-only
}

// Free returns the free columns of the open row r.
func (b *Board) Free(r int) uint64 {
	n := b.Order
	all := uint64(1)<<n - 1
	return all &^ (b.Columns | b.Blocked[r] | b.Rising>>r | b.Falling>>(n-1-r))
}

// Place puts a queen on a free square without changing Rows.
func (b *Board) Place(sq queens.Square) {
	b.Columns |= 1 << sq.Col
	b.Filled |= 1 << sq.Row
	b.Rising |= 1 << sq.SumDiag()
	b.Falling |= 1 << (sq.Col - sq.Row + b.Order - 1)
}

// children yields the boards with another queen in the first open row, with its column.
func (b *Board) children() iter.Seq2[int, Board] {
	return func(yield func(int, Board) bool) {
		r := b.Rows[0]
		for c := range bitmath.Members(b.Free(r)) {
			if !yield(c, b.with(c)) {
				return
			}
		}
	}
}

func (b *Board) with(c int) Board {
	child := *b
	child.fill(c)
	return child
}

func (b *Board) fill(c int) {
	b.Place(queens.Square{Row: b.Rows[0], Col: c})
	b.Rows = b.Rows[1:]
}
