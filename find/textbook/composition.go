package textbook

import (
	"iter"

	"queens"
	"queens/find/solver"
)

var compositionAlgorithm = solver.Algorithm{
	Name: "composition", Source: "isoblog", Finds: solver.All, Sorted: true,
	MaxOrder: maxOrder, TestMax: 9, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		boards := func(yield func(queens.Perm) bool) { yield(queens.Perm{}) }
		for range n {
			boards = addQueen(n, m, boards)
		}
		for p := range boards {
			if !m.Solution(6, p.Clone()) {
				break
			}
		}
	}),
}.Described(texts)

func addQueen(n int, m *solver.Meter, boards iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for b := range boards {
			col := len(b)
			for row := range n {
				m.Test(3, col, row)
				if solver.AttackedBy(b, row) {
					m.Conflict(3, col, row)
					continue
				}
				m.Place(4, col, row)
				if m.Stopped() || !yield(append(b, row)) {
					return
				}
				m.Remove(5, col, row)
			}
		}
	}
}
