package algorithms

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

var runMinConflicts = solver.Metered(func(m *solver.Meter, c solver.Call) {
	r := newRepairer(m, c)
	for !m.Stopped() {
		if r.fill() && r.repair(len(r.p)*c.Params["moves"]) {
			m.Solution(7, r.p.Clone())
		}
	}
})

type repairer struct {
	*solver.Meter
	random                *rand.Rand
	p                     queens.Perm
	rows, rising, falling []int32 // queens on each line
	best                  []int
	attacked              []int
}

func newRepairer(m *solver.Meter, c solver.Call) *repairer {
	n := c.Problem.Order
	return &repairer{
		Meter: m, random: newRandom(c), p: make(queens.Perm, n),
		rows: make([]int32, n), rising: make([]int32, 2*n), falling: make([]int32, 2*n),
	}
}

func (r *repairer) count(col, row int) int32 {
	sq := queens.Square{Row: row, Col: col}
	return r.rows[row] + r.rising[sq.SumDiag()] + r.falling[sq.DiffDiag(len(r.p))]
}

func (r *repairer) add(col, row int, by int32) {
	sq := queens.Square{Row: row, Col: col}
	r.rows[row] += by
	r.rising[sq.SumDiag()] += by
	r.falling[sq.DiffDiag(len(r.p))] += by
}

// put puts the queen of a column, which has none, into a row of the least cost.
func (r *repairer) put(test, place uint8, col int, cost func(row int) int32) {
	least := int32(math.MaxInt32)
	for row := range r.p {
		r.Count(solver.Try, test, col, row)
		switch cost := cost(row); {
		case cost < least:
			least, r.best = cost, append(r.best[:0], row)
		case cost == least:
			r.best = append(r.best, row)
		}
	}
	r.set(place, col, r.best[r.random.IntN(len(r.best))])
}

// set puts the queen of a column, which has none, into a row that chance chose.
func (r *repairer) set(line uint8, col, row int) {
	r.Count(solver.Draw, line, col, row)
	r.Count(solver.Place, line, col, row)
	r.p[col] = row
	r.add(col, row, 1)
}

func (r *repairer) empty() {
	r.Count(solver.Clear, 0, 0, 0)
	clear(r.rows)
	clear(r.rising)
	clear(r.falling)
}

func (r *repairer) fill() bool {
	r.empty()
	for col := range r.p {
		if r.Stopped() {
			return false
		}
		r.put(2, 2, col, func(row int) int32 { return r.count(col, row) })
	}
	return true
}

// settled reports whether no queen is attacked, and collects those that are.
func (r *repairer) settled() bool {
	r.attacked = r.attacked[:0]
	for col, row := range r.p {
		if r.count(col, row) > 3 { // its own three
			r.attacked = append(r.attacked, col)
		}
	}
	return len(r.attacked) == 0
}

// repair makes at most this number of moves and reports whether no queen is attacked in the end.
func (r *repairer) repair(moves int) bool {
	for ; ; moves-- {
		if r.settled() {
			return true
		}
		if moves == 0 || r.Stopped() {
			return false
		}
		col := r.attacked[r.random.IntN(len(r.attacked))]
		r.Count(solver.Draw, 4, col, r.p[col])
		r.add(col, r.p[col], -1)
		r.Count(solver.Remove, 6, col, r.p[col])
		r.put(5, 6, col, func(row int) int32 { return r.count(col, row) })
	}
}

var runNeuralNetwork = solver.Metered(func(m *solver.Meter, c solver.Call) {
	n := c.Problem.Order
	w := network{newRepairer(m, c), make([]int32, n*n)}
	for !m.Stopped() {
		w.empty()
		clear(w.potentials)
		for col := range n {
			w.set(0, col, w.random.IntN(n))
		}
		if w.settle(c.Params["sweeps"]) {
			m.Solution(7, w.p.Clone())
		}
	}
})

// network has a neuron for each square. In each column the one with the greatest potential fires:
// it is the queen of that column.
type network struct {
	*repairer
	potentials []int32 // by column * n + row
}

// settle reports whether no queen is attacked after at most this number of sweeps.
func (w network) settle(sweeps int) bool {
	for ; sweeps > 0 && !w.Stopped(); sweeps-- {
		if w.settled() {
			return true
		}
		for col := range w.p {
			w.update(col)
		}
	}
	return false
}

// update changes the potentials of a column by a step. An unattacked queen stays where they tie.
func (w network) update(col int) {
	n, now := len(w.p), w.p[col]
	w.Count(solver.Remove, 2, col, now)
	w.add(col, now, -1)
	w.put(3, 6, col, func(row int) int32 {
		u, attackers := &w.potentials[col*n+row], w.count(col, row)
		*u -= attackers
		if w.rows[row] == 0 {
			*u++
		}
		*u = min(max(*u, -2), 2)
		if row != now {
			return -2 * *u
		}
		*u -= attackers
		return -2**u - 1 + min(attackers, 1)
	})
}

