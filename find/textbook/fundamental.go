package textbook

import (
	"queens"
	"queens/find/solver"
	"queens/symmetry"
)

// maxTableOrder is the largest order of GenerateAndTest: its table has 1,846,955
// entries for 16.
const maxTableOrder = 16

var generateAndTestAlgorithm = solver.Algorithm{
	Name:      "generate-and-test",
	Title:     "Generate and test for isomorphism",
	Summary:   "lists all solutions, and keeps one if none of its eight images was kept before",
	Source:    "cull1994",
	Finds:     solver.Fundamental,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  maxTableOrder,
	TestMax:   9,
	Exact:     true,
	Traced:    true,
	How: `All solutions are listed by Wirth's search. The program makes the eight images of each and searches for
them in a table of the fundamental solutions found so far. If none is there, the solution is new: it is reported
and added to the table.

Solutions come in lexicographic order, so the first of an orbit is the least: only canonical
representatives are reported.`,
	Cost: `The whole search, eight look-ups for each solution, and a table of all fundamental
solutions.`,
	Limits: `Orders to 16, because of the table. The test for the least of eight images needs none.`,
	Pseudocode: []string{
		"try(column):",
		"  for row from first to last:",
		"    if row and both diagonals of (column, row) are free:",
		"      put a queen there and mark its lines",
		"      if column is not the last: try(column + 1); else if no image is in the table: add to it, print",
		"      take the queen off and unmark its lines",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		table := map[string]bool{}
		runWirth(m, c.Problem.Order, 0, func(p queens.Perm) bool {
			for _, image := range symmetry.Images(p) {
				if table[image.String()] {
					return false
				}
			}
			table[p.String()] = true
			return true
		})
	}),
}

var leastOfEightAlgorithm = solver.Algorithm{
	Name:      "least-of-eight",
	Title:     "Least of eight images",
	Summary:   "searches half of the first column, and keeps a solution if none of its images is less",
	Source:    "cull1994",
	Finds:     solver.Fundamental,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  maxOrder,
	TestMax:   10,
	Exact:     true,
	Traced:    true,
	How: `A solution is kept if it is the lexicographically least of its eight images. This can
be decided without any other solution, so no table is needed. Images are compared entry by
entry, and most of the time the first entry decides.

A least image has its first queen in the upper half of the first column: otherwise the mirror image
would be less. So only that half is searched.`,
	Cost: `Half of Wirth's search; four to eight solutions are tested for one that is kept: 46 for the 12 of
n = 8. The test takes O(n).`,
	Limits: `The symmetry is used once at the start and once at the end, not in between: Topor's method and the
border constellations use it on the way.`,
	Pseudocode: []string{
		"try(column):",
		"  for row from first to last, in the first column only to the middle:",
		"    if row and both diagonals of (column, row) are free:",
		"      put a queen there and mark its lines",
		"      if column is not the last: try(column + 1); else if none of the images is less: print",
		"      take the queen off and unmark its lines",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		var canonizer symmetry.Canonizer[int]
		runWirth(m, c.Problem.Order, (c.Problem.Order+1)/2, func(p queens.Perm) bool { return canonizer.IsLeast(p) })
	}),
}
