package search

import (
	"queens/find/solver"
)

var backtrackAlgorithm = solver.Algorithm{
	Name: "backtrack", Source: "golomb1965", Finds: solver.Some, Sorted: true,
	MinOrder: 1, MaxOrder: 64, TestMax: 14, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		b := solver.NewBoard(m, c.Problem.Order)
		b.Fill(&solver.Fill{Test: 2, Place: 3, Remove: 5, Full: func() bool { return m.Solution(4, b.P.Clone()) }}, 0)
	}),
}.Described(texts)