var runSosicGu = solver.Metered(func(m *solver.Meter, c solver.Call) {
	n := c.Problem.Order
	g := gradient{
		Meter: m, random: newRandom(c), p: make(queens.Perm, n),
		rising: make([]diagonal, 2*n), falling: make([]diagonal, 2*n), suspects: make([]uint64, (n+63)/64),
	}
	for !m.Stopped() {
		g.start()
		for g.pass() {
		}
		if g.collisions == 0 && !m.Stopped() {
			m.Solution(7, g.p.Clone())
		}
	}
})

type diagonal struct {
	queens int32
	cols   int32 // exclusive or of their columns: the column itself if there is one
}

type gradient struct {
	*solver.Meter
	random     *rand.Rand
	p          queens.Perm
	rising     []diagonal // by Square.SumDiag
	falling    []diagonal // by Square.DiffDiag
	collisions int
	suspects   []uint64 // columns: every attacked queen, and some that were
}

func (g *gradient) start() {
	g.Count(solver.Clear, 0, 0, 0)
	clear(g.rising)
	clear(g.falling)
	clear(g.suspects)
	g.collisions = 0
	g.p = g.random.Perm(len(g.p))
	for col, row := range g.p {
		g.Count(solver.Draw, 0, col, row)
		g.Count(solver.Place, 0, col, row)
		g.put(col, row)
	}
}

func (g *gradient) diagonals(col, row int) (rising, falling *diagonal) {
	sq := queens.Square{Row: row, Col: col}
	return &g.rising[sq.SumDiag()], &g.falling[sq.DiffDiag(len(g.p))]
}

func (g *gradient) put(col, row int) {
	rising, falling := g.diagonals(col, row)
	g.join(rising, col)
	g.join(falling, col)
}

// join adds a queen to a diagonal. If it is the second one, the first is attacked from now on.
func (g *gradient) join(d *diagonal, col int) {
	if d.queens > 0 {
		g.collisions++
		g.suspect(col)
		if d.queens == 1 {
			g.suspect(int(d.cols))
		}
	}
	d.queens++
	d.cols ^= int32(col)
}

func (g *gradient) take(col, row int) {
	rising, falling := g.diagonals(col, row)
	for _, d := range [...]*diagonal{rising, falling} {
		d.queens--
		d.cols ^= int32(col)
		if d.queens > 0 {
			g.collisions--
		}
	}
}

func (g *gradient) suspect(col int) { g.suspects[col/64] |= 1 << (col % 64) }

func (g *gradient) attacked(col int) bool {
	rising, falling := g.diagonals(col, g.p[col])
	return rising.queens > 1 || falling.queens > 1
}

func (g *gradient) next(col int) int {
	n := len(g.p)
	for word := col / 64; word < len(g.suspects); word++ {
		set := g.suspects[word]
		if word == col/64 {
			set &= ^uint64(0) << (col % 64)
		}
		for ; set != 0; set &= set - 1 {
			found := word*64 + bits.TrailingZeros64(set)
			if g.attacked(found) {
				return found
			}
			g.suspects[word] &^= 1 << (found % 64)
		}
	}
	return n
}

// pass looks at all pairs once and reports whether one was exchanged and another pass may help.
func (g *gradient) pass() bool {
	n := len(g.p)
	before := g.collisions
	for i := 0; i < n && !g.Stopped() && g.collisions > 0; i++ {
		for j := i + 1; j < n; j++ {
			if !g.attacked(i) {
				if j = g.next(j); j == n {
					break
				}
			}
			g.Count(solver.Try, 3, i, g.p[j])
			g.exchange(i, j)
			if g.Stopped() {
				return false
			}
		}
	}
	return g.collisions < before && g.collisions > 0 && !g.Stopped()
}

func (g *gradient) exchange(i, j int) {
	if g.change(i, j) >= 0 {
		return
	}
	a, b := g.p[i], g.p[j]
	g.take(i, a)
	g.take(j, b)
	g.put(i, b)
	g.put(j, a)
	g.p[i], g.p[j] = b, a
	g.Count(solver.Swap, 4, i, j)
}

// change returns by how much the number of collisions would grow. The eight diagonals are
// different, except those that both queens leave, or both enter, together.
func (g *gradient) change(i, j int) (change int32) {
	a, b := g.p[i], g.p[j]
	ri, fi := g.diagonals(i, a)
	rj, fj := g.diagonals(j, b)
	change = attacks(ri, rj, -1) + attacks(fi, fj, -1)
	ri, fi = g.diagonals(i, b)
	rj, fj = g.diagonals(j, a)
	return change + attacks(ri, rj, 1) + attacks(fi, fj, 1)
}

// attacks returns the change if a queen leaves each of two diagonals (by is -1) or enters it (1).
func attacks(a, b *diagonal, by int32) (change int32) {
	others := min(by, 0)
	if a.queens+others > 0 {
		change += by
	}
	if a == b {
		others += by
	}
	if b.queens+others > 0 {
		change += by
	}
	return change
}
