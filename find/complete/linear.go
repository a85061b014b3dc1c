package complete

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens"
)

// Weights of lines exclude a completion. The lines through any free
// square weigh at least Least together, so m missing queens weigh at least m*Least. But a line
// has at most one queen, and all lines together weigh less. The weights are a
// solution of the dual of the linear program in [board.weights], rounded.
//
// Where Split is not nil there are two cases instead, each with weights of its own.
type Weights struct {
	Least int64
	Of    [4][]int64 // by queens.Line and index on the whole board; negative only for a diagonal known to have a queen
	Split *Split
}

// Split is whether a diagonal has a queen.
type Split struct {
	queens.Diagonal
	Without *Weights // its squares may weigh less
	With    *Weights // it may weigh less than 0
}

// Square returns what the lines through a square of the board of p weigh.
func (w *Weights) Square(sq queens.Square, p queens.Problem) (sum int64) {
	for kind, index := range queens.Lines(sq, p.Order, p.Topology) {
		sum += w.Of[kind][index]
	}
	return sum
}

// light calls found for the squares that weigh less than Least in some case, and are on none of the
// diagonals that have no queen there.
func (w *Weights) light(p queens.Problem, without []queens.Diagonal, found func(queens.Square)) {
	if w.Split != nil {
		w.Split.Without.light(p, append(without, w.Split.Diagonal), found)
		w.Split.With.light(p, without, found)
		return
	}
	for v := range p.Order * p.Order {
		sq := queens.Square{Row: v / p.Order, Col: v % p.Order}
		if w.Square(sq, p) < w.Least && !slices.ContainsFunc(without, func(d queens.Diagonal) bool {
			return d == queens.DiagonalOf(sq, d.Line, p.Order, p.Topology)
		}) {
			found(sq)
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

// programFrom is after how many queens placed a search for m queens tries the linear program,
// which takes several times as long as it did.
func programFrom(m int) uint64 { return uint64(m) * uint64(m) * uint64(m) / 16 }

// casesFrom is after how many queens placed it tries the linear program with cases.
const casesFrom = 500_000

// casesWork bounds the work with cases, in squares of the number of lines: about a second.
const casesWork = 1_500_000_000

// small reports whether the linear program takes less than about 0.05 s.
func (b *board) small() bool { return b.m <= 64 }

// maxLines bounds the matrix of the linear program: 18 MB.
const maxLines = 1500

// weights looks for such weights. It maximizes the sum of x over the free squares, each line having
// at most 1: a completion has m. The optimum is found in floating point, by the simplex method; the
// weights are whole numbers and checked. With cases it branches on diagonals where few more of a
// kind than queens can be used, as in branch and bound. It returns nil if the optimum is m, the
// lines are too many, or ctx ends.
//
// Time: about as many pivots as lines, each at most the square of their number; with cases 20 times
// as many.
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
			lp.inverted = lp.left
			return lp.branch(ctx, [...]queens.Line{kind, queens.Rising + queens.Falling - kind})
		}
	}
	return nil
}

// program is a linear program: maximize the sum of all x where the x of each line add up to
// at most 1. A square or what a line has left may have another cost: a penalty.
type program struct {
	*board
	squares  [][4]int32
	lines    [][2]int // kind and index on the whole board
	first    [5]int   // line of each kind
	state    []int8   // of lines: free, without a queen or with one
	left     int      // pivots
	inverted int      // left when the inverse was last computed
	cost     []float64
	inverse  []float64 // of the basis, column by column
	basic    []int32   // basic variables: a square, or len(squares)+line for what a line has left
	value    []float64 // of the basic variables: 1 and a little, different for each line, against cycling
	price    []float64 // dual variables
	scratch  []float64 // a column
	rows     []int32   // those of it that are not 0
}

// States of a line.
const (
	lineFree = iota
	lineWithout
	lineWith
)

