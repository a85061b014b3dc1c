package complete

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens"
)

// Weights exclude a completion. The lines through any free square weigh at least Least, so m
// missing queens weigh at least m*Least. But a line has at most one queen, and all lines weigh less
// than that. The weights are a rounded dual solution of the linear program in [board.weights].
//
// If Split is not nil, there are two cases with their own weights instead.
type Weights struct {
	Least int64
	Of    [4][]int64 // by queens.Line and index; negative only for a diagonal known to have a queen
	Split *Split
}

// Split distinguishes whether a diagonal has a queen.
type Split struct {
	queens.Diagonal
	Without *Weights // ignores the squares of the diagonal
	With    *Weights // may give the diagonal a negative weight
}

// Square returns the weight of the lines through a square of the board of p.
func (w *Weights) Square(sq queens.Square, p queens.Problem) (sum int64) {
	for kind, index := range queens.Lines(sq, p.Order, p.Topology) {
		sum += w.Of[kind][index]
	}
	return sum
}

// light calls found for squares of open rows and columns that weigh less than Least in some case,
// unless the case has no queen on their diagonal.
func (w *Weights) light(p queens.Problem, without []queens.Diagonal, found func(queens.Square)) {
	if w.Split != nil {
		w.Split.Without.light(p, append(without, w.Split.Diagonal), found)
		w.Split.With.light(p, without, found)
		return
	}
	rows, cols := openLines(p)
	for _, row := range rows {
		for _, col := range cols {
			sq := queens.Square{Row: int(row), Col: int(col)}
			if w.Square(sq, p) < w.Least && !slices.ContainsFunc(without, func(d queens.Diagonal) bool {
				return d == queens.DiagonalOf(sq, d.Line, p.Order, p.Topology)
			}) {
				found(sq)
			}
		}
	}
}

// Cases returns the number of cases.
func (w *Weights) Cases() int {
	if w.Split == nil {
		return 1
	}
	return w.Split.Without.Cases() + w.Split.With.Cases()
}

// programFrom is the number of queens after which a search for m queens tries the linear program,
// which takes several times as long as the search so far.
func programFrom(m int) uint64 { return uint64(m) * uint64(m) * uint64(m) / 16 }

// casesFrom is the number of queens after which it tries the linear program with cases.
const casesFrom = 500_000

// casesWork bounds the work with cases, in squared numbers of lines: about a second.
const casesWork = 1_500_000_000

// maxQuick is the number of queens up to which the linear program takes less than about 0.05 s.
const maxQuick = 64

// maxLines bounds the matrix of the linear program to 18 MB.
const maxLines = 1500

// weights looks for Weights. The linear program maximizes the sum of x over the free squares, at
// most 1 in each line; a completion gives m. The simplex method finds the optimum in floating
// point; the weights are rounded to integers and checked. With cases it branches on diagonals, as
// in branch and bound, where few more of a kind are usable than there are queens. It returns nil if
// the optimum is m, there are too many lines, or ctx ends.
//
// Time: about one pivot per line, each at most the square of their number; with cases 20 times
// that.
func (b *board) weights(ctx context.Context, cases bool) *Weights {
	lp := newProgram(b)
	if lp == nil {
		return nil
	}
	if !cases {
		return lp.refute(ctx)
	}
	for kind := queens.Rising; kind <= queens.Falling; kind++ {
		if b.few(lp.first[kind+1] - lp.first[kind]) {
			k := len(lp.lines)
			lp.left = min(casesWork/(k*k+1), 1000*(k+1))
			return lp.branch(ctx, [...]queens.Line{kind, queens.Rising + queens.Falling - kind})
		}
	}
	return nil
}

// program is a linear program: maximize the sum of all x, where each line has at most 1. Penalties
// change the cost of a square or of the slack of a line.
type program struct {
	*board
	squares [][4]int32 // the lines through each, by kind
	lines   []queens.Diagonal
	first   [5]int // first line of each kind
	state   []int8 // of lines: lineFree, lineWithout, lineWith
	left    int    // remaining pivots
	cost    []float64
	inverse []float64 // of the basis, column by column
	basic   []int32   // basic variables: a square, or len(squares)+line for the slack of a line
	value   []float64 // of the basic variables: 1, perturbed for each line to prevent cycling
	price   []float64 // dual variables
	scratch []float64 // a column
	rows    []int32   // rows where scratch is not 0
}

