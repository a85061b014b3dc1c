package algorithms

import (
	"queens"
	"queens/find/solver"
)

// centreFirstAlgorithm is plain backtracking that tries the rows of a column from the centre
// outwards. Source: [wirth1971] for the search.
var centreFirstAlgorithm = solver.Algorithm{
	Name:     "centre-first",
	Title:    "Backtracking from the centre",
	Summary:  "fills columns from the left and tries the rows from the centre outwards",
	Source:   "wirth1971",
	Finds:    solver.All,
	MaxOrder: 32,
	TestMax:  9,
	Exact:    true,
	Traced:   true,
	How:      `Columns are filled from the left; a column's rows are tried from the centre outwards.`,
	Cost:     `The same tests as trying rows in increasing order.`,
	Limits:   `The number of tests grows by a factor of six and more with each order.`,
	Pseudocode: []string{
		"for each row from the centre outwards:",
		"  if the square is safe, put a queen there and fill the next column",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		fillFromCentre(m, c.Problem.Order, nil)
	}),
}

func fillFromCentre(m *solver.Meter, n int, p queens.Perm) bool {
	if len(p) == n {
		return m.Solution(1, p.Clone())
	}
	col := len(p)
	for i := range n {
		row := n/2 + (i+1)/2*(1-i%2*2) // n/2, n/2-1, n/2+1, n/2-2, ...
		m.Count(solver.Try, 0, col, row)
		if attackedBy(p, row) {
			m.Conflict(0, col, row)
			continue
		}
		m.Count(solver.Place, 1, col, row)
		if m.Stopped() || !fillFromCentre(m, n, append(p, row)) {
			return false
		}
		m.Count(solver.Remove, 1, col, row)
	}
	return true
}
