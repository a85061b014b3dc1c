package complete

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"

	"queens"
)

// learner searches by learning clauses from dead ends (conflict-driven clause
// learning). Each free square is a variable, true for a queen. Two kinds of
// constraints are kept as lines, not as clauses:
//
//	a queen empties the other squares of its row, column and diagonals;
//	a row or column with all squares but one empty has a queen on that one.
//
// What is learned from a dead end is a clause: some of these squares, "queen" or
// "empty", cannot all be wrong. Learned clauses are watched at two literals.
//
// A literal is 2v for a queen on square v and 2v+1 for an empty one.
type learner struct {
	square []int32     // of the board, by variable
	lines  [][]int32   // variables of each row, then column, then diagonal with two free squares or more
	of     [][]int32   // lines of each variable, first its row and its column
	must   int         // lines that need a queen: the first ones
	left   []int32     // variables not known to be empty, by line that needs a queen
	value  []int8      // by variable: 0 open, 1 queen, -1 empty
	level  []int32     // decision level of a value, by variable
	reason []reason    // why a variable has its value
	trail  []literal   // values in the order they were set
	limits []int       // length of the trail where each decision level begins
	next   int         // first literal of the trail that is not yet propagated
	clause []*clause   // learned ones
	watch  [][]*clause // by literal that must not become false

	activity []float64
	step     float64
	order    activityHeap
	phase    []int8 // last value, by variable

	seen      []bool // by variable, while a conflict is analysed
	learned   []literal
	conflicts uint64
	nodes     uint64 // decisions
	random    *rand.Rand
}

// literal is a variable with a value.
type literal int32

func queenOn(v int32) literal { return literal(2 * v) }

func (l literal) variable() int32 { return int32(l) >> 1 }

func (l literal) not() literal { return l ^ 1 }

// wants returns the value that makes l true: 1 or -1.
func (l literal) wants() int8 { return 1 - 2*int8(l&1) }

// clause is a learned one: some literal of it is true. The first two are watched.
type clause struct {
	literals []literal
	levels   int // decision levels in it when it was learned: fewer are better
	gone     bool
}

// reason says why a literal had to be true: a queen (on variable queen), a line all
// of whose other squares are empty, or a clause. The zero value is a decision.
type reason struct {
	clause *clause
	queen  int32 // 1 and the variable
	line   int32 // 1 and the line
}

// newLearner returns a learner for a board.
func newLearner(b *board, seed uint64) *learner {
	l := &learner{must: 2 * b.m, step: 1, random: rand.New(rand.NewPCG(seed, 1))}
	l.lines = make([][]int32, 2*b.m)
	type diagonal struct {
		rising bool
		index  int32
	}
	members := map[diagonal][]int32{}
	var names []diagonal
	n := int32(b.n)
	modular := b.m > 0 && b.wraps()
	for sq, free := range b.free {
		if !free {
			continue
		}
		v := int32(len(l.square))
		l.square = append(l.square, int32(sq))
		i, j := sq/b.m, sq%b.m
		l.lines[i] = append(l.lines[i], v)
		l.lines[b.m+j] = append(l.lines[b.m+j], v)
		sum, diff := b.rows[i]+b.cols[j], b.rows[i]-b.cols[j]
		if modular {
			sum, diff = sum%n, (diff+n)%n
		}
		for _, d := range [...]diagonal{{true, sum}, {false, diff}} {
			if members[d] == nil {
				names = append(names, d)
			}
			members[d] = append(members[d], v)
		}
	}
	for _, d := range names {
		if len(members[d]) > 1 {
			l.lines = append(l.lines, members[d])
		}
	}
	vars := len(l.square)
	l.of = make([][]int32, vars)
	for line, squares := range l.lines {
		for _, v := range squares {
			l.of[v] = append(l.of[v], int32(line))
		}
	}
	l.left = make([]int32, l.must)
	for line := range l.left {
		l.left[line] = int32(len(l.lines[line]))
	}
	l.value, l.phase, l.level = make([]int8, vars), make([]int8, vars), make([]int32, vars)
	l.reason, l.seen = make([]reason, vars), make([]bool, vars)
	l.watch = make([][]*clause, 2*vars)
	l.activity = make([]float64, vars)
	for v := range l.activity {
		l.activity[v] = l.random.Float64() * 1e-3
		l.phase[v] = 1
	}
	l.order = newActivityHeap(l.activity)
	return l
}

