package textbook

import (
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
square is safe if its row and both its diagonals are free, which three arrays of flags say. A
queen is put on a safe square, its lines are marked, and the next column is filled in the same
way; then the queen is removed and the next row is tested.

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
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		runWirth(m, c.Problem.Order, 0, func(queens.Perm) bool { return true })
	}),
}

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
