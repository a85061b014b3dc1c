package search

import "queens/find/solver"

var neuralNetworkAlgorithm = solver.Algorithm{
	Name: "neural-network", Source: "funabiki1997", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 500, TestMax: 16, Random: true, Traced: true, Refuses: solver.RefuseNone,
	Params: []solver.Param{{
		Name: "sweeps", Summary: "sweeps over all columns before a new start", Default: 200, Min: 1,
	}},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
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
	}),
}.Described(texts)

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
	w.Remove(2, col, now)
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
