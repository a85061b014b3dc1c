package textbook

import (
	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

var naurAlgorithm = solver.Algorithm{
	Name: "naur", Source: "naur1972", Finds: solver.Fundamental,
	MinOrder: 1, MaxOrder: maxOrder, TestMax: 9, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		w := solver.NewBoard(m, n)
		start := queens.Square{Col: (n - 1) / 2}
		fill := &solver.Fill{Test: 5, Place: 6, Remove: 9, Full: func() bool {
			for _, image := range symmetry.Images(w.P) {
				if image[start.Col] == start.Row && image.Compare(w.P) < 0 {
					w.Prune(8, start.Col, start.Row)
					return true
				}
			}
			return w.Solution(8, w.P.Clone())
		}}
		for ; start.Row < (n+1)/2; start.Row++ {
			w.Put(1, start.Col, start.Row)
			if w.Stopped() || !w.Fill(fill, 0) {
				return
			}
			w.Take(1, start.Col)
			for _, s := range symmetry.All() {
				w.SetForbidden(true, s.Square(start, n))
			}
		}
	}),
}.Described(texts)
