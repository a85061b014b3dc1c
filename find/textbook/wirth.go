package textbook

import (
	"queens"
	"queens/find/solver"
)

var wirthAlgorithm = solver.Algorithm{
	Name: "wirth", Source: "wirth1971", Finds: solver.All, Sorted: true,
	MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		runWirth(m, c.Problem.Order, 0, func(queens.Perm) bool { return true })
	}),
}.Described(texts)

// runWirth tries so many rows in the first column, 0 for all, and hands out the solutions to be
// kept.
func runWirth(m *solver.Meter, n, firstRows int, keep func(queens.Perm) bool) {
	b := solver.NewBoard(m, n)
	b.Fill(&solver.Fill{
		Test: 2, Place: 3, Remove: 5, FirstRows: firstRows,
		Full: func() bool {
			if !keep(b.P) {
				m.Prune(4, n-1, b.P[n-1])
				return true
			}
			return m.Solution(4, b.P.Clone())
		},
	}, 0)
}
