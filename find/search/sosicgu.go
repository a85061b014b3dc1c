package search

import (
	"math/bits"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

var sosicGuAlgorithm = solver.Algorithm{
	Name: "sosic-gu", Source: "sosic1990", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 1_000_000, TestMax: 40, Random: true, Traced: true, Refuses: solver.RefuseNone,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
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
	}),
}.Described(texts)

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
	g.Clear(0)
	clear(g.rising)
	clear(g.falling)
	clear(g.suspects)
	g.collisions = 0
	g.p = g.random.Perm(len(g.p))
	for col, row := range g.p {
		g.Draw(0, col, row)
		g.Place(0, col, row)
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
			g.Test(3, i, g.p[j])
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
	g.Swap(4, i, j)
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
