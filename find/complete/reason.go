package complete

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Reason is why a problem has no solution: a theorem; lines that cannot all have a queen; or given
// queens, blocked squares and excluded diagonals that exclude every solution without the others. An
// empty reason means that the search found none.
type Reason struct {
	Theorem        string   // without a final period
	Hall           *Hall    // lines that see too few others
	Weights        *Weights // of lines
	queens.Problem          // with no causes but these
	Minimal        bool     // removing any one of them allows a solution

	placed uint64 // queens, to find it
}

// smallSearch is a number of nodes that takes about a millisecond.
const smallSearch = 2000

// Explain returns a reason why p has no solution, which the search found: a theorem, lines that see
// too few others, or weights of lines, with their causes except for many lines. Otherwise it
// shrinks the set of all causes. It costs at most about as much as placing budget queens, and
// nothing if the verdict took more than an eighth of them. Undecided causes stay in the set, and
// then Minimal is false. If nothing could be removed, the reason is empty.
//
// With a budget of math.MaxUint64 it removes every cause that is not needed, and retries undecided
// attempts with four times as many nodes. At a deadline of ctx it returns what it has. The engine
// is always Auto. Errors: those of One.
func Explain(ctx context.Context, p queens.Problem, found Answer, budget uint64, o Options) (r Reason, err error) {
	if err := p.Validate(); err != nil {
		return r, errs.Errorf("%w", err)
	}
	if text := theorem(p); text != "" {
		return Reason{Theorem: text, Minimal: true}, nil
	}
	b, err := newBoard(p)
	if err != nil {
		return r, err
	}
	full := budget == math.MaxUint64
	r.Hall = b.hall()
	switch dead := r.Hall != nil && len(r.Hall.Lines) == 1; {
	case found.Weights != nil && !dead:
		r.Hall, r.Weights = nil, found.Weights
		r.Problem = r.Weights.causes(p)
	case dead || r.Hall != nil && full:
		r.Problem = r.Hall.causes(p)
	}
	if !full && (r.Hall != nil || r.Weights != nil || found.Nodes > budget/8) {
		return r, nil
	}
	core := r.Problem
	if size(core) == 0 {
		core = p
	}
	o.Engine, o.Proof = Auto, nil
	e := &explainer{p: core, o: o, parts: partsOf(core), needed: map[part]bool{}, left: budget, limit: smallSearch}
	for ; !e.minimal() && !e.over(ctx); e.limit *= 4 {
		if err := e.pass(ctx, len(e.parts)); err != nil {
			return Reason{}, err
		}
	}
	r.placed = e.placed
	if len(e.parts) < size(core) {
		r.Hall, r.Weights = nil, nil // they need not hold for a smaller set
	}
	if full || e.minimal() || len(e.parts) < size(p) {
		r.Problem, r.Minimal = with(p, e.parts), e.minimal()
	}
	return r, nil
}

// causes returns all given queens of p, and the blocked squares and excluded diagonals that close
// squares lighter than Least.
func (w *Weights) causes(p queens.Problem) queens.Problem {
	c, light := newCover(p), map[queens.Square]bool{}
	w.light(p, nil, func(sq queens.Square) {
		if slices.Min(append(c.causes(sq), len(c.parts))) >= len(p.Given) { // no given queen attacks it
			light[sq] = true
		}
	})
	core := c.of(slices.SortedFunc(maps.Keys(light), compareSquares))
	slices.SortFunc(core.Blocked, compareSquares)
	slices.SortFunc(core.Excluded, func(a, b queens.Diagonal) int {
		return cmp.Or(int(a.Line)-int(b.Line), a.Index-b.Index)
	})
	core.Given = p.Given
	return core
}

func compareSquares(a, b queens.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) }

// part is a cause: a given queen, a blocked square, or an excluded diagonal, a queens.Diagonal.
type part any

type (
	given   queens.Square
	blocked queens.Square
)

// partsOf returns the blocked squares, excluded diagonals and given queens of p.
func partsOf(p queens.Problem) (parts []part) {
	for _, sq := range p.Blocked {
		parts = append(parts, blocked(sq))
	}
	for _, d := range p.Excluded {
		parts = append(parts, d)
	}
	for _, sq := range p.Given {
		parts = append(parts, given(sq))
	}
	return parts
}

