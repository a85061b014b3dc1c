package complete

import (
	"context"
	"fmt"
	"slices"

	"queens"
)

// Reason says why a problem has no solution: by a theorem, because some lines cannot
// all have a queen, or because the given queens, blocked squares and excluded diagonals
// named here leave none, even if all others were taken away. A reason that says nothing
// of this is the search that found none.
type Reason struct {
	Theorem  string            `json:"theorem,omitempty"` // a sentence without a final period
	Line     string            `json:"line,omitempty"`    // a row or column all of whose squares they take: "row 5"
	Hall     *Hall             `json:"hall,omitempty"`    // lines that see too few others
	Given    []queens.Square   `json:"given,omitempty"`
	Blocked  []queens.Square   `json:"blocked,omitempty"`
	Excluded []queens.Diagonal `json:"excluded,omitempty"`
	Minimal  bool              `json:"minimal"` // without any one of them there would be a solution, or a square in the line
	Nodes    uint64            `json:"nodes"`   // queens placed to find out
}

// ShortReason returns a reason why p, which has no solution, has none, at no more than
// about the cost of the verdict, a search of so many nodes: a theorem; a line without a
// free square, with few queens and blocked squares that suffice; lines that see too few
// others; or a set that leaves no completion and of which nothing can be spared, if that
// is found in time. If nothing of this is, the reason is empty: the search.
//
// Errors: those of One.
func ShortReason(ctx context.Context, p queens.Problem, nodes uint64, o Options) (Reason, error) {
	r, err := plainReason(p)
	if err != nil || r.Theorem != "" || r.Line != "" || r.Hall != nil {
		return r, err
	}
	if r, err = shrunk(ctx, p, nodes+smallSearch, o); err != nil || !r.Minimal {
		return Reason{}, err
	}
	return r, nil
}

// smallSearch is a number of nodes that takes about a millisecond.
const smallSearch = 2000

// Explain returns a theorem or a line without a free square, as ShortReason does; else a
// set that leaves no completion, made smaller by leaving out what is not needed, and the
// lines that see too few others, if there are any. At most about budget queens are placed
// for that, and nothing is left out if to refute the whole set takes more than an eighth
// of them. What remains undecided stays in the set, and Minimal is false. The engine is
// Auto, whatever the options say.
//
// Errors: those of One.
func Explain(ctx context.Context, p queens.Problem, budget uint64, o Options) (Reason, error) {
	plain, err := plainReason(p)
	if err != nil || plain.Theorem != "" || plain.Line != "" {
		return plain, err
	}
	r, err := shrunk(ctx, p, budget, o)
	r.Hall = plain.Hall
	return r, err
}

// plainReason returns a reason that takes no search, an empty one if there is none.
func plainReason(p queens.Problem) (Reason, error) {
	if err := p.Validate(); err != nil {
		return Reason{}, fmt.Errorf("complete: %w", err)
	}
	if text := theorem(p); text != "" {
		return Reason{Theorem: text, Minimal: true}, nil
	}
	b, err := newBoard(p)
	if err != nil {
		return Reason{}, err
	}
	if r, ok := deadLine(p, b); ok {
		return r, nil
	}
	return Reason{Hall: newDFS(b).hall()}, nil
}

// shrunk returns a set of what p has that leaves no completion, made smaller.
func shrunk(ctx context.Context, p queens.Problem, budget uint64, o Options) (Reason, error) {
	o.Engine = Auto
	e := &explainer{p: p, o: o, left: budget, minimal: true}
	e.p.Given, e.p.Blocked, e.p.Excluded = slices.Clone(p.Given), slices.Clone(p.Blocked), slices.Clone(p.Excluded)
	e.limit = budget / 8
	e.hard = !e.refuted(ctx)
	shrink(ctx, e, &e.p.Blocked)
	shrink(ctx, e, &e.p.Excluded)
	shrink(ctx, e, &e.p.Given)
	if e.err != nil {
		return Reason{}, e.err
	}
	return Reason{Given: e.p.Given, Blocked: e.p.Blocked, Excluded: e.p.Excluded, Minimal: e.minimal, Nodes: budget - e.left}, nil
}

// explainer leaves out parts of a problem without a solution.
type explainer struct {
	p       queens.Problem
	o       Options
	left    uint64 // nodes
	limit   uint64 // nodes of an attempt
	hard    bool   // the whole set is too hard to refute
	minimal bool
	err     error
}

// over reports whether no more attempts are made.
func (e *explainer) over() bool { return e.err != nil || e.left == 0 || e.hard }

// refuted reports whether the problem as it stands is proven to have no solution. If so,
// the next attempt gets about twice as many nodes: a smaller set takes longer to refute,
// but not much longer if what was left out did not matter.
func (e *explainer) refuted(ctx context.Context) bool {
	o := e.o
	o.Nodes = max(min(e.limit, e.left), 1)
	a, err := find(ctx, e.p, nil, o)
	e.err = err
	open := uint64(e.p.Order - len(e.p.Given))
	e.left -= min(e.left, a.Nodes+1+open*open/16) // to make the board costs time, too
	if a.Solution == nil && !a.Proven {
		e.minimal = false
		return false
	}
	if a.Solution == nil {
		e.limit = 2*a.Nodes + uint64(20*e.p.Order)
		return true
	}
	return false
}