// solve searches until there is a solution, none is left, or so many conflicts have
// been met. After a solution, forbid lets it go on.
func (l *learner) solve(ctx context.Context, conflicts uint64) outcome {
	for line, left := range l.left {
		if left == 0 {
			return exhausted
		}
		if left == 1 && len(l.limits) == 0 && !l.assertLast(int32(line)) {
			return exhausted
		}
	}
	last := l.conflicts + conflicts
	for restart := uint64(1); ; restart++ {
		switch why := l.descend(ctx, min(last, l.conflicts+restartUnit*luby(restart)), last); why {
		case spent:
			if l.conflicts >= last {
				return spent
			}
			l.backtrack(0)
			l.reduce()
		default:
			return why
		}
	}
}

// restartUnit is the number of conflicts that restarts are multiples of.
const restartUnit = 100

// luby returns the k-th number, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
func luby(k uint64) uint64 {
	for size := uint64(1); ; size = 2*size + 1 {
		if k == size {
			return (size + 1) / 2
		}
		if k < 2*size+1 {
			return luby(k - size)
		}
	}
}

// descend decides and propagates until there is a solution, a contradiction without
// decisions, or the number of conflicts reaches limit.
func (l *learner) descend(ctx context.Context, limit, last uint64) outcome {
	for {
		if conflict, ok := l.propagate(); ok {
			l.conflicts++
			if len(l.limits) == 0 {
				return exhausted
			}
			l.learn(conflict)
			if l.conflicts%pollNodes == 0 && ctx.Err() != nil {
				return canceled
			}
			continue
		}
		if l.conflicts >= limit {
			return spent
		}
		v := l.decide()
		if v < 0 {
			return stopped
		}
		l.nodes++
		if l.nodes%pollNodes == 0 && ctx.Err() != nil {
			return canceled
		}
		l.limits = append(l.limits, len(l.trail))
		l.assign(decision(v, l.phase[v]), reason{})
	}
}

// decision returns the literal that gives v a value.
func decision(v int32, value int8) literal {
	if value > 0 {
		return queenOn(v)
	}
	return queenOn(v).not()
}

// decide returns the open variable of the greatest activity, or -1.
func (l *learner) decide() int32 {
	for len(l.order.heap) > 0 {
		v := heap.Pop(&l.order).(int32)
		if l.value[v] == 0 {
			return v
		}
	}
	return -1
}

// assign makes a literal true.
func (l *learner) assign(x literal, why reason) {
	v := x.variable()
	l.value[v], l.level[v], l.reason[v] = x.wants(), int32(len(l.limits)), why
	l.trail = append(l.trail, x)
	if x.wants() < 0 {
		l.left[l.of[v][0]]--
		l.left[l.of[v][1]]--
	}
}

// isTrue and isFalse report the value of a literal.
func (l *learner) isTrue(x literal) bool  { return l.value[x.variable()] == x.wants() }
func (l *learner) isFalse(x literal) bool { return l.value[x.variable()] == -x.wants() }

// propagate draws all conclusions. It returns the literals of a clause that is false,
// if there is one.
func (l *learner) propagate() (conflict []literal, ok bool) {
	for ; l.next < len(l.trail); l.next++ {
		x := l.trail[l.next]
		if conflict = l.follow(x); conflict != nil {
			return conflict, true
		}
		if conflict = l.visit(x.not()); conflict != nil {
			return conflict, true
		}
	}
	return nil, false
}

// follow draws the conclusions from x along its lines.
func (l *learner) follow(x literal) []literal {
	v := x.variable()
	if x.wants() > 0 {
		for _, line := range l.of[v] {
			for _, u := range l.lines[line] {
				switch {
				case u == v || l.value[u] < 0:
				case l.value[u] > 0:
					return []literal{queenOn(u).not(), x.not()}
				default:
					l.assign(queenOn(u).not(), reason{queen: v + 1})
				}
			}
		}
		return nil
	}
	for _, line := range l.of[v][:2] {
		switch l.left[line] {
		case 0:
			return l.literalsOf(line)
		case 1:
			l.assertLast(line)
		}
	}
	return nil
}

// literalsOf returns the clause that a line has a queen.
func (l *learner) literalsOf(line int32) []literal {
	literals := make([]literal, len(l.lines[line]))
	for i, u := range l.lines[line] {
		literals[i] = queenOn(u)
	}
	return literals
}

// assertLast puts a queen on the last square of a line, and reports whether one is
// left.
func (l *learner) assertLast(line int32) bool {
	for _, u := range l.lines[line] {
		if l.value[u] == 0 {
			l.assign(queenOn(u), reason{line: line + 1})
		}
		if l.value[u] >= 0 {
			return true
		}
	}
	return false
}