func size(p queens.Problem) int { return len(p.Given) + len(p.Blocked) + len(p.Excluded) }

// with returns the problem with these parts instead of its own.
func with(p queens.Problem, parts []part) queens.Problem {
	p.Given, p.Blocked, p.Excluded = nil, nil, nil
	for _, x := range parts {
		switch x := x.(type) {
		case given:
			p.Given = append(p.Given, queens.Square(x))
		case queens.Diagonal:
			p.Excluded = append(p.Excluded, x)
		case blocked:
			p.Blocked = append(p.Blocked, queens.Square(x))
		}
	}
	return p
}

type explainer struct {
	p      queens.Problem // order and topology
	o      Options
	parts  []part // parts that exclude every solution
	needed map[part]bool
	left   uint64 // nodes
	placed uint64 // queens, by all attempts
	limit  uint64 // nodes of an attempt
}

func (e *explainer) broken(x part, q queens.Perm) bool {
	switch x := x.(type) {
	case given:
		return q[x.Col] != x.Row
	case blocked:
		return q[x.Col] == x.Row
	}
	for sq := range x.(queens.Diagonal).Squares(e.p.Order, e.p.Topology) {
		if q[sq.Col] == sq.Row {
			return true
		}
	}
	return false
}

func (e *explainer) over(ctx context.Context) bool {
	return e.left == 0 || errors.Is(ctx.Err(), context.DeadlineExceeded)
}

func (e *explainer) minimal() bool {
	return !slices.ContainsFunc(e.parts, func(x part) bool { return !e.needed[x] })
}

// pass tries to remove runs of at most size parts, large ones first, single ones last. A part
// needed in a larger set is needed in a smaller one.
func (e *explainer) pass(ctx context.Context, size int) error {
	for ; size > 0; size /= 2 {
		for at := 0; at < len(e.parts); {
			run := e.parts[at:min(at+size, len(e.parts))]
			if slices.ContainsFunc(run, func(x part) bool { return e.needed[x] }) {
				at += len(run)
				continue
			}
			if e.over(ctx) {
				return nil
			}
			refuted, err := e.without(ctx, at, len(run))
			if err != nil {
				return err
			}
			if !refuted {
				at += len(run)
			}
		}
	}
	return nil
}

func (e *explainer) without(ctx context.Context, at, size int) (refuted bool, err error) {
	run, rest := e.parts[at:at+size], slices.Concat(e.parts[:at], e.parts[at+size:])
	p, o := with(e.p, rest), e.o
	o.Nodes = min(e.limit, e.left)
	a, err := One(ctx, p, o)
	open := uint64(p.Order - len(p.Given))
	cost := a.Nodes + uint64(p.Order+len(rest)) + open*open/16 // building the board takes time
	if a.weighed {
		cost += 4 * programFrom(int(open))
	}
	e.left -= min(e.left, cost)
	e.placed += a.Nodes
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return false, nil
	case err != nil:
		return false, err
	case a.Solution != nil:
		broken := slices.DeleteFunc(slices.Clone(run), func(x part) bool { return !e.broken(x, a.Solution) })
		if len(broken) == 1 {
			e.needed[broken[0]] = true
		}
	case a.Weights != nil:
		e.parts = partsOf(a.Weights.causes(p))
	case a.Proven:
		e.parts = rest
	}
	return a.Proven && a.Solution == nil, nil
}

// causes returns causes that leave the lines no squares but those on lines that they see.
func (h *Hall) causes(p queens.Problem) queens.Problem {
	var squares []queens.Square
	for _, line := range h.Lines {
		for i := range p.Order {
			sq := queens.Square{Row: line, Col: i}
			if h.Kind == queens.Col {
				sq = queens.Square{Row: i, Col: line}
			}
			if _, on := slices.BinarySearch(h.On, queens.Lines(sq, p.Order, p.Topology)[h.Seen]); !on {
				squares = append(squares, sq)
			}
		}
	}
	return newCover(p).of(squares)
}

// cover finds few causes that take every square of a line.
type cover struct {
	p     queens.Problem
	parts []part       // given queens, excluded diagonals, blocked squares
	at    map[part]int // index of a blocked square, an excluded diagonal, and the queen on a line
}

// occupied is a line with a given queen.
type occupied queens.Diagonal

