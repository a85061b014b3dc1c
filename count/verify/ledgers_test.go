package verify

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/internal/must"
)

// TestLedgersOfTheRepository reads every export in known/ledgers: it is complete, unless its folder
// says otherwise, this program makes its plan, its sum is known, and three random results of the
// cheapest tenth are found again, fewer if they have 100 million nodes. With QUEENS_LONG=1 they are
// three of all.
func TestLedgersOfTheRepository(t *testing.T) {
	long := os.Getenv("QUEENS_LONG") != ""
	files := must.Get(filepath.Glob("../../known/ledgers/*.csv.gz"))(t)
	incomplete := must.Get(filepath.Glob("../../known/ledgers/incomplete/*.csv.gz"))(t)
	saved := string(must.Get(os.ReadFile("../../known/measured/saved.csv"))(t))
	if len(files) < 4 {
		t.Fatalf("%d exports in known/ledgers, want more", len(files))
	}
	for i, file := range slices.Concat(files, incomplete) {
		want := Verified
		if i >= len(files) {
			want = Incomplete
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			run := must.Get(ledger.Read(t.Context(), file))(t)
			h, sum := run.Header, run.Tally.Total
			if run.Complete() != (want == Verified) || !run.Recovery.Sound() ||
				h.RunName()+".csv.gz" != filepath.Base(file) {
				t.Fatalf("%s: %+v, %v", h.RunName(), run.Tally, run.Recovery.Flaws())
			}
			p := must.Get(planOf(t.Context(), run, count.Options{}))(t)
			v := must.Get(Run(t.Context(), run, count.Options{}, Sample{}))(t)
			if run.Complete() && !v.Published &&
				!strings.Contains(saved, fmt.Sprintf(",%d,%v,%d,", h.Order, sum, h.Subproblems)) || v.Verdict != want {
				t.Errorf("%s: order %d: the sum %v is not known", v.Verdict, h.Order, sum)
			}
			if !long && testing.Short() {
				return
			}
			weights, chosen := p.Weights(), withResult(run, 0, h.Subproblems)
			if !long {
				slices.SortStableFunc(chosen, func(a, b int) int { return weights[a].Compare(weights[b]) })
				chosen = chosen[:max(3, len(chosen)/10)]
			}
			seed := rand.Uint64()
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(chosen), func(i, j int) {
				chosen[i], chosen[j] = chosen[j], chosen[i]
			})
			one, nodes := count.Options{Workers: 1}, uint64(0) // each takes memory
			for _, number := range chosen[:3] {
				recounted := 0
				must.Do(t, v.recompute(t.Context(), p, run, one, []int{number}, func(kept, again ledger.Result) error {
					nodes += again.Nodes
					if recounted++; difference(kept, again) != "" {
						t.Errorf("seed %d: %s", seed, difference(kept, again))
					}
					return nil
				}))
				if recounted != 1 {
					t.Errorf("result %d counted again %d times", number, recounted)
				}
				if !long && nodes > 1e8 {
					break
				}
			}
		})
	}
}
