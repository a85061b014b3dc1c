package plan

import "queens"

// halfTurnFamilies holds the solutions of order n that the half turn leaves
// unchanged, for boards where each placement fills a square and its image.
// Squares on the two main diagonals attack their own image and are blocked; for
// odd n the queen of the middle row is its own image and stands in the centre.
// The mirror image of such a solution is another one, so the first row's queen
// is kept in one half and counts twice.
func halfTurnFamilies(n int) []Family {
	if n < 2 {
		return wholeBoard(n)
	}
	f := Family{Weight: 2, Blocked: diagonals(n), Rows: halfRows(n)}
	if n%2 == 1 {
		f.Fixed = []queens.Square{{Row: n / 2, Col: n / 2}}
	}
	blockRightHalf(&f, n)
	return []Family{f}
}

// quarterTurnFamilies is halfTurnFamilies for the quarter turn, which fills four
// squares at a time: none for n mod 4 = 2 or 3, because the queens off the centre
// come in fours. For odd n the middle lines are blocked too: two of the four
// images would share a diagonal.
func quarterTurnFamilies(n int) []Family {
	switch {
	case n < 2:
		return wholeBoard(n)
	case n%4 > 1:
		return nil
	}
	f := Family{Weight: 2, Blocked: diagonals(n), Rows: halfRows(n)}
	if n%2 == 1 {
		middle := n / 2
		f.Fixed = []queens.Square{{Row: middle, Col: middle}}
		for i := range n {
			if i != middle {
				f.Blocked = append(f.Blocked, queens.Square{Row: middle, Col: i}, queens.Square{Row: i, Col: middle})
			}
		}
	}
	blockRightHalf(&f, n)
	return []Family{f}
}

// halfRows returns the rows above the middle, from the middle outward.
func halfRows(n int) []int {
	rows := make([]int, 0, n/2)
	for r := n/2 - 1; r >= 0; r-- {
		rows = append(rows, r)
	}
	return rows
}

// diagonals returns the squares of both main diagonals, without the centre.
func diagonals(n int) []queens.Square {
	var squares []queens.Square
	for i := range n {
		if 2*i != n-1 {
			squares = append(squares, queens.Square{Row: i, Col: i}, queens.Square{Row: i, Col: n - 1 - i})
		}
	}
	return squares
}

// blockRightHalf keeps the queen of the family's first open row left of the
// middle.
func blockRightHalf(f *Family, n int) {
	for c := n / 2; c < n; c++ {
		f.Blocked = append(f.Blocked, queens.Square{Row: f.Rows[0], Col: c})
	}
}
