package solver

import (
	"fmt"

	"queens"
)

// Lemmas takes the lemmas of a search that finds nothing, a proof that others can check.
// A lemma is a clause: one of its literals is true of every solution. Literal v says
// that a queen stands on the square of variable v, -v that none does; the variable of a
// square is [Variable]. Each lemma follows from the board and the lemmas before it that
// were not forgotten by unit propagation; the last one is the empty clause.
type Lemmas interface {
	// Restart forgets everything: the search begins anew.
	Restart()
	// Add takes a lemma and the constraints that propagate to a conflict, in their order, if all
	// its literals are false. It returns the number of the lemma. The slices are not kept.
	Add(clause []int, why []Reason) (number int)
	// Forget says that later lemmas do not need one.
	Forget(number int)
}

// Reason is a constraint that propagates.
type Reason struct {
	Why  Why
	A, B int
	Line queens.Line
}

// Why says what kind of constraint a Reason is.
type Why uint8

// The kinds of constraints.
const (
	Attack Why = iota // the queen on A takes square B, as both are on a line of the kind Line
	// Needs: row or column A has a queen on a square that is neither forbidden nor attacked by a
	// given queen.
	Needs
	Earlier // lemma A, of which B is the last literal that is not false yet
	Denied  // set A of squares that must not all hold a queen; the given queens stand
)

// Variable returns the number of the variable of a square: row*n + col + 1.
func Variable(sq queens.Square, n int) int { return sq.Row*n + sq.Col + 1 }

// Refutation turns the tree of a depth-first search into lemmas: of every queen that was tried and
// taken off, that she and some of those before her cannot all stand. Which ones follows from the
// row or column that is left without a free square: of every queen that takes one of its squares
// the first is named, and a forced queen is replaced by those that force her. The lemmas below a
// queen are not needed any more then. If she is not named herself, those before her are refuted
// already, and nothing more is written until the search has taken them off.
type Refutation struct {
	to       Lemmas
	n        int
	topology queens.Topology
	absent   []bool     // by variable: no queen may ever stand there
	at       [4][]int32 // by kind and index of a line: 1 and the place in stack of the queen on it
	stack    []standing
	known    []lemma // about queens refuted beside those that stand
	newest   []int32 // by variable: 1 and the place in known of the latest lemma about it
	kept     []lemma // about one or two queens, of runs before
	keptOn   map[int][]int
	finished bool // the empty clause has been written

	need      []bool // by place in stack: the conflict depends on it
	why, sort []Reason
	parts     []int // where the reasons of each line begin in why
	clause    []int
	stamp     []int32 // by variable: the conflict in which a reason was written
	conflict  int32
}

// standing is a queen on the board.
type standing struct {
	variable int
	depth    int // number of free choices so far, hers included if she is one
	forced   bool
	line     queens.Line // if she is forced: the row or column with no other free square
	index    int
	lost     bool  // what stands before her is refuted already
	done     lemma // refutes what stands up to her, if it has a number
}

// lemma is a set of queens that cannot all stand.
type lemma struct {
	number  int
	queens  []int // variables; she whom it is about comes last
	depth   int   // of free choices, at most
	another int32 // 1 and the place in known of another one about the same queen
}