func newCover(p queens.Problem) *cover {
	parts := partsOf(p)
	blocked, given := len(p.Blocked), len(parts)-len(p.Given)
	c := &cover{p: p, parts: slices.Concat(parts[given:], parts[blocked:given], parts[:blocked]), at: map[part]int{}}
	for i, x := range c.parts {
		c.at[x] = i
	}
	for i, sq := range p.Given {
		for line, index := range queens.Lines(sq, p.Order, p.Topology) {
			c.at[occupied{queens.Line(line), index}] = i
		}
	}
	return c
}

func (c *cover) causes(sq queens.Square) (causes []int) {
	keys := []part{blocked(sq)}
	for line, index := range queens.Lines(sq, c.p.Order, c.p.Topology) {
		d := queens.Diagonal{Line: queens.Line(line), Index: index}
		keys = append(keys, occupied(d), d)
	}
	for _, key := range keys {
		if i, ok := c.at[key]; ok && !slices.Contains(causes, i) {
			causes = append(causes, i)
		}
	}
	return causes
}

// of returns causes that take all the squares, chosen greedily, with none superfluous.
func (c *cover) of(squares []queens.Square) queens.Problem {
	takes := map[int][]int{} // squares by cause
	for i, sq := range squares {
		for _, cause := range c.causes(sq) {
			takes[cause] = append(takes[cause], i)
		}
	}
	covered := make([]int, len(squares)) // number of chosen causes
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
	var needed []part
	for _, cause := range chosen {
		if slices.ContainsFunc(takes[cause], func(i int) bool { return covered[i] == 1 }) {
			needed = append(needed, c.parts[cause])
			continue
		}
		for _, i := range takes[cause] {
			covered[i]--
		}
	}
	return with(c.p, needed)
}

const maxNamed = 24

// Text returns why p has no solution, without capital and final period. nodes is the number of
// queens placed by the search.
func (r Reason) Text(p queens.Problem, nodes uint64) string {
	var parts []string
	add := func(noun string, names []string) {
		if len(names) > 1 {
			noun += "s"
		}
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s (%s)", len(names), noun, strings.Join(cut(names), " ")))
		}
	}
	square := func(sq queens.Square) string { return sq.Name(p.Order) }
	add("given queen", named.Names(r.Given, square))
	add("blocked square", named.Names(r.Blocked, square))
	add("excluded diagonal",
		named.Names(r.Excluded, func(d queens.Diagonal) string { return d.Name(p.Order, p.Topology) }))
	causes := strings.Join(parts, ", ")
	proof := ""
	switch {
	case r.Hall != nil:
		proof = r.Hall.text(p)
	case r.Weights != nil:
		proof = r.Weights.text(p)
	}
	switch {
	case r.Theorem != "":
		return r.Theorem
	case proof != "" && causes == "":
		return proof
	case proof != "" && !r.Minimal:
		return proof + ": " + causes
	case causes == "" && size(p) > 0:
		return fmt.Sprintf("a search of %d nodes left nothing out", nodes)
	case causes == "":
		return fmt.Sprintf("the empty board has none, by a search of %d nodes", nodes)
	}
	verdict := "already leave none, and none of them can be spared"
	switch {
	case size(r.Problem) == 1:
		verdict = "already leaves none"
	case !r.Minimal && size(r.Problem) == size(p):
		verdict = "leave none together; perhaps fewer would do"
	case !r.Minimal:
		verdict = "already leave none; perhaps fewer would do"
	}
	switch {
	case proof != "":
		return fmt.Sprintf("%s; %s %s", proof, causes, verdict)
	case nodes == 0: // no search was needed
		return causes + " " + verdict
	}
	return fmt.Sprintf("%s %s, by a search of %d nodes", causes, verdict, nodes)
}

func (w *Weights) text(p queens.Problem) string {
	if w.Split != nil {
		return fmt.Sprintf("a linear program has no solution in any of %d cases, by diagonals with and without a queen",
			w.Cases())
	}
	var sum int64
	for _, weights := range w.Of {
		for _, weight := range weights {
			sum += weight
		}
	}
	m := p.Order - len(p.Given)
	return fmt.Sprintf("with weights of lines every free square weighs %d or more and %d queens %d or more, but all "+
		"lines together weigh %d", w.Least, m, w.Least*int64(m), sum)
}
