package sample

import (
	"math"
	"testing"
)

// Percentage points from table 26.8 of [abramowitz1964]: chi-square that many degrees
// of freedom exceed with a chance.
func TestChiSquareTailOfTheTable(t *testing.T) {
	for _, c := range []struct {
		degrees      int
		chance, want float64
	}{
		{1, 0.05, 3.84146},
		{1, 0.001, 10.828},
		{2, 0.99, 0.0201007},
		{3, 0.5, 2.36597},
		{10, 0.95, 3.94030},
		{10, 0.001, 29.588},
		{30, 0.01, 50.8922},
		{90, 0.05, 113.145},
		{100, 0.995, 67.3276},
		{100, 0.05, 124.342},
		{100, 0.001, 149.449},
	} {
		if got := chiSquareTail(c.want, c.degrees); math.Abs(got-c.chance) > 3e-4*c.chance {
			t.Errorf("%d degrees, chi-square %v: %v, want %v", c.degrees, c.want, got, c.chance)
		}
	}
}

func TestChiSquareTailIsAnIntegral(t *testing.T) {
	for _, degrees := range []int{3, 4, 39, 91, 723, 14199} {
		k := float64(degrees)
		gamma, _ := math.Lgamma(k / 2)
		density := func(x float64) float64 { return math.Exp((k/2-1)*math.Log(x/2)-x/2-gamma) / 2 }
		spread := math.Sqrt(2 * k)
		for _, from := range []float64{k - 3*spread, k, k + spread, k + 5*spread} {
			from = max(from, 0.1)
			const steps = 20000
			to := from + 30*spread + 60
			width := (to - from) / steps
			sum := 0.0
			for i := range steps {
				sum += density(from+(float64(i)+0.5)*width) * width
			}
			if got := chiSquareTail(from, degrees); math.Abs(got-sum) > 1e-5*sum {
				t.Errorf("%d degrees, chi-square %v: %v, by integration %v", degrees, from, got, sum)
			}
		}
	}
	if chiSquareTail(0, 5) != 1 || chiSquareTail(3, 0) != 1 {
		t.Error("nothing to compare has another p-value than 1")
	}
}