// States of a line.
const (
	lineFree = iota
	lineWithout
	lineWith
)

// newProgram returns nil for more than maxLines lines. It omits lines without a free square.
func newProgram(b *board) *program {
	if 2*b.m > maxLines {
		return nil
	}
	lp := &program{board: b}
	for sq, free := range b.free {
		if free {
			lp.squares = append(lp.squares, b.on(int32(sq)))
		}
	}
	for kind := range lp.first[:4] {
		number := make([]int32, 2*b.n)
		for _, lines := range lp.squares {
			number[lines[kind]] = 1
		}
		for at, used := range number {
			if line := queens.Line(kind); used > 0 {
				number[at] = int32(len(lp.lines))
				lp.lines = append(lp.lines, queens.Diagonal{Line: line, Index: b.lineAt(line, at)})
			}
		}
		for i := range lp.squares {
			lp.squares[i][kind] = number[lp.squares[i][kind]]
		}
		lp.first[kind+1] = len(lp.lines)
	}
	k := len(lp.lines)
	if k > maxLines {
		return nil
	}
	lp.cost = slices.Concat(slices.Repeat([]float64{1}, len(lp.squares)), make([]float64, k))
	lp.state, lp.left = make([]int8, k), 50*(k+1)
	lp.inverse, lp.value, lp.price = make([]float64, k*k), make([]float64, k), make([]float64, k)
	lp.basic, lp.scratch, lp.rows = make([]int32, k), make([]float64, k), make([]int32, 0, k)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range k {
		lp.inverse[i*k+i] = 1
		lp.basic[i] = int32(len(lp.squares) + i)
		lp.value[i] = 1 + 1e-6*random.Float64()
	}
	return lp
}

const tolerance = 1e-9

// penalty is the cost of a queen on a line without one, or of a line that should have one.
const penalty = 8

// refute returns weights, or nil if the optimum allows a completion.
func (lp *program) refute(ctx context.Context) *Weights {
	if !lp.maximize(ctx) {
		return nil
	}
	for least := int64(1); least <= 1<<20; least += max(1, least>>5<<5) {
		if w := lp.round(least); w != nil {
			return w
		}
	}
	return nil
}

// branch is refute with cases on whether diagonals have a queen, those of the first kind first.
func (lp *program) branch(ctx context.Context, kinds [2]queens.Line) *Weights {
	if w := lp.refute(ctx); w != nil || lp.left <= 0 || ctx.Err() != nil {
		return w
	}
	used := slices.Repeat([]float64{1}, len(lp.lines)) // share of a queen on each line
	for i, v := range lp.basic {
		if line := int(v) - len(lp.squares); line >= 0 {
			used[line] -= lp.value[i]
		}
	}
	line := -1
	for _, kind := range kinds {
		best := 0.5 - 1e-3
		for i := lp.first[kind]; i < lp.first[kind+1]; i++ {
			if off := math.Abs(used[i] - 0.5); lp.state[i] == lineFree && off < best {
				line, best = i, off
			}
		}
		if line >= 0 {
			break
		}
	}
	if line < 0 {
		return nil
	}
	s := &Split{Diagonal: lp.lines[line]}
	defer lp.set(line, lineFree)
	lp.set(line, lineWithout)
	if s.Without = lp.branch(ctx, kinds); s.Without == nil {
		return nil
	}
	lp.set(line, lineWith)
	if s.With = lp.branch(ctx, kinds); s.With == nil {
		return nil
	}
	return &Weights{Split: s}
}

// set changes the state of a line through penalties, and keeps the basis.
func (lp *program) set(line int, state int8) {
	lp.state[line] = state
	for sq, lines := range lp.squares {
		lp.cost[sq] = 1
		if lp.state[lines[queens.Rising]] == lineWithout || lp.state[lines[queens.Falling]] == lineWithout {
			lp.cost[sq] = 1 - penalty
		}
	}
	lp.cost[len(lp.squares)+line] = 0
	if state == lineWith {
		lp.cost[len(lp.squares)+line] = -penalty
	}
	k := len(lp.lines)
	for j := range lp.price {
		lp.price[j] = 0
		for i, x := range lp.inverse[j*k : (j+1)*k] {
			lp.price[j] += lp.cost[lp.basic[i]] * x
		}
	}
}

