package search

import (
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
		n := c.Problem.Order
		r := repairer{
			Meter: m, random: newRandom(c), p: make(queens.Perm, n),
			rows: make([]int32, n), rising: make([]int32, 2*n), falling: make([]int32, 2*n),
		}
		for !m.Stopped() {
			if r.fill() && r.repair(n*c.Params["moves"]) {
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

// put puts the queen of a column, which has none, into a row with the fewest queens on its lines.
func (r *repairer) put(test, place uint8, col int) {
	least := int32(3*len(r.p) + 1)
	for row := range r.p {
		r.Test(test, col, row)
		switch count := r.count(col, row); {
		case count < least:
			least, r.best = count, append(r.best[:0], row)
		case count == least:
			r.best = append(r.best, row)
		}
	}
	row := r.best[r.random.IntN(len(r.best))]
	r.Draw(place, col, row)
	r.Place(place, col, row)
	r.p[col] = row
	r.add(col, row, 1)
}

func (r *repairer) fill() bool {
	r.Clear(0)
	clear(r.rows)
	clear(r.rising)
	clear(r.falling)
	for col := range r.p {
		if r.Stopped() {
			return false
		}
		r.put(2, 2, col)
	}
	return true
}

// repair makes at most this number of moves and reports whether no queen is attacked in the end.
func (r *repairer) repair(moves int) bool {
	for ; ; moves-- {
		r.attacked = r.attacked[:0]
		for col, row := range r.p {
			if r.count(col, row) > 3 { // its own three
				r.attacked = append(r.attacked, col)
			}
		}
		if len(r.attacked) == 0 {
			return true
		}
		if moves == 0 || r.Stopped() {
			return false
		}
		col := r.attacked[r.random.IntN(len(r.attacked))]
		r.Draw(4, col, r.p[col])
		r.add(col, r.p[col], -1)
		r.Remove(6, col, r.p[col])
		r.put(5, 6, col)
	}
}
