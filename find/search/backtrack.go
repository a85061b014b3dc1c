package search

import (
	"queens/find/solver"
)

var backtrackAlgorithm = solver.Algorithm{
	Name:      "backtrack",
	Title:     "First solution by backtracking",
	Summary:   "fills column after column with the first row that is not attacked, and backs up if all are attacked",
	Source:    "golomb1965",
	Finds:     solver.Some,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  64,
	TestMax:   14,
	Exact:     true,
	Traced:    true,
	How: `Columns are filled from the left, each with the first row from the top that no queen
attacks. If all rows are attacked, the previous queen moves to the next row that is
not attacked. The first complete board is the lexicographically first solution; asked for
more, the search continues from there.`,
	Cost: `How long it takes jumps with n: 113 queens are placed for n = 8, 41 for n = 9, 102 for n = 10, 261
for n = 12, and 56 million for n = 30. Space is O(n).`,
	Limits: `From about order 30 on the first solution may take minutes or years. The command
queens solve --first finds it to higher orders.`,
	Pseudocode: []string{
		"try(column):",
		"  for row from first to last:",
		"    if no queen attacks (column, row):",
		"      put a queen there",
		"      if column is the last: done, else try(column + 1)",
		"      take the queen off",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		b := solver.NewBoard(m, c.Problem.Order)
		b.Fill(&solver.Fill{Test: 2, Place: 3, Remove: 5, Full: func() bool { return m.Solution(4, b.P.Clone()) }}, 0)
	}),
}