func (lp *program) maximize(ctx context.Context) bool {
	sum := 0.0
	for i, v := range lp.basic {
		sum += lp.cost[v] * lp.value[i]
	}
	for ; sum < float64(lp.m)-1e-3; lp.left-- {
		if lp.left <= 0 || lp.left%64 == 0 && ctx.Err() != nil {
			return false
		}
		if lp.left%64 == 0 && lp.round(24) != nil {
			return true // already good enough
		}
		enter, gain := lp.enter()
		if enter < 0 {
			return true
		}
		column := lp.column(enter)
		leave, step := -1, 0.0
		for i, x := range column {
			if x > tolerance {
				if ratio := lp.value[i] / x; leave < 0 || ratio < step || ratio == step && x > column[leave] {
					leave, step = i, ratio
				}
			}
		}
		if leave < 0 {
			return false // rounding errors
		}
		sum += gain * step
		lp.pivot(enter, leave, gain)
	}
	return false
}

func (lp *program) column(variable int32) []float64 {
	k := len(lp.lines)
	clear(lp.scratch)
	if line := int(variable) - len(lp.squares); line >= 0 {
		copy(lp.scratch, lp.inverse[line*k:])
		return lp.scratch
	}
	for _, line := range lp.squares[variable] {
		for i, x := range lp.inverse[int(line)*k : int(line+1)*k] {
			lp.scratch[i] += x
		}
	}
	return lp.scratch
}

// pivot replaces a basic variable by one whose column is in scratch; each unit of it adds gain.
func (lp *program) pivot(enter int32, leave int, gain float64) {
	k, column := len(lp.lines), lp.scratch
	lp.rows = lp.rows[:0]
	for i, x := range column {
		if x > tolerance || x < -tolerance {
			lp.rows = append(lp.rows, int32(i))
		}
	}
	step := lp.value[leave] / column[leave]
	for _, i := range lp.rows {
		lp.value[i] -= step * column[i]
	}
	lp.value[leave], lp.basic[leave] = step, enter
	for j := range k {
		part := lp.inverse[j*k : (j+1)*k]
		x := part[leave]
		if x == 0 {
			continue
		}
		x /= column[leave]
		for _, i := range lp.rows {
			part[i] -= column[i] * x
		}
		part[leave] = x
		lp.price[j] += gain * x
	}
}

// enter returns the variable with the largest gain, or -1 at the optimum.
func (lp *program) enter() (best int32, gain float64) {
	best, gain = -1, 1e-7
	price := lp.price
	for sq, l := range lp.squares {
		if g := lp.cost[sq] - price[l[0]] - price[l[1]] - price[l[2]] - price[l[3]]; g > gain {
			best, gain = int32(sq), g
		}
	}
	for line, cost := range lp.cost[len(lp.squares):] {
		if g := cost - price[line]; g > gain {
			best, gain = int32(len(lp.squares)+line), g
		}
	}
	return best, gain
}

// round returns integer weights that prove that there is no completion, or nil.
func (lp *program) round(least int64) *Weights {
	weight, need := make([]int64, len(lp.lines)), make([]int64, len(lp.lines))
	for i, price := range lp.price {
		weight[i] = int64(math.Round(price * float64(least)))
	}
	// Each line in turn gets the weight that its squares still need, so the rows cover every
	// square.
	for kind := range lp.first[:4] {
		for i := lp.first[kind]; i < lp.first[kind+1]; i++ {
			need[i] = 0
			if lp.state[i] == lineWith {
				need[i] = -least * int64(lp.m)
			}
		}
		for _, l := range lp.squares {
			if lp.state[l[queens.Rising]] != lineWithout && lp.state[l[queens.Falling]] != lineWithout {
				need[l[kind]] = max(need[l[kind]],
					least-weight[l[0]]-weight[l[1]]-weight[l[2]]-weight[l[3]]+weight[l[kind]])
			}
		}
		copy(weight[lp.first[kind]:lp.first[kind+1]], need[lp.first[kind]:])
	}
	sum := -least * int64(lp.m)
	for _, w := range weight {
		sum += w
	}
	if sum >= 0 {
		return nil
	}
	w := &Weights{Least: least}
	for kind := range w.Of {
		w.Of[kind] = make([]int64, 2*lp.n)
	}
	for i, line := range lp.lines {
		w.Of[line.Line][line.Index] = weight[i]
	}
	return w
}
