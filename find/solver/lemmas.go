package solver

import (
	"fmt"
	"slices"

	"queens"
)

// Lemmas receives the lemmas of a search that finds nothing: a proof that others can check. A lemma
// is a clause: every solution satisfies one of its literals. Literal v puts a queen on the square
// of variable v (see [Variable]), -v puts none. Each lemma follows by unit propagation from the
// board and earlier lemmas that are not forgotten. The last one is the empty clause.
type Lemmas interface {
	// Restart forgets everything for a new search.
	Restart()
	// Add adds a lemma and returns its number. why has the constraints, in order, that propagate to
	// a conflict if all literals are false. Add does not retain the slices.
	Add(clause []int, why []Reason) (number int)
	// Forget reports that later lemmas do not need this one.
	Forget(number int)
}

// Reason is a propagating constraint.
type Reason struct {
	Why  Why
	A, B int
	Line queens.Line
}

// Why is the kind of constraint of a Reason.
type Why uint8

// The kinds of constraints.
const (
	Attack Why = iota // the queen on A attacks square B along a line of kind Line
	// Needs: row or column A has a queen, on a square neither forbidden nor attacked by a given
	// queen.
	Needs
	Earlier // lemma A, whose last literal that is not false is B
	Denied  // set A of squares that must not all have a queen, with the given queens placed
)

// Variable returns the number of the variable of a square: row*n + col + 1.
func Variable(sq queens.Square, n int) int { return sq.Row*n + sq.Col + 1 }

// Refutation turns the tree of a depth-first search into lemmas. For every queen that was tried and
// removed, a lemma says that she and some earlier queens exclude each other. The row or column
// without a free square determines which: for each of its squares, the first queen that attacks it
// is named, and a forced queen is replaced by those that force her. The lemmas below a removed
// queen are then no longer needed. If she is not named herself, the queens before her are already
// refuted, and nothing more is written until the search removes them.
type Refutation struct {
	to       Lemmas
	n        int
	topology queens.Topology
	absent   []bool     // by variable: no queen may be there
	at       [4][]int32 // by kind and index of a line: 1 + position in stack of its queen
	stack    []standing
	known    []*lemma   // refuted queens beside those on the board
	about    [][]*lemma // by variable: the lemmas of known about it
	kept     []*lemma   // about one or two queens, from earlier runs
	keptOn   map[int][]*lemma
	finished bool // the empty clause is written

	need      []bool // by position in stack: the conflict depends on this queen
	why, sort []Reason
	parts     []int // where the reasons of each line begin in why
	clause    []int
	stamp     []int32 // by variable: the conflict that last used it as a reason
	conflict  int32
}

type standing struct {
	variable int
	depth    int // number of free choices up to and including this queen
	forced   bool
	line     queens.Line // if forced: the row or column with no other free square
	index    int
	lost     bool   // the queens before her are already refuted
	done     *lemma // refutes the queens up to her; nil if they are not refuted
}

type lemma struct {
	number int
	queens []int // variables, the subject of the lemma last
	depth  int   // upper bound on the free choices
}

// NewRefutation returns a Refutation of p that writes its lemmas to the receiver to.
func NewRefutation(p queens.Problem, to Lemmas) *Refutation {
	n := p.Order
	r := &Refutation{
		to: to, n: n, topology: p.Topology, keptOn: map[int][]*lemma{},
		absent: make([]bool, n*n+1), about: make([][]*lemma, n*n+1), stamp: make([]int32, n*n+1), need: make([]bool, n),
	}
	for kind := range r.at {
		r.at[kind] = make([]int32, 2*n)
	}
	for _, sq := range p.Forbidden() {
		r.absent[Variable(sq, n)] = true
	}
	for _, sq := range p.Given {
		for kind, index := range r.lines(Variable(sq, n)) {
			r.at[kind][index] = 1
		}
	}
	for v := 1; v <= n*n; v++ {
		for kind, index := range r.lines(v) {
			r.absent[v] = r.absent[v] || r.at[kind][index] > 0
		}
	}
	for kind := range r.at {
		clear(r.at[kind])
	}
	return r
}

func (r *Refutation) lines(v int) [4]int {
	return queens.Lines(queens.Square{Row: (v - 1) / r.n, Col: (v - 1) % r.n}, r.n, r.topology)
}

