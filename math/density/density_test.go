package density

import (
	"math"
	"testing"

	"queens"
	"queens/find/sample"
	"queens/internal/must"
	"queens/known"
	"queens/list"
)

// The published bounds of alpha: 1.944000752 follows from the multipliers that [nobel2022] have
// published, 1.944001082 is from memory. The error of a grid of m by m is about 1.134 / m^2.
func TestLimitMeetsTheBounds(t *testing.T) {
	coarse, fine := NewLimit(96), NewLimit(192)
	if !(coarse.Bound < fine.Bound && fine.Bound < 1.944001082 && fine.Bound > 1.94396) {
		t.Errorf("bounds %.7f and %.7f", coarse.Bound, fine.Bound)
	}
	if alpha := (4*fine.Bound - coarse.Bound) / 3; alpha < 1.944000752 || alpha > 1.944001082 {
		t.Errorf("extrapolated %.9f", alpha)
	}
	limit := NewLimit(12)
	if _, worst, at := limit.Density.Compare(fine.Density.Coarse(12)); worst > .001 {
		t.Errorf("the densities of two grids differ by %.5f at %v", worst, at)
	}
	for r, row := range limit.Density {
		sum := 0.0
		for c, x := range row {
			sum += x
			if y := limit.Density[c][11-r]; math.Abs(x-y) > 1e-6 {
				t.Errorf("row %d, column %d: %.7f, rotated %.7f", r+1, c+1, x, y)
			}
		}
		if math.Abs(sum-12) > 1e-6 {
			t.Errorf("row %d: sum %.7f", r+1, sum)
		}
	}
}

// TestLimitIsLeast compares the smallest grid with the definition. Its four squares have two outer
// triangles of mass x and two inner ones of mass y. Strips of diagonals have 2x in the corners and
// 2x + 4y beside them.
func TestLimitIsLeast(t *testing.T) {
	entropy := func(p float64) float64 { return p * math.Log(p) }
	best, at := math.Inf(1), 0.0
	for x := 1e-5; x < .125; x += 1e-5 {
		y := .125 - x
		value := 8*entropy(x) + 8*entropy(y) + 4*entropy(.5-2*x) + 4*entropy(.5-2*x-4*y) + 6*math.Ln2 + 3
		if value < best {
			best, at = value, x
		}
	}
	if l := newLimit(2, 2); math.Abs(l.Bound-best) > 1e-8 || best > 1.944 {
		t.Errorf("alpha > %.9f, by search %.9f at %.5f", l.Bound, best, at)
	}
}

// TestExactGrid adds solutions of order 8 up square by square.
func TestExactGrid(t *testing.T) {
	squares := make([][]queens.Total, 8)
	for r := range squares {
		squares[r] = make([]queens.Total, 8)
		for c := range squares[r] {
			v, _ := known.Lookup("square-counts", 8, r+1, c+1)
			squares[r][c] = v.Value
		}
	}
	var all []queens.Perm
	for p := range must.Get(list.Solutions(8, list.Options{}))(t) {
		all = append(all, p.Clone())
	}
	i := 0
	listed, _, err := Sample(8, len(all), func() (queens.Perm, error) { i++; return all[i-1], nil })
	if _, worst, _ := Of(squares).Compare(listed); worst > 1e-12 || err != nil {
		t.Errorf("difference %v, %v", worst, err)
	}
	chain := must.Get(sample.NewChain(t.Context(), 8, sample.ChainOptions{Seed: 1}))(t)
	drawn, noise, err := Sample(8, 2000, func() (queens.Perm, error) { return chain.Next(t.Context()) })
	mean, _, _ := Of(squares).Compare(drawn)
	if err != nil || mean > 3*noise || mean < noise/3 {
		t.Errorf("2000 samples differ by %.4f, expected by chance %.4f, %v", mean, noise, err)
	}
	if half := drawn.Coarse(2); math.Abs(half[0][0]-1) > 1e-9 {
		t.Errorf("a quarter of the board has density %v", half[0][0])
	}
}

func TestAlphas(t *testing.T) {
	list := Alphas()
	last := list[len(list)-1]
	all, _ := known.Solutions(last.Order)
	n := float64(last.Order)
	if q := math.Pow(n*math.Exp(-last.Alpha), n); math.Abs(q/all.Float64()-1) > 1e-9 {
		t.Errorf("Q(%d) = %v", last.Order, q)
	}
	for _, a := range list {
		if a.Once < 1.9 || a.Once > 1.944 || a.Twice < 1.9 || a.Twice > 2.05 || a.Alpha > a.Once {
			t.Errorf("%+v", a)
		}
	}
}
