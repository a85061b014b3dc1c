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
		w := naur{floor: newFloor(m, c.Problem.Order)}
		w.run()
	}),
}.Described(texts)

type naur struct {
	floor
	start queens.Square // the queen in the middle column
}

func (w *naur) run() {
	n := len(w.P)
	middle := (n - 1) / 2
	for row := range (n + 1) / 2 {
		w.start = queens.Square{Row: row, Col: middle}
		w.Put(1, middle, row)
		if w.Stopped() || !w.search(0) {
			return
		}
		w.Take(1, middle)
		for _, s := range symmetry.All() {
			*w.forbidden(s.Square(w.start, n)) = true
		}
	}
}

func (w *naur) search(col int) (more bool) {
	if col == w.start.Col {
		col++
	}
	if col == len(w.P) {
		if !w.leastAtStart() {
			w.Prune(8, w.start.Col, w.start.Row)
			return true
		}
		return w.Solution(8, w.P.Clone())
	}
	for row := range w.P {
		if !w.safe(5, queens.Square{Row: row, Col: col}) {
			continue
		}
		w.Put(6, col, row)
		if w.Stopped() || !w.search(col+1) {
			return false
		}
		w.Take(9, col)
	}
	return true
}

func (w *naur) leastAtStart() bool {
	for _, image := range symmetry.Images(w.P) {
		if image[w.start.Col] == w.start.Row && image.Compare(w.P) < 0 {
			return false
		}
	}
	return true
}

// floor is a board whose squares can be forbidden.
type floor struct {
	*solver.Board
	closed []bool // by row * n + column: forbidden
}

func newFloor(m *solver.Meter, n int) floor { return floor{solver.NewBoard(m, n), make([]bool, n*n)} }

func (f *floor) forbidden(sq queens.Square) *bool { return &f.closed[sq.Row*len(f.P)+sq.Col] }

// safe is Board.Safe for squares that may be forbidden.
func (f *floor) safe(line uint8, sq queens.Square) bool {
	if *f.forbidden(sq) {
		f.Test(line, sq.Col, sq.Row)
		f.Prune(line, sq.Col, sq.Row)
		return false
	}
	return f.Safe(line, sq.Col, sq.Row)
}
