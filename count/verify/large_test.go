package verify

import (
	"os"
	"slices"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
)

// TestLargestOrders counts the two cheapest subproblems of orders above 28 into two ledgers, one
// with another kernel, merges them and verifies the result in another way.
func TestLargestOrders(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("three minutes: only with QUEENS_LONG=1")
	}
	variant := must.Get(methods.Find("parity"))(t)
	for n := 29; n <= variant.MaxOrder; n++ {
		p := must.Get(plan.New(t.Context(), n, variant))(t)
		var least []int
		weights := p.Weights()
		for i := range weights {
			least = append(least, i)
		}
		slices.SortFunc(least, func(a, b int) int { return weights[a].Compare(weights[b]) })
		least = least[:2]
		var runs []*ledger.Run
		o := count.Options{Workers: 1, KeepAll: true, Only: func(i int) bool { return slices.Contains(least, i) }}
		for range 2 {
			o.State = t.TempDir()
			tally := must.Get(count.Run(t.Context(), p, o))(t)
			o.Kernel = variant.Method.Info().OtherKernel(tally.Kernel)
			runs = append(runs, must.Get(ledger.Read(t.Context(), ledger.Dir(o.State, p.RunName())))(t))
		}
		m := must.Get(Merge(t.Context(), p, runs, count.Options{State: t.TempDir()}))(t)
		if m.Done != 2 || m.Confirmed != 2 || len(m.Disputes) > 0 {
			t.Errorf("order %d: subproblems %v merged: %+v", n, least, m)
		}
		merged := must.Get(ledger.Read(t.Context(), m.Ledger))(t)
		v := must.Get(Run(t.Context(), merged, count.Options{Workers: 1}, Sample{Size: 2, Seed: 1}))(t)
		if v.Verdict != Incomplete || len(v.Sample) != 2 {
			t.Errorf("order %d: verified: %+v", n, v)
		}
		t.Logf("order %d: subproblems %v, sum %v, kernels %v by %v", n, least, v.Sum, v.Kernels, v.By)
	}
}