// Restart forgets everything.
func (r *Refutation) Restart() {
	r.to.Restart()
	r.lift(0)
	clear(r.about)
	clear(r.keptOn)
	r.known, r.kept, r.finished = r.known[:0], r.kept[:0], false
}

// Begin starts a search with queens on the board, each a free choice.
func (r *Refutation) Begin(board []queens.Square) {
	r.lift(0)
	r.forget(len(board) + 1)
	for _, sq := range board {
		r.Try(sq, false, 0, 0)
	}
}

func (r *Refutation) forget(depth int) {
	for len(r.known) > 0 && r.known[len(r.known)-1].depth > depth {
		r.to.Forget(r.pop().number)
	}
}

func (r *Refutation) pop() *lemma {
	l := r.known[len(r.known)-1]
	about := &r.about[l.queens[len(l.queens)-1]]
	r.known, *about = r.known[:len(r.known)-1], (*about)[:len(*about)-1]
	return l
}

// Keep removes all queens. It keeps lemmas with at most the given number of queens.
func (r *Refutation) Keep(queens int) {
	keep := func(l *lemma) {
		if l == nil || len(l.queens) == 0 {
			return
		}
		if len(l.queens) > queens {
			r.to.Forget(l.number)
			return
		}
		for _, v := range l.queens {
			r.keptOn[v] = append(r.keptOn[v], l)
		}
		r.kept = append(r.kept, l)
	}
	for len(r.known) > 0 {
		keep(r.pop())
	}
	for _, s := range r.stack {
		keep(s.done)
	}
	r.lift(0)
}

// Try places a queen: by free choice, or forced, because every other free square of her row or
// column is refuted. A nil Refutation ignores her.
func (r *Refutation) Try(queen queens.Square, forced bool, line queens.Line, index int) {
	if r != nil {
		r.place(queen, forced, line, index)
	}
}

func (r *Refutation) place(queen queens.Square, forced bool, line queens.Line, index int) {
	s := standing{
		variable: Variable(queen, r.n), forced: forced, line: line, index: index, depth: 1, lost: r.finished,
	}
	if p := r.chosen(); p >= 0 {
		s.depth = r.stack[p].depth + 1
		s.lost = s.lost || r.stack[p].lost || r.stack[p].done != nil
	}
	r.stack = append(r.stack, s)
	for kind, index := range r.lines(s.variable) {
		r.at[kind][index] = int32(len(r.stack))
	}
}

func (r *Refutation) lift(to int) {
	for _, s := range r.stack[to:] {
		for kind, index := range r.lines(s.variable) {
			r.at[kind][index] = 0
		}
	}
	r.stack = r.stack[:to]
}

func (r *Refutation) chosen() int {
	p := len(r.stack) - 1
	for p >= 0 && r.stack[p].forced {
		p--
	}
	return p
}

// Full is the line of a conflict on a full board: the solution is denied.
const Full queens.Line = 255

// Refuted removes the last free choice: a row or column has no free square that is not refuted. A
// nil Refutation ignores that.
func (r *Refutation) Refuted(line queens.Line, index int) {
	if r != nil {
		r.refuted(line, index)
	}
}

func (r *Refutation) refuted(line queens.Line, index int) {
	p := r.chosen()
	s := r.stack[p]
	if s.lost {
		r.lift(p)
		return
	}
	l := s.done
	if l == nil {
		r.analyze(line, index)
		l = &lemma{number: r.to.Add(r.clause, r.sort)}
		for _, v := range r.clause {
			l.queens = append(l.queens, -v)
		}
	}
	r.forget(s.depth)
	r.lift(p)
	switch before := r.chosen(); {
	case len(l.queens) > 0 && l.queens[len(l.queens)-1] == s.variable:
		l.depth = s.depth
		r.known, r.about[s.variable] = append(r.known, l), append(r.about[s.variable], l)
	case before >= 0:
		r.stack[before].done = l
	default:
		r.finished = true
	}
}

// Done writes the empty clause: a row or column has no free square that is not refuted.
func (r *Refutation) Done(line queens.Line, index int) {
	if !r.finished {
		r.analyze(line, index)
		r.finished = true
		r.to.Add(r.clause, r.sort)
	}
}

