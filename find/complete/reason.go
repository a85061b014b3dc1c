package complete

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/internal/named"
)

// Reason is why a problem has no solution: a theorem; lines that cannot all have a queen; or given
// queens, blocked squares and excluded diagonals that exclude every solution without the others. An
// empty reason means that the search found none.
type Reason struct {
	Theorem  string            `json:"theorem,omitempty"` // without a final period
	Line     string            `json:"line,omitempty"`    // a row or column without a free square: "row 5"
	Hall     *Hall             `json:"hall,omitempty"`    // lines that see too few others
	Weights  *Weights          `json:"weights,omitempty"` // of lines
	Given    []queens.Square   `json:"given,omitempty"`
	Blocked  []queens.Square   `json:"blocked,omitempty"`
	Excluded []queens.Diagonal `json:"excluded,omitempty"`
	Minimal  bool              `json:"minimal"` // removing any one of them allows a solution
	Nodes    uint64            `json:"nodes"`   // queens placed to find the reason
}

// Explain returns a reason why p has no solution, as found says. It tries a theorem; a line without
// a free square and a small set of causes; lines that see too few others; and weights of lines with
// their causes. Otherwise it shrinks the set of all causes. It places at most about budget queens,
// and none if the verdict took more than an eighth of them. Undecided causes stay in the set, and
// then Minimal is false. If nothing could be removed, the reason is empty. The engine is always
// Auto. Errors: those of One.
func Explain(ctx context.Context, p queens.Problem, found Answer, budget uint64, o Options) (Reason, error) {
	r, err := plainReason(p, found)
	if err != nil || r.Theorem != "" || r.Hall != nil || r.Weights != nil {
		return r, err
	}
	core := p
	if r.Line != "" {
		core = r.problem(p)
	} else if found.Nodes > budget/8 {
		return Reason{}, nil
	}
	e := newExplainer(core, o)
	e.left = budget
	if r.Line != "" {
		r.Minimal, err = e.allNeeded(ctx)
		return r, err
	}
	smaller, err := e.minimize(ctx)
	if err != nil || !smaller.Minimal && len(e.parts) == size(p) {
		return Reason{}, err
	}
	return smaller, nil
}

// Minimize is Explain with a time limit: it removes every cause that is not needed, and retries
// undecided attempts with four times as many nodes. Minimal reports whether nothing is undecided.
// Errors: those of One.
func Minimize(ctx context.Context, p queens.Problem, found Answer, limit time.Duration, o Options) (Reason, error) {
	plain, err := plainReason(p, found)
	if err != nil || plain.Theorem != "" {
		return plain, err
	}
	core := p
	switch {
	case plain.Line != "" || plain.Weights != nil:
		core = plain.problem(p)
	case plain.Hall != nil:
		core = plain.Hall.weights(p).reason(p).problem(p)
	}
	e := newExplainer(core, o)
	e.end, e.left = time.Now().Add(limit), math.MaxUint64
	r, err := e.minimize(ctx)
	if len(e.parts) == size(core) {
		r.Line, r.Weights = plain.Line, plain.Weights // they need not hold for a smaller set
	}
	r.Hall = plain.Hall
	return r, err
}

// smallSearch is a number of nodes that takes about a millisecond.
const smallSearch = 2000

// plainReason returns a reason that needs no search, or an empty one.
func plainReason(p queens.Problem, found Answer) (Reason, error) {
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
	if found.Weights != nil {
		return found.Weights.reason(p), nil
	}
	return Reason{Hall: b.hall()}, nil
}

func (r Reason) problem(p queens.Problem) queens.Problem {
	p.Given, p.Blocked, p.Excluded = r.Given, r.Blocked, r.Excluded
	return p
}

// reason returns the weights with all given queens, and the blocked squares and excluded diagonals
// that close squares lighter than Least.
func (w *Weights) reason(p queens.Problem) Reason {
	taken, light := newCover(queens.Problem{Order: p.Order, Topology: p.Topology, Given: p.Given}),
		map[queens.Square]bool{}
	w.light(p, nil, func(sq queens.Square) {
		if len(taken.causes(sq)) == 0 {
			light[sq] = true
		}
	})
	squares := slices.SortedFunc(maps.Keys(light), compareSquares)
	rest := p
	rest.Given = nil
	r := newCover(rest).of(squares)
	slices.SortFunc(r.Blocked, compareSquares)
	slices.SortFunc(r.Excluded, func(a, b queens.Diagonal) int {
		return cmp.Or(int(a.Line)-int(b.Line), a.Index-b.Index)
	})
	r.Given, r.Weights, r.Minimal = p.Given, w, false
	return r
}

