package density

import "math"

// Limit is the density of the queens of almost all solutions of large boards, on squares of a grid.
type Limit struct {
	Density Grid
	// Bound is a lower bound of alpha, for any error of Density, except for rounding.
	Bound float64
	Cells int // in a row of the grid that was computed, of which Density has averages
}

// The lines of a grid, in the order in which they are scaled.
const (
	row = iota
	column
	rising
	falling
	kinds
)

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
// its strip divided by e. So the factors are found by scaling one kind of strips after the other to
// its sum 1/m, and by duality any factors give a lower bound [nobel2022].
//
// Time O(m^2) for each of some hundred rounds, m being the least multiple of n from 96 on.
func NewLimit(n int) Limit { return newLimit(n, n*((leastCells+n-1)/n)) }

func newLimit(n, m int) Limit {
	var factors, sums [kinds][]float64
	for kind := range kinds {
		factors[kind], sums[kind] = make([]float64, 2*m), make([]float64, 2*m)
		for i := range factors[kind] {
			factors[kind][i] = 1
		}
	}
	// add adds the masses of all triangles, and the rests, to the sums of one kind.
	add := func(kind int) {
		for i := range sums[kind] {
			sums[kind][i] = 0
			if kind >= rising {
				sums[kind][i] = factors[kind][i] / math.E
			}
		}
		for r := range m {
			for c := range m {
				up, down := factors[rising][r+c:r+c+2], factors[falling][c-r+m-1:c-r+m+1]
				mass := factors[row][r] * factors[column][c] / math.E
				switch kind {
				case row:
					sums[row][r] += mass * (up[0] + up[1]) * (down[0] + down[1])
				case column:
					sums[column][c] += mass * (up[0] + up[1]) * (down[0] + down[1])
				case rising:
					sums[rising][r+c] += mass * up[0] * (down[0] + down[1])
					sums[rising][r+c+1] += mass * up[1] * (down[0] + down[1])
				case falling:
					sums[falling][c-r+m-1] += mass * down[0] * (up[0] + up[1])
					sums[falling][c-r+m] += mass * down[1] * (up[0] + up[1])
				}
			}
		}
	}
	for worst := 1.0; worst > accuracy; {
		worst = 0
		for kind := range kinds {
			add(kind)
			for i, sum := range sums[kind] {
				if sum > 0 {
					factors[kind][i] /= sum * float64(m)
					worst = max(worst, math.Abs(sum*float64(m)-1))
				}
			}
		}
	}
	l := Limit{Density: newGrid(n), Cells: m}
	l.Bound = 4*math.Log(float64(m)) + 2*math.Ln2 + 3
	for kind, list := range factors {
		for i, factor := range list {
			if sums[kind][i] > 0 {
				l.Bound += math.Log(factor) / float64(m)
			}
			if kind >= rising {
				l.Bound -= factor / math.E
			}
		}
	}
	for r := range m {
		for c := range m {
			mass := factors[row][r] * factors[column][c] / math.E * (factors[rising][r+c] + factors[rising][r+c+1]) *
				(factors[falling][c-r+m-1] + factors[falling][c-r+m])
			l.Bound -= mass
			l.Density[r*n/m][c*n/m] += mass * float64(n*n)
		}
	}
	return l
}