// NewRefutation returns a Refutation of a problem.
func NewRefutation(p queens.Problem, to Lemmas) *Refutation {
	n := p.Order
	r := &Refutation{
		to: to, n: n, topology: p.Topology, keptOn: map[int][]int{},
		absent: make([]bool, n*n+1), newest: make([]int32, n*n+1), stamp: make([]int32, n*n+1), need: make([]bool, n),
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

// lines returns the index of the line of each kind through the square of a variable.
func (r *Refutation) lines(v int) [4]int {
	return queens.Lines(queens.Square{Row: (v - 1) / r.n, Col: (v - 1) % r.n}, r.n, r.topology)
}

// Restart forgets everything.
func (r *Refutation) Restart() {
	r.to.Restart()
	r.lift(0)
	clear(r.newest)
	clear(r.keptOn)
	r.known, r.kept, r.finished = r.known[:0], r.kept[:0], false
}

// Begin starts a search in which the queens of the given variables stand already, one free choice
// each.
func (r *Refutation) Begin(standing ...int) {
	r.lift(0)
	r.forget(len(standing) + 1)
	for _, v := range standing {
		r.Put(v)
	}
}

func (r *Refutation) forget(depth int) {
	for len(r.known) > 0 && r.known[len(r.known)-1].depth > depth {
		r.to.Forget(r.pop().number)
	}
}

func (r *Refutation) pop() *lemma {
	l := &r.known[len(r.known)-1]
	r.newest[l.queens[len(l.queens)-1]] = l.another
	r.known = r.known[:len(r.known)-1]
	return l
}

// Keep takes all queens off but those that were forced before any free choice. Of what was refuted,
// lemmas of at most so many queens stay.
func (r *Refutation) Keep(queens int) {
	keep := func(l lemma) {
		if l.number == 0 || len(l.queens) == 0 {
			return
		}
		if len(l.queens) > queens {
			r.to.Forget(l.number)
			return
		}
		for _, v := range l.queens {
			r.keptOn[v] = append(r.keptOn[v], len(r.kept))
		}
		r.kept = append(r.kept, l)
	}
	for len(r.known) > 0 {
		l := *r.pop()
		l.queens = append([]int(nil), l.queens...)
		keep(l)
	}
	for _, s := range r.stack {
		keep(s.done)
	}
	free := 0
	for free < len(r.stack) && r.stack[free].forced {
		free++
	}
	r.lift(free)
}

// Put says that a queen stands on the square of a variable, by free choice.
func (r *Refutation) Put(variable int) {
	s := standing{variable: variable, depth: 1, lost: r.finished}
	if p := r.chosen(); p >= 0 {
		s.depth = r.stack[p].depth + 1
		s.lost = s.lost || r.stack[p].lost || r.stack[p].done.number != 0
	}
	r.place(s)
}

// Force says that a queen stands on the square of a variable because no other one is free in a row
// or column.
func (r *Refutation) Force(variable int, line queens.Line, index int) {
	r.place(standing{variable: variable, forced: true, line: line, index: index})
}

func (r *Refutation) place(s standing) {
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

// chosen returns the place of the last queen that is a free choice, -1 if there is none.
func (r *Refutation) chosen() int {
	p := len(r.stack) - 1
	for p >= 0 && r.stack[p].forced {
		p--
	}
	return p
}

// Full is the kind of line of a conflict in which no line is left: the solution is denied.
const Full queens.Line = 255

// Refuted says that nothing can follow the last free choice, as a row or column has no free square
// that is not refuted, and takes her off.
func (r *Refutation) Refuted(line queens.Line, index int) {
	p := r.chosen()
	s := r.stack[p]
	if s.lost {
		r.lift(p)
		return
	}
	l := s.done
	if l.number == 0 {
		r.analyze(line, index)
		l.number = r.to.Add(r.clause, r.sort)
		for _, v := range r.clause {
			l.queens = append(l.queens, -v)
		}
	}
	r.forget(s.depth)
	r.lift(p)
	switch before := r.chosen(); {
	case len(l.queens) > 0 && l.queens[len(l.queens)-1] == s.variable:
		l.depth, l.another = s.depth, r.newest[s.variable]
		r.known = append(r.known, l)
		r.newest[s.variable] = int32(len(r.known))
	case before >= 0:
		r.stack[before].done = l
	default:
		r.finished = true
	}
}

// Done writes the empty clause, as a row or column has no free square that is not refuted.
func (r *Refutation) Done(line queens.Line, index int) {
	if !r.finished {
		r.analyze(line, index)
		r.finished = true
		r.to.Add(r.clause, r.sort)
	}
}

// First writes the empty clause after every smaller beginning of q was refuted, if q and all larger
// ones are denied: set 0 is q, the next ones have a larger row in column 0, 1, ....
func (r *Refutation) First(q queens.Perm) {
	r.lift(0)
	var before []int
	set := 0
	for col, row := range q {
		for larger := row + 1; larger < len(q); larger++ {
			set++
			r.kept = append(r.kept, lemma{number: -set, queens: append(before[:col:col],
				Variable(queens.Square{Row: larger, Col: col}, r.n))})
			last := r.kept[len(r.kept)-1].queens[col]
			r.keptOn[last] = append(r.keptOn[last], len(r.kept)-1)
		}
		before = append(before, Variable(queens.Square{Row: row, Col: col}, r.n))
	}
	for col, v := range before {
		r.Force(v, queens.Col, col)
	}
	r.Done(Full, 0)
}

// analyze sets clause to the free choices that leave a line without a free square, and sort to the
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

// taken notes why a row or column has no free square but one, by queens before a place of the
// stack, and reports whether it has none.
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
	for at := r.newest[v]; at > 0; at = r.known[at-1].another {
		if r.uses(&r.known[at-1], v, limit) {
			return true
		}
	}
	for _, at := range r.keptOn[v] {
		if r.uses(&r.kept[at], v, limit) {
			return true
		}
	}
	return false
}

// uses notes a lemma as the reason that a square is not free, if its other queens stand before a
// place, and reports whether they do.
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

// broken starts the conflict anew with a lemma of a run before that the queens before a place of
// the stack break, and returns that place: the search does not leave a queen out which such a lemma
// refutes alone.
func (r *Refutation) broken(limit int) int {
	clear(r.need[:len(r.stack)])
	r.why, r.parts = r.why[:0], append(r.parts[:0], 0)
	for i := range r.kept {
		if r.uses(&r.kept[i], 0, limit) {
			return limit
		}
	}
	panic(fmt.Sprintf("solver: no reason why %d queens leave a line without a free square", limit))
}
