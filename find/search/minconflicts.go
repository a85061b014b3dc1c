package search

import (
	"math"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

var minConflictsAlgorithm = solver.Algorithm{
	Name: "min-conflicts", Source: "minton1990", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 20_000, TestMax: 30, Random: true, Traced: true, Refuses: solver.RefuseNone,
	Params: []solver.Param{{
		Name: "moves", Summary: "moves for each queen of the board before a new start", Default: 20, Min: 1,
	}},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		r := newRepairer(m, c)
		for !m.Stopped() {
			if r.fill() && r.repair(len(r.p)*c.Params["moves"]) {
				m.Solution(7, r.p.Clone())
			}
		}
	}),
}.Described(texts)

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
		r.Test(test, col, row)
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
	r.Draw(line, col, row)
	r.Place(line, col, row)
	r.p[col] = row
	r.add(col, row, 1)
}

func (r *repairer) empty() {
	r.Clear(0)
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
		r.Draw(4, col, r.p[col])
		r.add(col, r.p[col], -1)
		r.Remove(6, col, r.p[col])
		r.put(5, 6, col, func(row int) int32 { return r.count(col, row) })
	}
}
