package textbook

import (
	"context"

	"queens"
	"queens/find/solver"
)

var wirthAlgorithm = solver.Algorithm{
	Name:      "wirth",
	Title:     "Wirth's backtracking",
	Summary:   "tries every row of a column in turn, and goes back a column when all are tried",
	Source:    "wirth1971",
	Finds:     solver.All,
	Solutions: solver.Lexicographic,
	MaxOrder:  maxOrder,
	TestMax:   10,
	Exact:     true,
	Traced:    true,
	How: `Columns are filled from the left. In each column every row is tested from the top: the
square is safe if its row and both its diagonals are free, which three arrays of flags
say. A queen is put on a safe square, its lines are marked, and the next column is
filled in the same way; then the queen is taken off again and the next row is tested.

A queen in the last column makes a solution. Rows are tried in increasing order, so
solutions come in lexicographic order.`,
	Cost: `Every column tests all n rows, also those that are known to be taken: 15,720 tests for n = 8
where Rohl's methods need 5,508. Space is O(n).`,
	Limits: `The number of tests grows by a factor of about six from one order to the next at
n = 12, and faster later.`,
	Pseudocode: []string{
		"try(column):",
		"  for row from first to last:",
		"    if row and both diagonals of (column, row) are free:",
		"      put a queen there and mark its lines",
		"      if column is the last: print, else try(column + 1)",
		"      take the queen off and unmark its lines",
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		m := solver.NewMeter(ctx, c, found)
		w := newWirth(c.Problem.Order, m)
		w.try(0)
		return m.End(ctx)
	},
}

// Lines of the pseudocode of Wirth, and of GenerateAndTest and LeastOfEight, which are
// Wirth's search with a test at the end.
const (
	wirthTest   = 2
	wirthPlace  = 3
	wirthPrint  = 4
	wirthRemove = 5
)

type wirth struct {
	*solver.Meter
	diagonals
	rows      []bool // that hold a queen
	p         queens.Perm
	firstRows int                    // rows to be tried in the first column
	keep      func(queens.Perm) bool // whether a solution is handed out; nil for all
}

func newWirth(n int, m *solver.Meter) *wirth {
	return &wirth{Meter: m, diagonals: newDiagonals(n), rows: make([]bool, n), p: make(queens.Perm, n), firstRows: n}
}

func (w *wirth) try(col int) (more bool) {
	if col == len(w.p) {
		if w.keep != nil && !w.keep(w.p) {
			w.Prune(wirthPrint, col-1, w.p[col-1])
			return true
		}
		return w.Solution(wirthPrint, w.p.Clone())
	}
	rows := len(w.p)
	if col == 0 {
		rows = w.firstRows
	}
	for row := range rows {
		w.Test(wirthTest, col, row)
		if w.rows[row] || w.attacked(col, row) {
			w.Conflict(wirthTest, col, row)
			continue
		}
		w.Place(wirthPlace, col, row)
		w.p[col] = row
		w.rows[row] = true
		w.mark(col, row, true)
		if w.Stopped() || !w.try(col+1) {
			return false
		}
		w.rows[row] = false
		w.mark(col, row, false)
		w.Remove(wirthRemove, col, row)
	}
	return true
}

// diagonals says which diagonals of a board of order n hold a queen.
type diagonals struct {
	n               int
	rising, falling []bool // by Square.SumDiag and Square.DiffDiag
}

func newDiagonals(n int) diagonals {
	return diagonals{n: n, rising: make([]bool, 2*n), falling: make([]bool, 2*n)}
}

func (d *diagonals) attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return d.rising[sq.SumDiag()] || d.falling[sq.DiffDiag(d.n)]
}

func (d *diagonals) mark(col, row int, queen bool) {
	sq := queens.Square{Row: row, Col: col}
	d.rising[sq.SumDiag()], d.falling[sq.DiffDiag(d.n)] = queen, queen
}
