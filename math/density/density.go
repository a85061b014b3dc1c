// Package density compares how the queens of all solutions of an order are spread over the board
// with the limit for large boards, and the number of solutions with its limit.
//
//	limit := density.NewLimit(8)
//	exact := density.Of(squares)     // the solutions with a queen on each square
//	mean, largest, at := exact.Compare(limit.Density)
//
// Numbers are of type float64: nothing here is exact but what goes in.
package density

import (
	"math"

	"queens"
	"queens/known"
	"queens/symmetry"
)

// MaxOrder is the largest order of NewLimit, which takes it a second.
const MaxOrder = 200

// Grid has an average number of queens for each square of a board, by row and column, times the
// order: the mean is 1.
type Grid [][]float64

func newGrid(n int) Grid {
	g := make(Grid, n)
	for r := range g {
		g[r] = make([]float64, n)
	}
	return g
}

// Of returns the grid of the number of solutions with a queen on each square, of at least one
// solution.
func Of(squares [][]queens.Total) Grid {
	n := len(squares)
	g, all := newGrid(n), queens.Total{}
	for _, count := range squares[0] {
		all = all.Plus(count)
	}
	for r, list := range squares {
		for c, count := range list {
			g[r][c] = float64(n) * count.Float64() / all.Float64()
		}
	}
	return g
}

// Sample returns the grid of samples solutions of order n that draw returns, with all of their
// images, and the mean difference to expect by chance if they are independent. It stops at the
// first error.
func Sample(n, samples int, draw func() (queens.Perm, error)) (g Grid, noise float64, err error) {
	g = newGrid(n)
	for range samples {
		p, err := draw()
		if err != nil {
			return nil, 0, err
		}
		for c, r := range p {
			g[r][c] += float64(n) / float64(samples)
		}
	}
	for _, orbit := range symmetry.SquareOrbits(n) {
		mean, size := 0.0, float64(len(orbit))
		for _, at := range orbit {
			mean += g[at.Row][at.Col] / size
		}
		for _, at := range orbit {
			g[at.Row][at.Col] = mean
		}
		// a square has a queen in a share mean/n of the samples; a normal variable differs by
		// sqrt(2/pi) standard deviations on average
		noise += size * math.Sqrt(2/math.Pi*mean*(float64(n)-mean)/(size*float64(samples))) / float64(n*n)
	}
	return g, noise, nil
}

// Quarter returns the upper left quarter of g.
func (g Grid) Quarter() (quarter Grid) {
	half := (len(g) + 1) / 2
	for _, row := range g[:half] {
		quarter = append(quarter, row[:half])
	}
	return quarter
}

// Compare returns the mean and the largest difference of two grids of one order, without signs, and
// the first square that has the largest.
func (g Grid) Compare(h Grid) (mean, largest float64, at queens.Square) {
	for r, row := range g {
		for c, x := range row {
			difference := math.Abs(x - h[r][c])
			mean += difference / float64(len(g)*len(g))
			if difference > largest+1e-9 { // not for a rounding error
				largest, at = difference, queens.Square{Row: r, Col: c}
			}
		}
	}
	return mean, largest, at
}

// Coarse returns the averages of g on blocks of squares, most to a side, or g if it is not larger.
func (g Grid) Coarse(most int) Grid {
	n := len(g)
	if n <= most {
		return g
	}
	sums, squares := newGrid(most), newGrid(most)
	for r, row := range g {
		for c, x := range row {
			sums[r*most/n][c*most/n] += x
			squares[r*most/n][c*most/n]++
		}
	}
	for r := range sums {
		for c := range sums[r] {
			sums[r][c] /= squares[r][c]
		}
	}
	return sums
}

// Alpha has the numbers a(n) of Q(n) = (n e^-a(n))^n, whose limit is alpha [simkin2021].
type Alpha struct {
	Order int     `json:"order"`
	Alpha float64 `json:"alpha"` // ln n - ln Q(n) / n
	Once  float64 `json:"once"`  // by Richardson extrapolation, which removes a term c/n
	Twice float64 `json:"twice"` // the same again
}

// period is the step of the extrapolation: Q(n) depends on divisors 2 and 3 of n, least if n is
// divisible by 6, and so do ratios of neighbours.
const period = 6

// Alphas returns the numbers of the last six orders whose Q is known.
func Alphas() []Alpha {
	const first = 8
	list := []Alpha{}
	for n := first; ; n++ {
		all, ok := known.Solutions(n)
		if !ok {
			return list[len(list)-period:]
		}
		a := Alpha{Order: n, Alpha: math.Log(float64(n)) - math.Log(all.Float64())/float64(n)}
		if n >= first+period {
			before := list[n-first-period]
			extrapolate := func(x, y float64) float64 { return (float64(n)*x - float64(n-period)*y) / period }
			a.Once = extrapolate(a.Alpha, before.Alpha)
			a.Twice = extrapolate(a.Once, before.Once)
		}
		list = append(list, a)
	}
}
