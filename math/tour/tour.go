// Package tour finds knight's tours: paths of a knight over every square of the board, each once.
//
//	r, err := tour.Find(8)
//	fmt.Println(r.Numbers, r.Closed)
package tour

import (
	"cmp"
	"slices"

	"queens"
	"queens/internal/errs"
)

// MaxOrder is the largest order of a Report: less than a second.
const MaxOrder = 24

// Tour is a tour, and how often Warnsdorff's rule finds one.
type Tour struct {
	Order   int     `json:"order"`
	Numbers [][]int `json:"numbers"` // by row and column: 1 for the first square of the tour
	Closed  bool    `json:"closed"`  // a knight's move leads from the last square to the first
	Starts  int     `json:"starts"`  // first squares from which the rule makes a tour
	Closing int     `json:"closing"` // those of a closed one
}

// Find tries Warnsdorff's rule from every square of the board of order n, 1 to MaxOrder: go to a
// square from which the fewest free squares can be reached. Of several, it takes the first in
// clockwise order. The report has the first closed tour, or else the first one.
//
// Orders 2 to 4 have no tour. The rule takes no move back, so from some squares it misses tours.
// Time O(n^4). Errors: queens.ErrOrder. Source: [cull1978], for the problem.
func Find(n int) (Tour, error) {
	if n < 1 || n > MaxOrder {
		return Tour{}, errs.Errorf("order %d: want 1 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	r := Tour{Order: n}
	for i := range n * n {
		start := queens.Square{Row: i / n, Col: i % n}
		numbers, last := follow(n, start)
		if numbers[last.Row][last.Col] < n*n {
			continue
		}
		r.Starts++
		rows, cols := start.Row-last.Row, start.Col-last.Col
		closed := rows*rows+cols*cols == 5
		if closed {
			r.Closing++
		}
		if r.Numbers == nil || closed && !r.Closed {
			r.Numbers, r.Closed = numbers, closed
		}
	}
	return r, nil
}

// follow follows the rule until no move is left and returns the path and its last square.
func follow(n int, at queens.Square) ([][]int, queens.Square) {
	numbers := make([][]int, n)
	for row := range numbers {
		numbers[row] = make([]int, n)
	}
	for no := 1; ; no++ {
		numbers[at.Row][at.Col] = no
		next := free(numbers, at)
		if len(next) == 0 {
			return numbers, at
		}
		at = slices.MinFunc(next, func(a, b queens.Square) int {
			return cmp.Compare(len(free(numbers, a)), len(free(numbers, b)))
		})
	}
}

// free returns the squares without a number that a knight can go to, in clockwise order.
func free(numbers [][]int, sq queens.Square) (list []queens.Square) {
	for _, m := range [...][2]int{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}} {
		to := queens.Square{Row: sq.Row + m[0], Col: sq.Col + m[1]}
		if to.On(len(numbers)) && numbers[to.Row][to.Col] == 0 {
			list = append(list, to)
		}
	}
	return list
}
