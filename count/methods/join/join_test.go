package join

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count/internal/kernels/halves"
	"queens/count/internal/kernels/shelf"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func newPlan(t *testing.T, n int) (*count, []plan.Subproblem) {
	t.Helper()
	c := &count{order: n}
	whole := must.Get(c.Work(t.Context()))(t)
	list := must.Get(c.Cut(t.Context(), c.Target(whole)))(t)
	for i := range list {
		list[i].Number = i
	}
	return c, list
}

// The number of solutions depends neither on the roles of the halves nor on the room for keys.
func TestJoinerRolesAndSlices(t *testing.T) {
	for n, rooms := range map[int][]int{9: {1, 3, 1 << 16}, 12: {100, 1 << 16}} {
		c, subs := newPlan(t, n)
		var seen string
		for _, by := range [][]string{nil, {byHalves}} {
			for _, most := range rooms {
				source := halves.NewSource(n, Ranks(n/2), shelf.NewStore(1<<20))
				j := newJoiner(c, source, plan.CountOptions{By: by}, most)
				var total queens.Total
				var text strings.Builder
				for i := range subs {
					r := must.Get(j.Count(t.Context(), &subs[i]))(t)
					if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
						t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
					}
					total = total.Plus(r.Total)
					fmt.Fprintln(&text, r.Total, r.Evidence)
				}
				if want, _ := known.Solutions(n); total != want {
					t.Errorf("order %d, by %q, lists of %d keys: %v solutions, want %v", n, by, most, total, want)
				}
				evidence := text.String()
				if seen = cmp.Or(seen, evidence); evidence != seen {
					t.Errorf("order %d, by %q, lists of %d keys: evidence\n%swant\n%s", n, by, most, evidence, seen)
				}
			}
		}
	}
}

// A subproblem of order 28 takes minutes. If its context ends before or during it, there is no
// result.
func TestJoinerStops(t *testing.T) {
	c := &count{order: 28}
	sub := &plan.Subproblem{Pieces: Sets{First: 0b00101010101010<<14 | 0b10101010101011, Count: 1000}}
	source := halves.NewSource(c.order, Ranks(c.order/2), shelf.NewStore(1<<28))
	for _, kernel := range (Method{}).Info().Kernels {
		if !kernel.Usable {
			continue
		}
		o := plan.CountOptions{Kernel: kernel.Kernel, Workers: 1, Memory: plan.MinMemory}
		_, list := budgetOf(o)
		j := newJoiner(c, source, o, list)
		for _, after := range []time.Duration{0, 100 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := j.Count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel.Kernel, after, r, err)
			}
		}
	}
}

// The halves are exchanged on request.
func TestRoles(t *testing.T) {
	for _, by := range [][]string{nil, {byHalves}} {
		w := (&count{order: 11}).Workers(plan.CountOptions{By: by})()
		if w.(*joiner).swapped != (by != nil) {
			t.Errorf("by %q: the roles are exchanged: %t", by, by == nil)
		}
	}
}

// The evidence of a join is the lengths of its lists, made here one by one.
func TestEvidenceIsTheLengthsOfTheLists(t *testing.T) {
	for _, n := range []int{10, 11} {
		c, subs := newPlan(t, n)
		lister := halves.NewLister(halves.NewSource(n, Ranks(n/2), shelf.NewStore(1<<26)))
		w := c.Workers(plan.CountOptions{})()
		for i := range subs {
			var want evidence
			run := subs[i].Pieces.(Sets)
			for set := range c.ColumnSets(run) {
				want.sets++
				for _, term := range lister.Terms(halves.Family(run.Family), set) {
					if tops := len(whole(term.Top())); tops > 0 {
						want.tops += uint64(tops)
						want.bottoms += uint64(len(whole(term.Bottom())))
					}
				}
			}
			r := must.Get(w.Count(t.Context(), &subs[i]))(t)
			lists := plan.Evidence([]string{"sets", "top", "bottom"}, want.sets, want.tops, want.bottoms)
			if !slices.Equal(r.Evidence[:3], lists) || r.Evidence[3].Value == 0 {
				t.Errorf("order %d, subproblem %d: evidence %v, want %v", n, i, r.Evidence, lists)
			}
		}
	}
}