// newProgram returns nil for more than maxLines lines. Lines without a free square are left out.
func newProgram(b *board) *program {
	s, lp := dfs{board: b}, &program{board: b}
	number := [4][]int32{make([]int32, b.m), make([]int32, b.m), make([]int32, 2*b.n), make([]int32, 2*b.n)}
	for sq, free := range b.free {
		for kind := range number {
			if free {
				number[kind][s.seen(queens.Line(kind), int32(sq))] = 1
			}
		}
	}
	for kind := range number {
		for at, used := range number[kind] {
			if used > 0 {
				number[kind][at] = int32(len(lp.lines))
				lp.lines = append(lp.lines, [2]int{kind, s.lineAt(queens.Line(kind), int32(at))})
			}
		}
		lp.first[kind+1] = len(lp.lines)
	}
	k := len(lp.lines)
	if k > maxLines {
		return nil
	}
	for sq, free := range b.free {
		if free {
			var lines [4]int32
			for kind := range lines {
				lines[kind] = number[kind][s.seen(queens.Line(kind), int32(sq))]
			}
			lp.squares, lp.cost = append(lp.squares, lines), append(lp.cost, 1)
		}
	}
	lp.cost = append(lp.cost, make([]float64, k)...)
	lp.state, lp.left = make([]int8, k), 50*(k+1)
	lp.inverse, lp.value, lp.price = make([]float64, k*k), make([]float64, k), make([]float64, k)
	lp.basic, lp.scratch, lp.rows = make([]int32, k), make([]float64, k), make([]int32, 0, k)
	lp.begin()
	return lp
}

// tolerance is what counts as 0.
const tolerance = 1e-9

// penalty is the cost of a queen where there should be none, or of a line without one.
const penalty = 8

// refute returns weights, nil if the optimum is as large as the number of queens to place.
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

// branch is refute with cases: whether diagonals have a queen, those of the first kind first.
func (lp *program) branch(ctx context.Context, kinds [2]queens.Line) *Weights {
	if w := lp.refute(ctx); w != nil || lp.left <= 0 || ctx.Err() != nil {
		return w
	}
	used := make([]float64, len(lp.lines)) // how much of a queen a line has
	for i := range used {
		used[i] = 1
	}
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
	s := &Split{Diagonal: queens.Diagonal{Line: queens.Line(lp.lines[line][0]), Index: lp.lines[line][1]}}
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

// set changes the state of a line, by penalties, and keeps the basis.
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
	if lp.inverted-lp.left > 1000 {
		lp.reinvert()
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
			return true // good enough already
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

// pivot puts a variable, whose column is in scratch, in the place of a basic one; the sum grows by
// gain for each unit of it.
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

func (lp *program) reinvert() {
	before := slices.Clone(lp.basic)
	lp.inverted = lp.left
	lp.begin()
	keep := make([]bool, len(lp.lines)) // what these lines have left stays in the basis
	for _, v := range before {
		if line := int(v) - len(lp.squares); line >= 0 {
			keep[line] = true
		}
	}
	for _, v := range before {
		if int(v) >= len(lp.squares) {
			continue
		}
		column, leave := lp.column(v), -1
		for i, x := range column {
			if !keep[i] && (leave < 0 || math.Abs(x) > math.Abs(column[leave])) {
				leave = i
			}
		}
		if math.Abs(column[leave]) > tolerance {
			lp.pivot(v, leave, 0)
			keep[leave] = true
		}
	}
}

func (lp *program) begin() {
	k := len(lp.lines)
	clear(lp.inverse)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range k {
		lp.inverse[i*k+i] = 1
		lp.basic[i] = int32(len(lp.squares) + i)
		lp.value[i] = 1 + 1e-6*random.Float64()
	}
}

// enter returns the variable by which the sum grows fastest, -1 at the optimum.
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

// round returns weights as whole numbers that prove that there is no completion, nil if they do
// not.
func (lp *program) round(least int64) *Weights {
	weight, need := make([]int64, len(lp.lines)), make([]int64, len(lp.lines))
	for i, price := range lp.price {
		weight[i] = int64(math.Round(price * float64(least)))
	}
	// Each line in turn gets what the others leave to be wanted, so the rows cover every square.
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
		w.Of[line[0]][line[1]] = weight[i]
	}
	return w
}
