package torus

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func cut(t testing.TB, n int, target uint64) (*count, []plan.Subproblem) {
	t.Helper()
	c := Method{}.NewCount(Method{}.Info().Variants[0], n).(*count)
	must.Get(c.Work(t.Context()))(t)
	return c, must.Get(c.Cut(t.Context(), queens.NewTotal(target)))(t)
}

func counted(t testing.TB, c *count, kernel string, sub *plan.Subproblem) ledger.Result {
	t.Helper()
	return must.Get(c.Workers(plan.CountOptions{Kernel: kernel})().Count(t.Context(), sub))(t)
}

// TestEqualsKnown counts whole orders in large and in small pieces with either kernel, with the
// same evidence.
func TestEqualsKnown(t *testing.T) {
	for n := range 18 {
		want, _ := known.Lookup("toroidal", n)
		for _, target := range []uint64{1 << 40, 1 << 12} {
			c, list := cut(t, n, target)
			var sum queens.Total
			for i := range list {
				fast, slow := counted(t, c, fast, &list[i]), counted(t, c, plan.Reference, &list[i])
				if fast.Total != slow.Total || !slices.Equal(fast.Evidence, slow.Evidence) ||
					fast.Mod13 != slow.Mod13 || fast.Mod15 != slow.Mod15 {
					t.Fatalf("order %d, piece %v: %v %v by one kernel, %v %v by the other", n, list[i].Pieces,
						fast.Total, fast.Evidence, slow.Total, slow.Evidence)
				}
				sum = sum.Plus(fast.Total)
			}
			if sum != want.Value {
				t.Errorf("order %d in %d pieces: %v, want %v", n, len(list), sum, want.Value)
			}
		}
	}
}

// solutions returns all solutions of the modular board: every queen is tested against those before
// her.
func solutions(n int) (list [][]int) {
	var fill func(cols []int)
	fill = func(cols []int) {
		if len(cols) == n {
			list = append(list, slices.Clone(cols))
		}
		for col := range n {
			row := len(cols)
			if row < n && free(cols, row, col, n) {
				fill(append(cols, col))
			}
		}
	}
	fill(nil)
	return list
}

func free(cols []int, row, col, n int) bool {
	for r, c := range cols {
		if c == col || (r+c-row-col)%n == 0 || (r-c-row+col)%n == 0 {
			return false
		}
	}
	return true
}

// TestOrbits compares the counted orbits with those of all solutions under every shift and
// symmetry.
func TestOrbits(t *testing.T) {
	for _, n := range []int{5, 7, 11, 13} {
		all, group := map[string][]int{}, symmetries(n)
		for _, s := range solutions(n) {
			all[fmt.Sprint(s)] = s
		}
		c, list := cut(t, n, 1<<14)
		var got uint64
		for i := range list {
			got += counted(t, c, fast, &list[i]).Evidence[1].Value
		}
		want := uint64(0)
		for _, cols := range all { // one of each orbit: the others are deleted
			want++
			for row := range n {
				for col := range n {
					for _, m := range group {
						image := make([]int, n)
						for r, c := range cols {
							v := m.of(vector{(r + row) % n, (c + col) % n}, n)
							image[v.row] = v.col
						}
						delete(all, fmt.Sprint(image))
						if !isSolution(image) {
							t.Fatalf("order %d: %v takes %v to %v, which is no solution", n, m, cols, image)
						}
					}
				}
			}
		}
		if got != want {
			t.Errorf("order %d: %d orbits, want %d", n, got, want)
		}
	}
}

func isSolution(cols []int) bool {
	for row, col := range cols {
		if !free(cols[:row], row, col, len(cols)) {
			return false
		}
	}
	return true
}

func TestSamples(t *testing.T) {
	c, _ := cut(t, 17, 1<<40)
	defer func(before queens.Total) { sampled = before }(sampled)
	sampled = queens.NewTotal(1 << 14)
	samples := must.Get(c.Samples(t.Context(), nil, plan.CountOptions{}, 1))(t)
	var sum float64
	drawn := 0
	for s, err := range samples {
		must.Do(t, err)
		sum += s.Solutions
		if drawn++; drawn == 1000 {
			break
		}
	}
	if mean := sum / float64(drawn); mean < 120000 || mean > 160000 { // T(17) = 140692
		t.Errorf("mean of %d samples: %.0f", drawn, mean)
	}
}

func TestCancelled(t *testing.T) {
	c, list := cut(t, 29, 1<<60)
	w := c.Workers(plan.CountOptions{})()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := w.Count(ctx, &list[0]); err == nil {
		t.Errorf("a cancelled count returned %v", r.Total)
	}
}

func BenchmarkCount(b *testing.B) {
	c, list := cut(b, 19, 1<<60)
	for _, k := range (Method{}).Info().Kernels {
		b.Run(k.Kernel, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				nodes += counted(b, c, k.Kernel, &list[0]).Nodes
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
		})
	}
}