// A join leaves a quarter of its memory for the plan, the ledger and garbage, unless lists have the
// least size.
func TestBudget(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 64} {
		for _, memory := range []int64{plan.MinMemory, 1 << 30, plan.DefaultMemory, 1 << 38} {
			tables, list := budgetOf(plan.CountOptions{Workers: workers, Memory: memory})
			lists := int64(list) * bytesPerKey
			if list == minList {
				lists = 0
			}
			if sum := tables + int64(workers)*lists; sum > memory/4*3 || tables <= 0 {
				t.Errorf("%d workers, %d bytes: tables %d, of each worker lists of %d keys, %d in all",
					workers, memory, tables, list, sum)
			}
			if list > minList && lists*int64(workers) < memory/4 {
				t.Errorf("%d workers, %d bytes: lists of %d keys leave most of it unused", workers, memory, list)
			}
		}
	}
}

// TestTarget checks that long subproblems are cut more finely, and that plans of orders up to 26 do
// not change. The totals are those of the plans.
func TestTarget(t *testing.T) {
	for _, c := range []struct {
		order       int
		total, want uint64
	}{
		{16, 12 << 20, 1 << 20},
		{24, 31329506390015, 1 << 29},
		{26, 1744558452125358, 3327481178},
		{27, 14111900163854788, 13458156741},
		{28, 107489988711015330, 102510441504},
	} {
		if got := new(count).Target(queens.NewTotal(c.total)); got != queens.NewTotal(c.want) {
			t.Errorf("order %d, work %d, is cut at %v, want %d", c.order, c.total, got, c.want)
		}
	}
}

// The sum over all column sets is Q(n).
func TestTermsAddUpToAllSolutions(t *testing.T) {
	for n := minJoinOrder; n <= 12; n++ {
		c, subs := newPlan(t, n)
		l := halves.NewLister(halves.NewSource(n, Ranks(n/2), shelf.NewStore(1<<30)))
		var total int64
		for _, sub := range subs {
			run := sub.Pieces.(Sets)
			for set, weight := range c.ColumnSets(run) {
				for _, term := range l.Terms(halves.Family(run.Family), set) {
					pairs := int64(0)
					bottoms := whole(term.Bottom())
					for _, top := range whole(term.Top()) {
						for _, bottom := range bottoms {
							if top&bottom == 0 {
								pairs++
							}
						}
					}
					total += int64(weight) * term.Factor * pairs
				}
			}
		}
		if want, _ := known.Solutions(n); want.String() != fmt.Sprint(total) {
			t.Errorf("order %d: %d solutions, want %v", n, total, want)
		}
	}
}

func whole(list *halves.List) (keys []uint64) {
	buf := make([]uint64, 0, 1000+halves.Slack)
	for !list.Done() {
		buf = list.Fill(buf[:0])
		keys = append(keys, buf...)
	}
	return keys
}

// Sets have the same rank if and only if they are images of each other under reversal and
// complement.
func TestRanks(t *testing.T) {
	for m := 1; m <= 9; m++ {
		ranks := Ranks(m)
		images := func(s int) map[int]bool {
			var back int
			for i := range m {
				if s>>i%2 == 1 {
					back += 1 << (m - 1 - i)
				}
			}
			all := 1<<m - 1
			return map[int]bool{s: true, back: true, all - s: true, all - back: true}
		}
		for a := range ranks {
			of := images(a)
			for b := range ranks {
				if same := ranks[a] == ranks[b]; same != of[b] {
					t.Fatalf("%d lines, sets %b and %b: ranks %d and %d", m, a, b, ranks[a], ranks[b])
				}
			}
		}
	}
}
