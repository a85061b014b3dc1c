package textbook

import (
	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

var wirthAlgorithm = solver.Algorithm{
	Name: "wirth", Source: "wirth1971", Finds: solver.All, Sorted: true,
	MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		runWirth(m, c.Problem.Order, 0, func(queens.Perm) bool { return true })
	}),
}.Described(texts)

// runWirth tries the first firstRows rows of the first column, 0 for all, and reports the solutions
// for which keep returns true.
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

// maxTableOrder is the largest order of GenerateAndTest: its table has 1,846,955 entries for 16.
const maxTableOrder = 16

var generateAndTestAlgorithm = solver.Algorithm{
	Name: "generate-and-test", Source: "cull1994", Finds: solver.Fundamental, Sorted: true,
	MinOrder: 1, MaxOrder: maxTableOrder, TestMax: 9, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		table := map[string]bool{}
		runWirth(m, c.Problem.Order, 0, func(p queens.Perm) bool {
			for _, image := range symmetry.Images(p) {
				if table[image.String()] {
					return false
				}
			}
			table[p.String()] = true
			return true
		})
	}),
}.Described(texts)

var leastOfEightAlgorithm = solver.Algorithm{
	Name: "least-of-eight", Source: "cull1994", Finds: solver.Fundamental, Sorted: true,
	MinOrder: 1, MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		var canonizer symmetry.Canonizer[int]
		runWirth(m, c.Problem.Order, (c.Problem.Order+1)/2, func(p queens.Perm) bool { return canonizer.IsLeast(p) })
	}),
}.Described(texts)
