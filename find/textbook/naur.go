package textbook

import (
	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

var naurAlgorithm = solver.Algorithm{
	Name:     "naur",
	Title:    "Naur's method, generalised",
	Summary:  "starts from the squares of the middle column, one for each orbit, and forbids the orbits that are done",
	Source:   "naur1972",
	Finds:    solver.Fundamental,
	MinOrder: 1,
	MaxOrder: maxOrder,
	TestMax:  9,
	Exact:    true,
	Traced:   true,
	How: `Every solution has a queen in the middle column (left of the middle if n is even). The squares of its
upper half, letters A, B, C, ... in the original, stand for the orbits of all its squares under the eight
symmetries. For each letter in turn a queen is put on its square, and all boards with her are searched; no square
of the orbits of earlier letters may be used, because such a solution has been found with that letter.

A solution may meet the orbit of its letter more than once, and then several of its images have a queen on the
square. It is kept if it is the least of those images.`,
	Cost: `About a quarter of the queens that the search of the whole board places. A growing
share of the finished boards is kept: 12 of 18 for n = 8, 1,787 of 2,299 for n = 12; 6 of 16 for
n = 7, 9,233 of 21,770 for n = 13.`,
	Limits: `Not in lexicographic order, and the solutions found are not always canonical representatives. The
paper treats order 8; the text says that the redundancy would grow with the order; it shrinks (errata T13).`,
	Pseudocode: []string{
		"for each square s of the upper half of the middle column, from the top:",
		"  put a queen on s, search(first column), take her off",
		"  forbid all images of s from now on",
		"search(column), the middle column left out:",
		"  for row from first to last:",
		"    if (column, row) is not forbidden and not attacked:",
		"      put a queen there",
		"      if column is not the last: search(next column)",
		"      else if none of the images with a queen on s is less: print",
		"      take the queen off",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		w := naur{floor: newFloor(m, c.Problem.Order)}
		w.run()
	}),
}

// Lines of Naur.Pseudocode.
const (
	naurStart  = 1
	naurTest   = 5
	naurPlace  = 6
	naurPrint  = 8
	naurRemove = 9
)

type naur struct {
	floor
	start queens.Square // the queen in the middle column
}

func (w *naur) run() {
	n := len(w.P)
	middle := (n - 1) / 2
	for row := range (n + 1) / 2 {
		w.start = queens.Square{Row: row, Col: middle}
		w.Put(naurStart, middle, row)
		if w.Stopped() || !w.search(0) {
			return
		}
		w.Take(naurStart, middle)
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
			w.Prune(naurPrint, w.start.Col, w.start.Row)
			return true
		}
		return w.Solution(naurPrint, w.P.Clone())
	}
	for row := range w.P {
		if !w.safe(naurTest, queens.Square{Row: row, Col: col}) {
			continue
		}
		w.Put(naurPlace, col, row)
		if w.Stopped() || !w.search(col+1) {
			return false
		}
		w.Take(naurRemove, col)
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
