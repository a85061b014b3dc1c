package design

import (
	"fmt"

	"queens"
)

// MagicSquare returns a pandiagonal magic square of order n, 5 to MaxMagic and prime to 6:
// the numbers 1 to n^2 such that every row, every column and every diagonal of the modular
// board has the sum n(n^2+1)/2. It is n*A + B + 1 where A and B, each 0 to n-1, number the
// classes of the board into n modular solutions of slope 2 and of slope 3: two of these
// meet in one square, and a line meets each in one.
//
// Time O(n^2). Errors: queens.ErrOrder.
func MagicSquare(n int) ([][]int, error) {
	if n < 5 || n > MaxMagic || gcd(n, 6) > 1 {
		return nil, fmt.Errorf("design: magic square of order %d: want 5 to %d, not divisible by 2 or 3: only then do "+
			"n modular solutions cover the board: %w",
			n, MaxMagic, queens.ErrOrder)
	}
	square := make([][]int, n)
	for r := range square {
		square[r] = make([]int, n)
		for c := range n {
			square[r][c] = n*((r+2*(n-c))%n) + (r+3*(n-c))%n + 1
		}
	}
	if err := CheckMagic(square); err != nil {
		panic(err)
	}
	return square, nil
}

// CheckMagic returns an error that says why a square is not pandiagonal magic: a number
// that is missing, or a line with another sum. Time O(n^2).
func CheckMagic(square [][]int) error {
	n := len(square)
	seen := make([]bool, n*n+1)
	rows, cols := make([]int, n), make([]int, n)
	rising, falling := make([]int, n), make([]int, n)
	for r, row := range square {
		if len(row) != n {
			return fmt.Errorf("design: magic square: row %d has %d numbers, want %d", r+1, len(row), n)
		}
		for c, k := range row {
			if k < 1 || k > n*n || seen[k] {
				return fmt.Errorf("design: magic square: %d in row %d, column %d is out of range or a duplicate", k,
					r+1, c+1)
			}
			seen[k] = true
			rows[r] += k
			cols[c] += k
			rising[(r+c)%n] += k
			falling[(r-c+n)%n] += k
		}
	}
	for _, kind := range []struct {
		name string
		sums []int
	}{{"row", rows}, {"column", cols}, {"rising diagonal", rising}, {"falling diagonal", falling}} {
		for i, sum := range kind.sums {
			if 2*sum != n*(n*n+1) {
				return fmt.Errorf("design: magic square: the sum of %s %d is %d, want %d", kind.name, i+1, sum,
					n*(n*n+1)/2)
			}
		}
	}
	return nil
}