// visit looks at the clauses that watch a literal which became false.
func (l *learner) visit(x literal) []literal {
	watchers := l.watch[x]
	kept := watchers[:0]
	for i, c := range watchers {
		if c.gone {
			continue
		}
		w := c.literals
		if w[0] == x {
			w[0], w[1] = w[1], w[0]
		}
		if l.isTrue(w[0]) || !l.watchAnother(c, x) {
			kept = append(kept, c)
		}
		if l.isTrue(w[0]) || w[1] != x {
			continue
		}
		if l.isFalse(w[0]) {
			l.watch[x] = append(kept, watchers[i+1:]...)
			return w
		}
		l.assign(w[0], reason{clause: c})
	}
	l.watch[x] = kept
	return nil
}

// watchAnother makes c watch a literal that is not false in place of x, its second
// one, and reports whether there was one.
func (l *learner) watchAnother(c *clause, x literal) bool {
	for k := 2; k < len(c.literals); k++ {
		if y := c.literals[k]; !l.isFalse(y) {
			c.literals[1], c.literals[k] = y, x
			l.watch[y] = append(l.watch[y], c)
			return true
		}
	}
	return false
}

// because calls visit for the literals, all false, that made v have its value.
func (l *learner) because(v int32, visit func(literal)) {
	switch why := l.reason[v]; {
	case why.clause != nil:
		for _, y := range why.clause.literals {
			if y.variable() != v {
				visit(y)
			}
		}
	case why.queen > 0:
		visit(queenOn(why.queen - 1).not())
	case why.line > 0:
		for _, u := range l.lines[why.line-1] {
			if u != v {
				visit(queenOn(u))
			}
		}
	}
}

// learn derives from a false clause the one that ends at the first literal of this
// level through which all ways to the conflict lead, goes back to where that clause
// has a consequence, and draws it.
func (l *learner) learn(conflict []literal) {
	now := int32(len(l.limits))
	l.learned = append(l.learned[:0], 0)
	open := 0
	mark := func(y literal) {
		v := y.variable()
		if l.seen[v] || l.level[v] == 0 {
			return
		}
		l.seen[v] = true
		l.bump(v)
		if l.level[v] == now {
			open++
		} else {
			l.learned = append(l.learned, y)
		}
	}
	for _, y := range conflict {
		mark(y)
	}
	at := len(l.trail)
	for {
		at--
		v := l.trail[at].variable()
		if !l.seen[v] {
			continue
		}
		open--
		if open == 0 {
			l.learned[0] = l.trail[at].not()
			break
		}
		l.because(v, mark)
		l.seen[v] = false
	}
	all := slices.Clone(l.learned)
	l.shorten()
	for _, y := range all {
		l.seen[y.variable()] = false
	}
	l.step /= activityDecay
	l.add(slices.Clone(l.learned))
}

// activityDecay is what the activity of a variable that is in no conflict is worth at
// the next one.
const activityDecay = 0.95

// shorten drops literals that follow from the others.
func (l *learner) shorten() {
	kept := l.learned[:1]
	for _, y := range l.learned[1:] {
		v := y.variable()
		redundant := l.reason[v] != reason{}
		l.because(v, func(z literal) {
			if u := z.variable(); !l.seen[u] && l.level[u] > 0 {
				redundant = false
			}
		})
		if !redundant {
			kept = append(kept, y)
		}
	}
	l.learned = kept
}

// add takes up a clause all of whose literals are false, the first one the latest:
// it goes back as far as the others are still false and makes the first one true.
func (l *learner) add(literals []literal) {
	if len(literals) == 1 {
		l.backtrack(0)
		l.assign(literals[0], reason{})
		return
	}
	latest := 1
	levels := map[int32]bool{}
	for k, y := range literals {
		levels[l.level[y.variable()]] = true
		if k > 0 && l.level[y.variable()] > l.level[literals[latest].variable()] {
			latest = k
		}
	}
	literals[1], literals[latest] = literals[latest], literals[1]
	c := &clause{literals: literals, levels: len(levels)}
	l.backtrack(int(l.level[literals[1].variable()]))
	l.clause = append(l.clause, c)
	l.watch[literals[0]] = append(l.watch[literals[0]], c)
	l.watch[literals[1]] = append(l.watch[literals[1]], c)
	l.assign(literals[0], reason{clause: c})
}

