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

// Lines of the pseudocode of Wirth, and of GenerateAndTest and LeastOfEight, which are
// Wirth's search with a test at the end.
const (
	wirthTest   = 2
	wirthPlace  = 3
	wirthPrint  = 4
	wirthRemove = 5
)

// runWirth tries so many rows in the first column, 0 for all, and hands out the solutions to be
// kept.
func runWirth(m *solver.Meter, n, firstRows int, keep func(queens.Perm) bool) {
	b := solver.NewBoard(m, n)
	b.Fill(&solver.Fill{
		Test: wirthTest, Place: wirthPlace, Remove: wirthRemove, FirstRows: firstRows,
		Full: func() bool {
			if !keep(b.P) {
				m.Prune(wirthPrint, n-1, b.P[n-1])
				return true
			}
			return m.Solution(wirthPrint, b.P.Clone())
		},
	}, 0)
}
