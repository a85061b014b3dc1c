package density

import (
	"math"
	"slices"
)

// Limit is the density of the queens of almost all solutions of large boards, on squares of a grid.
type Limit struct {
	Density Grid
	// Bound is a lower bound of alpha, for any error of Density, except for rounding.
	Bound float64
	Cells int // in a row of the grid that was computed, of which Density has averages
}

// leastCells and accuracy keep the error of a density below 0.001, also in the corners.
const (
	leastCells = 96
	accuracy   = 1e-9
)

// NewLimit computes the limit on n by n squares, n from 1 to MaxOrder.
//
// By [simkin2021], Q(n) = ((1 + o(1)) n e^-alpha)^n, and alpha is the least value of
//
//	D(queens) + D(rest of rising) + D(rest of falling) + 3 - 2 ln 2
//
// over all measures on the unit square with total 1, as much in each strip of rows or columns as it
// is wide, and at most as much in a strip of diagonals; the rests are what is missing there, each 1
// in total, and D is the relative entropy to uniform measures. Cut into m by m squares, and each of
// them by its diagonals into four triangles, each in one strip of each kind, the board gives a
// finite problem whose least value is at most alpha. Its solution is a product: the mass of a
// triangle is the product of a factor for each of its four strips, that of a rest is the factor of
// its strip divided by e. The problem is symmetric, so rows and columns have the same factors, and
// so have both kinds of diagonals. They are found by scaling strips to their sum 1/m, each of two
// kinds at once by a square root. By duality any factors give a lower bound [nobel2022].
//
// Time O(m^2) for each of some hundred rounds, m being the least multiple of n from 96 on.
func NewLimit(n int) Limit { return newLimit(n, n*((leastCells+n-1)/n)) }

func newLimit(n, m int) Limit {
	straight, diagonal := slices.Repeat([]float64{1}, m), slices.Repeat([]float64{1}, 2*m)
	// masses returns the masses of a square on both sides of its falling diagonal.
	masses := func(r, c int) (first, second float64) {
		of := straight[r] * straight[c] / math.E * (diagonal[c-r+m-1] + diagonal[c-r+m])
		return of * diagonal[r+c], of * diagonal[r+c+1]
	}
	for worst := 1.0; worst > accuracy; {
		worst = 0
		for kind, factors := range [][]float64{straight, diagonal} {
			sums := make([]float64, len(factors))
			for r := range m {
				for c := range m {
					first, second := masses(r, c)
					if kind == 0 {
						sums[r] += first + second
					} else {
						sums[r+c] += first
						sums[r+c+1] += second
					}
				}
			}
			for i, sum := range sums {
				sum = (sum + float64(kind)*factors[i]/math.E) * float64(m) // with the rest of a diagonal
				factors[i] /= math.Sqrt(sum)
				worst = max(worst, math.Abs(sum-1))
			}
		}
	}
	l := Limit{Density: newGrid(n), Cells: m, Bound: 4*math.Log(float64(m)) + 2*math.Ln2 + 3}
	for _, factor := range straight {
		l.Bound += 2 * math.Log(factor) / float64(m)
	}
	for _, factor := range diagonal {
		l.Bound += 2 * (math.Log(factor)/float64(m) - factor/math.E)
	}
	for r := range m {
		for c := range m {
			first, second := masses(r, c)
			l.Bound -= first + second
			l.Density[r*n/m][c*n/m] += (first + second) * float64(n*n)
		}
	}
	return l
}