// backtrack takes back all values of levels above the given one.
func (l *learner) backtrack(level int) {
	if len(l.limits) <= level {
		return
	}
	for _, x := range slices.Backward(l.trail[l.limits[level]:]) {
		v := x.variable()
		if x.wants() < 0 {
			l.left[l.of[v][0]]++
			l.left[l.of[v][1]]++
		}
		l.phase[v], l.value[v] = l.value[v], 0
		l.order.insert(v)
	}
	l.trail = l.trail[:l.limits[level]]
	l.limits = l.limits[:level]
	l.next = len(l.trail)
}

// bump raises the activity of a variable.
func (l *learner) bump(v int32) {
	l.activity[v] += l.step
	if l.activity[v] > 1e100 {
		for u := range l.activity {
			l.activity[u] *= 1e-100
		}
		l.step *= 1e-100
	}
	l.order.rise(v)
}

// keptClauses is the number of learned clauses from which on some are forgotten.
const keptClauses = 2000

// reduce forgets the worse half of the learned clauses when they have become many.
// It is called without decisions, where no clause is a reason that still counts.
func (l *learner) reduce() {
	if len(l.clause) < keptClauses+int(l.conflicts/20) {
		return
	}
	slices.SortStableFunc(l.clause, func(a, b *clause) int { return a.levels - b.levels })
	half := len(l.clause) / 2
	for _, c := range l.clause[half:] {
		if c.levels > 2 {
			c.gone = true
		}
	}
	l.clause = slices.DeleteFunc(l.clause, func(c *clause) bool { return c.gone })
}

// forbid excludes the solution just found, and reports whether another may exist.
func (l *learner) forbid() bool {
	var literals []literal
	for _, x := range slices.Backward(l.trail) {
		if x.wants() > 0 && l.level[x.variable()] > 0 {
			literals = append(literals, x.not())
		}
	}
	if len(literals) == 0 {
		return false
	}
	slices.SortStableFunc(literals, func(a, b literal) int { return int(l.level[b.variable()] - l.level[a.variable()]) })
	top := l.level[literals[0].variable()]
	// Two queens of one level: it takes their level back altogether, and the clause has
	// no consequence yet.
	if len(literals) > 1 && l.level[literals[1].variable()] == top {
		l.backtrack(int(top) - 1)
		c := &clause{literals: literals, levels: 2}
		l.watch[literals[0]] = append(l.watch[literals[0]], c)
		l.watch[literals[1]] = append(l.watch[literals[1]], c)
		return true
	}
	l.add(literals)
	return true
}

// queens returns the squares with a queen.
func (l *learner) queens() (placed []int32) {
	for v, value := range l.value {
		if value > 0 {
			placed = append(placed, l.square[v])
		}
	}
	return placed
}

// activityHeap is a heap of variables, the most active on top.
type activityHeap struct {
	heap     []int32
	at       []int32 // place in heap and 1; 0 if not in it
	activity []float64
}

func newActivityHeap(activity []float64) activityHeap {
	h := activityHeap{at: make([]int32, len(activity)), activity: activity}
	for v := range activity {
		h.heap = append(h.heap, int32(v))
		h.at[v] = int32(v) + 1
	}
	heap.Init(&h)
	return h
}

// Len, Less, Swap, Push and Pop make it a heap.Interface.
func (h *activityHeap) Len() int           { return len(h.heap) }
func (h *activityHeap) Less(a, b int) bool { return h.activity[h.heap[a]] > h.activity[h.heap[b]] }
func (h *activityHeap) Swap(a, b int) {
	h.heap[a], h.heap[b] = h.heap[b], h.heap[a]
	h.at[h.heap[a]], h.at[h.heap[b]] = int32(a)+1, int32(b)+1
}

func (h *activityHeap) Push(v any) {
	h.heap = append(h.heap, v.(int32))
	h.at[v.(int32)] = int32(len(h.heap))
}

func (h *activityHeap) Pop() any {
	last := len(h.heap) - 1
	v := h.heap[last]
	h.heap, h.at[v] = h.heap[:last], 0
	return v
}

func (h *activityHeap) insert(v int32) {
	if h.at[v] == 0 {
		heap.Push(h, v)
	}
}

func (h *activityHeap) rise(v int32) {
	if h.at[v] > 0 {
		heap.Fix(h, int(h.at[v])-1)
	}
}

// wraps reports whether the diagonals go on at the opposite side.
func (b *board) wraps() bool { return b.topology == queens.Modular }