func compareSquares(a, b queens.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) }

// part is a cause: a given queen, an excluded diagonal or a blocked square.
type part struct {
	kind     uint8
	square   queens.Square
	diagonal queens.Diagonal
}

const (
	givenQueen = iota
	excludedDiagonal
	blockedSquare
)

func partsOf(p queens.Problem) (parts []part) {
	for _, sq := range p.Blocked {
		parts = append(parts, part{kind: blockedSquare, square: sq})
	}
	for _, d := range p.Excluded {
		parts = append(parts, part{kind: excludedDiagonal, diagonal: d})
	}
	for _, sq := range p.Given {
		parts = append(parts, part{kind: givenQueen, square: sq})
	}
	return parts
}

func size(p queens.Problem) int { return len(p.Given) + len(p.Blocked) + len(p.Excluded) }

func reasonOf(parts []part) (r Reason) {
	for _, x := range parts {
		switch x.kind {
		case givenQueen:
			r.Given = append(r.Given, x.square)
		case excludedDiagonal:
			r.Excluded = append(r.Excluded, x.diagonal)
		default:
			r.Blocked = append(r.Blocked, x.square)
		}
	}
	return r
}

type explainer struct {
	p      queens.Problem // order and topology
	o      Options
	parts  []part // parts that exclude every solution
	needed map[part]bool
	left   uint64    // nodes
	limit  uint64    // nodes of an attempt
	end    time.Time // zero: never
	used   uint64    // nodes
}

func newExplainer(p queens.Problem, o Options) *explainer {
	o.Engine, o.Proof = Auto, nil
	return &explainer{p: p, o: o, parts: partsOf(p), needed: map[part]bool{}, limit: smallSearch}
}

func (e *explainer) broken(x part, q queens.Perm) bool {
	if x.kind != excludedDiagonal {
		return (q[x.square.Col] == x.square.Row) != (x.kind == givenQueen)
	}
	for sq := range x.diagonal.Squares(e.p.Order, e.p.Topology) {
		if q[sq.Col] == sq.Row {
			return true
		}
	}
	return false
}

func (e *explainer) over() bool { return e.left == 0 || !e.end.IsZero() && !time.Now().Before(e.end) }

// minimize removes parts that are not needed, until the set is minimal or a limit is reached.
func (e *explainer) minimize(ctx context.Context) (r Reason, err error) {
	for minimal := false; ; e.limit *= 4 {
		if err := e.pass(ctx); err != nil {
			return Reason{}, err
		}
		minimal = !slices.ContainsFunc(e.parts, func(x part) bool { return !e.needed[x] })
		if minimal || e.over() {
			r = reasonOf(e.parts)
			r.Minimal, r.Nodes = minimal, e.used
			return r, nil
		}
	}
}

