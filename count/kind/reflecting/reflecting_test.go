package reflecting

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"queens"
	"queens/count/kind"
	"queens/known"
)

// newPlan returns the subproblems of order n.
func newPlan(t *testing.T, n int, target kind.Work) (*count, []kind.Subproblem) {
	t.Helper()
	c := Kind{}.Begin(Kind{}.Facts().Schemes[0], n).(*count)
	list, err := c.Cut(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Number = i
	}
	return c, list
}

// total adds up single results, and returns their evidence.
func total(t *testing.T, c *count, plan []kind.Subproblem, o kind.Options) (sum queens.Total, evidence []string) {
	t.Helper()
	w, err := newWorker(c, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plan {
		r, err := w.Count(t.Context(), &plan[i])
		if err != nil {
			t.Fatal(err)
		}
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		sum = sum.Plus(r.Total)
		evidence = append(evidence, fmt.Sprint(r.Total, r.Evidence))
	}
	return sum, evidence
}

// Every known value comes out, and neither kernels, ways nor memory change a result or its
// evidence.
func TestTilesAddUp(t *testing.T) {
	most := 18
	if testing.Short() {
		most = 16
	} else if os.Getenv("QUEENS_LONG") != "" {
		most = 20
	}
	for n := range most + 1 {
		c, plan := newPlan(t, n, queens.NewTotal(1<<22))
		got, evidence := total(t, c, plan, kind.Options{})
		if v, ok := known.Lookup("reflecting", n); !ok || got != v.Value {
			t.Errorf("R(%d) = %v, want %v", n, got, v.Value)
		}
		if n > 12 {
			continue
		}
		if again, _ := total(t, c, plan, kind.Options{By: []string{byPlain}}); again != got {
			t.Errorf("R(%d) = %v by plain search, want %v", n, again, got)
		}
		for _, o := range []kind.Options{
			{By: []string{byOther}}, {Kernel: kind.Reference}, {Kernel: "portable", Memory: 1 << 16},
		} {
			if _, again := total(t, c, plan, o); fmt.Sprint(again) != fmt.Sprint(evidence) {
				t.Errorf("order %d, options %+v: %v, want %v", n, o, again, evidence)
			}
		}
	}
}

// The tiles of a plan have each unit once, and so have the blocks of a tile, with lists that fit in
// the memory.
func TestTilesAreTheUnits(t *testing.T) {
	type unit struct{ queens, even, odd int }
	for _, n := range []int{0, 1, 12, 15, 20} {
		for _, target := range []uint64{1, 1 << 20, 1 << 30} {
			c, plan := newPlan(t, n, queens.NewTotal(target))
			seen := map[unit]int{}
			for _, sub := range plan {
				tile := sub.Pieces.(Tile)
				for block := range c.class(tile.Queens).blocks(tile.run(), kind.Options{Memory: 1 << 24, Workers: 2}) {
					for u := range block.units() {
						seen[unit{tile.Queens, u.Even, u.Odd}]++
					}
				}
			}
			units := 0
			for _, x := range c.classes() {
				units += len(x.evens) * len(x.OddSets)
			}
			for u, times := range seen {
				if times != 1 {
					t.Fatalf("order %d, target %d: unit %v is in %d tiles", n, target, u, times)
				}
			}
			if len(seen) != units {
				t.Errorf("order %d, target %d: tiles have %d units, want %d", n, target, len(seen), units)
			}
		}
	}
}

// Blocks grow with the memory.
func TestBlocks(t *testing.T) {
	for n := range maxOrder + 1 {
		for c := range classes(n) {
			whole := run{0, len(c.evens), 0, len(c.OddSets)}
			largest := func(memory int64) (units int) {
				for r := range c.blocks(whole, kind.Options{Memory: memory, Workers: 1}) {
					units = max(units, r.evenCount*r.oddCount)
				}
				return units
			}
			most := largest(1 << 40)
			if least := largest(1 << 26); least > most {
				t.Errorf("order %d, class %d: %d units with little memory, %d with much", n, c.Queens, least, most)
			}
		}
	}
}

// A tile whose context ends has no result.
func TestStop(t *testing.T) {
	c, plan := newPlan(t, 24, queens.NewTotal(1<<36))
	for _, o := range []kind.Options{{}, {Kernel: kind.Reference}, {By: []string{byOther}}, {By: []string{byPlain}}} {
		w, err := newWorker(c, o)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		r, err := w.Count(ctx, &plan[len(plan)-1])
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
			t.Errorf("%+v: result %+v, error %v", o, r, err)
		}
		small, subs := newPlan(t, 9, queens.NewTotal(1<<30))
		w.of = small
		sum := queens.Total{}
		for i := range subs { // the worker is of use again
			r, err := w.Count(t.Context(), &subs[i])
			if err != nil {
				t.Fatal(err)
			}
			sum = sum.Plus(r.Total)
		}
		if v, _ := known.Lookup("reflecting", 9); sum != v.Value {
			t.Errorf("%+v: R(9) = %v after a stop, want %v", o, sum, v.Value)
		}
	}
}