// First writes the empty clause if q and all larger solutions are denied and every smaller prefix
// is refuted. Set 0 is q; the next sets have a larger row in column 0, 1, ...
func (r *Refutation) First(q queens.Perm) {
	r.lift(0)
	var before []int
	set := 0
	for col, row := range q {
		for larger := row + 1; larger < len(q); larger++ {
			set++
			last := Variable(queens.Square{Row: larger, Col: col}, r.n)
			l := &lemma{number: -set, queens: append(before[:col:col], last)}
			r.kept, r.keptOn[last] = append(r.kept, l), append(r.keptOn[last], l)
		}
		before = append(before, Variable(queens.Square{Row: row, Col: col}, r.n))
	}
	for col, row := range q {
		r.place(queens.Square{Row: row, Col: col}, true, queens.Col, col)
	}
	r.Done(Full, 0)
}

// analyze sets clause to the free choices that leave a line without a free square, sort to the
// reasons.
func (r *Refutation) analyze(line queens.Line, index int) {
	clear(r.need[:len(r.stack)])
	r.why, r.parts = r.why[:0], append(r.parts[:0], 0)
	limit := len(r.stack)
	if line == Full {
		for p := range r.stack {
			r.need[p] = true
		}
		r.why = append(r.why, Reason{Why: Denied})
	} else if !r.taken(line, index, 0, limit) {
		limit = r.broken(limit)
	}
	for p := limit - 1; p >= 0; p-- {
		if s := &r.stack[p]; r.need[p] && s.forced {
			r.parts = append(r.parts, len(r.why))
			if !r.taken(s.line, s.index, s.variable, p) {
				p = r.broken(p)
			}
		}
	}
	r.parts = append(r.parts, len(r.why))
	r.conflict++
	r.sort, r.clause = r.sort[:0], r.clause[:0]
	for i := len(r.parts) - 2; i >= 0; i-- {
		for _, reason := range r.why[r.parts[i]:r.parts[i+1]] {
			if reason.Why == Attack || reason.Why == Earlier {
				if r.stamp[reason.B] == r.conflict {
					continue
				}
				r.stamp[reason.B] = r.conflict
			}
			r.sort = append(r.sort, reason)
		}
	}
	for p, s := range r.stack {
		if r.need[p] && !s.forced {
			r.clause = append(r.clause, -s.variable)
		}
	}
}

// taken records why a row or column has at most one free square (except), by queens below limit in
// the stack. It reports whether it has none.
func (r *Refutation) taken(line queens.Line, index, except, limit int) bool {
	first, step := index*r.n+1, 1
	if line == queens.Col {
		first, step = index+1, r.n
	}
	for k := range r.n {
		if v := first + k*step; v != except && !r.absent[v] && !r.takes(v, limit) {
			return false
		}
	}
	r.why = append(r.why, Reason{Why: Needs, A: index, Line: line})
	return true
}

func (r *Refutation) takes(v, limit int) bool {
	first, by := limit, queens.Line(0)
	for kind, index := range r.lines(v) {
		if p := int(r.at[kind][index]) - 1; p >= 0 && p < first {
			first, by = p, queens.Line(kind)
		}
	}
	if first < limit {
		r.need[first] = true
		r.why = append(r.why, Reason{Attack, r.stack[first].variable, v, by})
		return true
	}
	for _, l := range slices.Backward(r.about[v]) {
		if r.uses(l, v, limit) {
			return true
		}
	}
	for _, l := range r.keptOn[v] {
		if r.uses(l, v, limit) {
			return true
		}
	}
	return false
}

// uses records a lemma as the reason that square v is not free, if its other queens are below limit
// in the stack, and reports whether they are.
func (r *Refutation) uses(l *lemma, v, limit int) bool {
	for _, u := range l.queens {
		if p := int(r.at[queens.Row][(u-1)/r.n]) - 1; u != v && (p < 0 || p >= limit || r.stack[p].variable != u) {
			return false
		}
	}
	for _, u := range l.queens {
		if u != v {
			r.need[r.at[queens.Row][(u-1)/r.n]-1] = true
		}
	}
	r.why = append(r.why, Reason{Why: Earlier, A: l.number, B: v})
	return true
}

// broken restarts the conflict with a lemma of an earlier run that the queens below limit violate,
// and returns limit. Such queens occur because the search also places queens that a kept lemma
// refutes.
func (r *Refutation) broken(limit int) int {
	clear(r.need[:len(r.stack)])
	r.why, r.parts = r.why[:0], append(r.parts[:0], 0)
	for _, l := range r.kept {
		if r.uses(l, 0, limit) {
			return limit
		}
	}
	panic(fmt.Sprintf("solver: no reason why %d queens leave a line without a free square", limit))
}