// pass tries to remove large runs of parts first, then single ones. A part needed in a larger set
// is needed in a smaller one.
func (e *explainer) pass(ctx context.Context) error {
	for size := len(e.parts); size > 0; size /= 2 {
		for at := 0; at < len(e.parts); {
			run := e.parts[at:min(at+size, len(e.parts))]
			if slices.ContainsFunc(run, func(x part) bool { return e.needed[x] }) {
				at += len(run)
				continue
			}
			if e.over() {
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
	p, o := reasonOf(rest).problem(e.p), e.o
	o.Nodes = min(e.limit, e.left)
	limited, cancel := ctx, context.CancelFunc(func() {})
	if !e.end.IsZero() {
		limited, cancel = context.WithDeadline(ctx, e.end)
	}
	defer cancel()
	a, err := One(limited, p, o)
	open := uint64(p.Order - len(p.Given))
	e.used += a.Nodes
	cost := a.Nodes + 1 + open*open/16 // building the board takes time
	if a.weighed {
		cost += 4 * programFrom(int(open))
	}
	e.left -= min(e.left, cost)
	if err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			err = nil // out of time
		}
		return false, err
	}
	switch {
	case a.Solution != nil:
		var broken []part
		for _, x := range run {
			if e.broken(x, a.Solution) {
				broken = append(broken, x)
			}
		}
		if len(broken) == 1 {
			e.needed[broken[0]] = true
		}
	case a.Weights != nil:
		e.parts = partsOf(a.Weights.reason(p).problem(p))
	case a.Proven:
		e.parts = rest
	}
	return a.Proven && a.Solution == nil, nil
}

func (e *explainer) allNeeded(ctx context.Context) (bool, error) {
	before := len(e.parts)
	for at := range e.parts {
		if e.over() {
			return false, nil
		}
		if refuted, err := e.without(ctx, at, 1); err != nil || refuted || !e.needed[e.parts[at]] {
			return false, err
		}
	}
	return len(e.parts) == before, nil
}

// deadLine returns the line without a free square that has the fewest causes.
func deadLine(p queens.Problem, b *board) (Reason, bool) {
	var best Reason
	found := false
	s := newDFS(b)
	c := newCover(p)
	for line, free := range s.count {
		if free > 0 {
			continue
		}
		s.dead = int32(line)
		kind, index := s.conflict()
		squares := make([]queens.Square, p.Order)
		for i := range squares {
			squares[i] = queens.Square{Row: index, Col: i}
			if kind == queens.Col {
				squares[i] = queens.Square{Row: i, Col: index}
			}
		}
		r := c.of(squares)
		r.Line = LineName(kind, index, p)
		if !found || size(r.problem(p)) < size(best.problem(p)) {
			best, found = r, true
		}
	}
	return best, found
}

// cover finds few causes that take every square of a line.
type cover struct {
	p     queens.Problem
	parts []part       // given queens, excluded diagonals, blocked squares
	at    map[part]int // index of an excluded diagonal, a blocked square, and, by its line, a given queen
}

func newCover(p queens.Problem) *cover {
	c := &cover{p: p, parts: partsOf(p), at: map[part]int{}}
	slices.SortStableFunc(c.parts, func(a, b part) int { return int(a.kind) - int(b.kind) })
	for i, x := range c.parts {
		if x.kind != givenQueen {
			c.at[x] = i
			continue
		}
		for line, index := range queens.Lines(x.square, p.Order, p.Topology) {
			c.at[part{kind: givenQueen, diagonal: queens.Diagonal{Line: queens.Line(line), Index: index}}] = i
		}
	}
	return c
}

func (c *cover) causes(sq queens.Square) (causes []int) {
	keys := []part{{kind: blockedSquare, square: sq}}
	for line, index := range queens.Lines(sq, c.p.Order, c.p.Topology) {
		d := queens.Diagonal{Line: queens.Line(line), Index: index}
		keys = append(keys, part{kind: givenQueen, diagonal: d}, part{kind: excludedDiagonal, diagonal: d})
	}
	for _, key := range keys {
		if i, ok := c.at[key]; ok && !slices.Contains(causes, i) {
			causes = append(causes, i)
		}
	}
	return causes
}

// of returns causes that take all the squares, chosen greedily, with none superfluous.
func (c *cover) of(squares []queens.Square) Reason {
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
	r := reasonOf(needed)
	r.Minimal = true
	return r
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
	switch {
	case r.Theorem != "":
		return r.Theorem
	case r.Line != "":
		return fmt.Sprintf("%s has no free square: %s", r.Line, causes)
	case r.Weights != nil && causes == "":
		return r.Weights.text(p)
	case r.Hall != nil && causes == "":
		return r.Hall.text(p)
	case causes == "" && size(p) > 0:
		return fmt.Sprintf("a search of %d nodes left nothing out", nodes)
	case causes == "":
		return fmt.Sprintf("the empty board has none, by a search of %d nodes", nodes)
	}
	verdict := "already leave none, and none of them can be spared"
	switch {
	case size(r.problem(p)) == 1:
		verdict = "already leaves none"
	case !r.Minimal && size(r.problem(p)) == size(p):
		verdict = "leave none together; perhaps fewer would do"
	case !r.Minimal:
		verdict = "already leave none; perhaps fewer would do"
	}
	switch {
	case r.Hall != nil:
		return fmt.Sprintf("%s; %s %s", r.Hall.text(p), causes, verdict)
	case r.Weights != nil:
		return fmt.Sprintf("%s; %s %s", r.Weights.text(p), causes, verdict)
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
