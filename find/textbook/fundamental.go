package textbook

import (
	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

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
