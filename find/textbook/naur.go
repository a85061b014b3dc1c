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
		w := newFloor(m, n)
		start := queens.Square{Col: (n - 1) / 2}
		fill := &solver.Fill{Test: 5, Place: 6, Remove: 9, Safe: w.safe, Full: func() bool {
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
				*w.forbidden(s.Square(start, n)) = true
			}
		}
	}),
}.Described(texts)

type floor struct {
	*solver.Board
	closed []bool // by row * n + column: forbidden
}

func newFloor(m *solver.Meter, n int) floor { return floor{solver.NewBoard(m, n), make([]bool, n*n)} }

func (f *floor) forbidden(sq queens.Square) *bool { return &f.closed[sq.Row*len(f.P)+sq.Col] }

// safe is Board.Safe for squares that may be forbidden.
func (f *floor) safe(line uint8, col, row int) bool {
	if *f.forbidden(queens.Square{Row: row, Col: col}) {
		f.Test(line, col, row)
		f.Prune(line, col, row)
		return false
	}
	return f.Safe(line, col, row)
}
