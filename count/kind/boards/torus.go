package boards

import "queens"

// torusFamilies cuts the solutions of the modular board of order n. Shifting the
// columns moves any solution to one with a queen at (0, 0), so these count n
// times. The reflections through that queen exchange the queens of the rows 1
// and n-1 or mirror both: one family for each orbit of their columns.
//
// There is no family, because there is no solution, if n has a common divisor
// with 6. Source: [polya1918].
func torusFamilies(n int) []Family {
	switch {
	case n < 2:
		return wholeBoard(n)
	case n%2 == 0 || n%3 == 0:
		return nil
	}
	rows := make([]int, 0, n-3)
	for r := 2; r < n-1; r++ {
		rows = append(rows, r)
	}
	var families []Family
	for a := range n {
		for b := range n {
			images := [...][2]int{{a, b}, {b, a}, {n - a, n - b}, {n - b, n - a}}
			size := uint64(4)
			if a+b == n { // mirroring exchanges the two
				size = 2
			}
			f := Family{
				Weight: size * uint64(n), Rows: rows,
				Fixed: []queens.Square{{}, {Row: 1, Col: a}, {Row: n - 1, Col: b}},
			}
			start := queens.Problem{Order: n, Topology: queens.Modular, Given: f.Fixed}
			if isLeastPair(images[:]) && start.Validate() == nil {
				families = append(families, f)
			}
		}
	}
	return families
}

func isLeastPair(pairs [][2]int) bool {
	for _, p := range pairs[1:] {
		if p[0] < pairs[0][0] || p[0] == pairs[0][0] && p[1] < pairs[0][1] {
			return false
		}
	}
	return true
}