// shrink takes from *list, a part of e.p, what is not needed: large runs first, then
// single ones. What was needed in a larger set is needed in a smaller one, so one pass
// over the single ones is enough.
func shrink[T any](ctx context.Context, e *explainer, list *[]T) {
	for size := len(*list); size > 0; size /= 2 {
		for at := 0; at < len(*list); {
			if e.over() {
				e.minimal = false
				return
			}
			all := *list
			*list = slices.Concat(all[:at], all[min(at+size, len(all)):])
			before := e.minimal
			if e.refuted(ctx) {
				continue
			}
			if size > 1 {
				e.minimal = before // smaller runs will tell
			}
			*list = all
			at += size
		}
	}
}

// deadLine returns the reason of the line without a free square for which the fewest
// queens, squares and diagonals suffice.
func deadLine(p queens.Problem, b *board) (Reason, bool) {
	var best Reason
	found := false
	size := func(r Reason) int { return len(r.Given) + len(r.Blocked) + len(r.Excluded) }
	s := newDFS(b)
	c := newCover(p)
	for line, free := range s.count {
		if free > 0 {
			continue
		}
		var squares []queens.Square
		var name string
		if line < b.m {
			r := int(b.rows[line])
			name = fmt.Sprintf("row %d", r+1)
			for col := range p.Order {
				squares = append(squares, queens.Square{Row: r, Col: col})
			}
		} else {
			col := int(b.cols[line-b.m])
			name = fmt.Sprintf("column %d", col+1)
			for r := range p.Order {
				squares = append(squares, queens.Square{Row: r, Col: col})
			}
		}
		r := c.of(squares)
		r.Line = name
		if !found || size(r) < size(best) {
			best, found = r, true
		}
	}
	return best, found
}

// cover finds few causes that take every square of a line. Causes are numbered: given
// queens, then excluded diagonals, then blocked squares.
type cover struct {
	p      queens.Problem
	line   [4]map[int]int // given queen by kind of line and index
	closed map[queens.Diagonal]int
	block  map[queens.Square]int
}

func newCover(p queens.Problem) *cover {
	c := &cover{p: p, closed: map[queens.Diagonal]int{}, block: map[queens.Square]int{}}
	for kind := range c.line {
		c.line[kind] = map[int]int{}
	}
	for i, sq := range p.Given {
		for kind, index := range c.indices(sq) {
			c.line[kind][index] = i
		}
	}
	for i, d := range p.Excluded {
		c.closed[d] = len(p.Given) + i
	}
	for i, sq := range p.Blocked {
		c.block[sq] = len(p.Given) + len(p.Excluded) + i
	}
	return c
}

// indices returns the lines through a square by kind.
func (c *cover) indices(sq queens.Square) [4]int {
	return [4]int{
		queens.Row: sq.Row, queens.Col: sq.Col,
		queens.Rising:  queens.DiagonalOf(sq, queens.Rising, c.p.Order, c.p.Topology).Index,
		queens.Falling: queens.DiagonalOf(sq, queens.Falling, c.p.Order, c.p.Topology).Index,
	}
}

// causes returns what takes a square.
func (c *cover) causes(sq queens.Square) (causes []int) {
	for kind, index := range c.indices(sq) {
		if i, ok := c.line[kind][index]; ok && !slices.Contains(causes, i) {
			causes = append(causes, i)
		}
		if i, ok := c.closed[queens.Diagonal{Line: queens.Line(kind), Index: index}]; ok {
			causes = append(causes, i)
		}
	}
	if i, ok := c.block[sq]; ok {
		causes = append(causes, i)
	}
	return causes
}

// of returns causes that together take all the squares, chosen greedily, none of them
// superfluous.
func (c *cover) of(squares []queens.Square) Reason {
	takes := map[int][]int{} // squares by cause
	for i, sq := range squares {
		for _, cause := range c.causes(sq) {
			takes[cause] = append(takes[cause], i)
		}
	}
	covered := make([]int, len(squares)) // by how many of the chosen
	var chosen []int
	for left := len(squares); left > 0; {
		best, gain := -1, 0
		for cause, list := range takes {
			fresh := 0
			for _, i := range list {
				if covered[i] == 0 {
					fresh++
				}
			}
			if fresh > gain || fresh == gain && cause < best {
				best, gain = cause, fresh
			}
		}
		chosen = append(chosen, best)
		left -= gain
		for _, i := range takes[best] {
			covered[i]++
		}
	}
	r := Reason{Minimal: true}
	for _, cause := range chosen {
		if !slices.ContainsFunc(takes[cause], func(i int) bool { return covered[i] == 1 }) {
			for _, i := range takes[cause] {
				covered[i]--
			}
			continue
		}
		given, excluded := len(c.p.Given), len(c.p.Excluded)
		switch {
		case cause < given:
			r.Given = append(r.Given, c.p.Given[cause])
		case cause < given+excluded:
			r.Excluded = append(r.Excluded, c.p.Excluded[cause-given])
		default:
			r.Blocked = append(r.Blocked, c.p.Blocked[cause-given-excluded])
		}
	}
	return r
}
