package textbook

import (
	"iter"

	"queens"
	"queens/find/solver"
)

var compositionAlgorithm = solver.Algorithm{
	Name:      "composition",
	Title:     "Composition of generators",
	Summary:   "feeds every board with k queens to a generator that extends it by all safe squares of the next column",
	Source:    "isoblog",
	Finds:     solver.All,
	Solutions: solver.Lexicographic,
	MaxOrder:  maxOrder,
	TestMax:   9,
	Exact:     true,
	Traced:    true,
	How: `A generator makes boards, one at a time, when it is asked. The first makes the empty board. The
generator for k queens asks the one for k-1 queens for a board, and for every safe row of column k makes that board
with one more queen. The generator for n queens makes the solutions.

No list of boards is kept: asking for one solution asks n generators for one board each. The
effect is backtracking, although no line of the program goes back.`,
	Cost: `A square is tested against every queen on the board, so a test takes O(n). The tests
are those of Wirth, one row after another. Space is O(n) for each of n generators.`,
	Limits: `The slowest of those that place queens column by column: it is short, not fast.`,
	Pseudocode: []string{
		"boards(0): the empty board",
		"boards(k): for each board b of boards(k - 1):",
		"  for row from first to last:",
		"    if no queen of b attacks (k, row):",
		"      hand out b with a queen on (k, row)",
		"      (asked for the next board) the queen is not on it",
		"print every board of boards(n)",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		boards := func(yield func(queens.Perm) bool) { yield(queens.Perm{}) }
		for range n {
			boards = addQueen(n, m, boards)
		}
		for p := range boards {
			if !m.Solution(compositionPrint, p.Clone()) {
				break
			}
		}
	}),
}

// Lines of Composition.Pseudocode.
const (
	compositionTest   = 3
	compositionPlace  = 4
	compositionRemove = 5
	compositionPrint  = 6
)

func addQueen(n int, m *solver.Meter, boards iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for b := range boards {
			col := len(b)
			for row := range n {
				m.Test(compositionTest, col, row)
				if attacks(b, row) {
					m.Conflict(compositionTest, col, row)
					continue
				}
				m.Place(compositionPlace, col, row)
				if m.Stopped() || !yield(append(b, row)) {
					return
				}
				m.Remove(compositionRemove, col, row)
			}
		}
	}
}

func attacks(b queens.Perm, row int) bool {
	for c, r := range b {
		if away := row - r; away == 0 || away == len(b)-c || away == c-len(b) {
			return true
		}
	}
	return false
}
