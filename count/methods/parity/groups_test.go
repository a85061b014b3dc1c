package parity

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/count/unit"

	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/kernels/table"
	"queens/count/internal/parity"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func begin(n int) *Count { return Method{}.NewCount(variants()[0], n).(*Count) }

func newPlan(t *testing.T, n int) (*Count, []plan.Subproblem) {
	t.Helper()
	c := begin(n)
	return c, must.Get(c.Cut(t.Context(), plan.Work{}))(t)
}

// usable returns the usable kernels, the reference first.
func usable() (names []string) {
	for _, p := range (Method{}).Info().Kernels {
		if p.Usable {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// Solutions and evidence of plans by groups depend neither on the kernel nor on memory.
func TestGroups(t *testing.T) {
	most := 16
	switch {
	case os.Getenv("QUEENS_LONG") != "":
		most = 20
	case testing.Short():
		most = 13
	}
	for n := range most + 1 {
		c, subs := newPlan(t, n)
		want := ""
		for i, kernel := range append(usable(), table.Auto) {
			if n > 16 && i < 2 {
				continue // takes minutes
			}
			for _, memory := range []int64{plan.DefaultMemory, 1} {
				q, _ := known.Solutions(n)
				want = checkAgain(t, c, subs, plan.CountOptions{Kernel: kernel, Memory: memory}, q, want)
			}
		}
	}
}

// TestLargeOrders counts the smallest tile of each class in groups and, as images, unit by unit.
func TestLargeOrders(t *testing.T) {
	orders := []int{22}
	if os.Getenv("QUEENS_LONG") != "" {
		orders = []int{22, 23, 24, 25, 26, 27, 28}
	}
	for _, n := range orders {
		c, subs := newPlan(t, n)
		least := map[int]*plan.Subproblem{}
		for i := range subs {
			sub := &subs[i]
			class := sub.Pieces.(groupTile).Queens
			if first := least[class]; first == nil || sub.Work.Compare(first.Work) < 0 {
				least[class] = sub
			}
		}
		for class, sub := range least {
			if len(c.class(class).EvenSets) < 1<<(n/4) {
				continue // classes of few row sets have large units
			}
			var want string
			for _, o := range []plan.CountOptions{{By: []string{byImage}}, {}} {
				o.Workers, o.Memory = 1, 4<<30 // lists of the largest groups take 1.6 GB
				r := must.Get(workerOf(t, c, o).Count(t.Context(), sub))(t)
				got := fmt.Sprint(r.Total, r.Mod13, r.Mod15, r.Evidence)
				if want = cmp.Or(want, got); got != want {
					t.Errorf("order %d, class %d, tile %+v by %q: %s, want %s", n, class, sub.Pieces, o.By, got, want)
				}
			}
		}
	}
}

// TestMemory checks that groups shrink, with a remark, if the lists of a tile exceed the memory.
func TestMemory(t *testing.T) {
	for _, n := range []int{24, 28} {
		c := begin(n)
		class, most := c.class(n/4), mostSets(n)
		for _, memory := range []int64{plan.MinMemory, 4 << 30} {
			o := plan.CountOptions{Workers: 1, Memory: memory}
			want := memory > plan.MinMemory
			evens, odds := c.fitting(class, listsOf(o))
			if got := min(evens, odds) == most; got != want || evens < 1 || odds < 1 ||
				evens > 1 && kernels.Takes(class, evens, odds) > listsOf(o) {
				t.Errorf("order %d, %d bytes: %d and %d sets", n, memory, evens, odds)
			}
			remark := c.Remark(o)
			_, list, _ := strings.Cut(remark, ": ")
			list, _, _ = strings.Cut(list, ";")
			if slices.Contains(strings.Split(list, ", "), fmt.Sprint(n/4)) == want {
				t.Errorf("order %d, %d bytes: remark %q", n, memory, remark)
			}
			if remark := c.Remark(plan.CountOptions{Workers: 1, Memory: memory, By: []string{byImage}}); remark != "" {
				t.Errorf("order %d, unit by unit in any case: remark %q", n, remark)
			}
		}
	}
	o := plan.CountOptions{Workers: 3, Memory: plan.MinMemory}
	c := begin(24)
	_, text, _ := strings.Cut(c.Remark(o), "--memory ")
	var megabytes int64
	if _, err := fmt.Sscanf(text, "%dM", &megabytes); err != nil {
		t.Fatalf("remark %q: %v", c.Remark(o), err)
	}
	for _, test := range []struct {
		memory int64
		enough bool
	}{{megabytes << 20, true}, {(megabytes - 2) << 20, false}} {
		if o.Memory = test.memory; (c.Remark(o) == "") != test.enough {
			t.Errorf("%d MB: remark %q", test.memory>>20, c.Remark(o))
		}
	}
}

// TestGroupTiles compares the total weight of plans with that of all units. No unit is in two
// tiles, and no group exceeds its size.
func TestGroupTiles(t *testing.T) {
	most := 18
	if testing.Short() {
		most = 15
	}
	for n := range most + 1 {
		c, subs := newPlan(t, n)
		sum, seen := map[int]uint64{}, map[int]map[unit.Unit]bool{}
		for i := range subs {
			tile := subs[i].Pieces.(groupTile)
			class := tile.Queens
			if seen[class] == nil {
				seen[class] = map[unit.Unit]bool{}
			}
			for u, weight := range tile.units(c) {
				if seen[class][u] {
					t.Errorf("order %d, class %d: unit %+v is in two tiles", n, class, u)
				}
				seen[class][u] = true
				sum[class] += weight
			}
			if even, odd := setsOf(c, tile); max(even, odd) > groupSets {
				t.Errorf("order %d: groups of %d and %d sets", n, even, odd)
			}
		}
		for _, class := range c.classes() {
			var want uint64
			for _, weight := range class.Units() {
				want += weight
			}
			if got := sum[class.Queens]; got != want {
				t.Errorf("order %d, class %d: the units stand for %d pairs of row sets, want %d", n, class.Queens, got,
					want)
			}
		}
	}
}

// TestLargeWeights adds up the weights of the units of the largest orders: their number of pairs of
// row sets. Groups of order 31 have a row in common.
func TestLargeWeights(t *testing.T) {
	for n := 29; n <= kernels.MaxOrder; n++ {
		c := begin(n)
		for class := range parity.Square.Classes(n) {
			of := c.covers(class.Queens)
			for _, group := range of.even.Groups {
				common := ^uint32(0)
				for _, i := range group {
					common &= class.EvenSets[i].Lines
				}
				if n == 31 && class.Queens > 0 && common == 0 {
					t.Errorf("order %d, class %d: a group of even sets without a row in common", n, class.Queens)
				}
			}
			for _, group := range of.odd.Groups {
				all := uint32(0)
				for _, i := range group {
					all |= class.OddSets[i].Lines
				}
				if n == 31 && class.Queens < class.Even && all == 1<<class.Odd-1 {
					t.Errorf("order %d, class %d: a group of odd sets without a row in common", n, class.Queens)
				}
			}
			if os.Getenv("QUEENS_LONG") == "" {
				continue // takes seconds
			}
			sum, want := uint64(0), uint64(len(class.EvenSets)*len(class.OddSets))
			if n%2 == 0 && 2*class.Queens != class.Even {
				want *= 2
			}
			for _, evens := range of.even.Groups {
				for _, odds := range of.odd.Groups {
					for _, weight := range class.UnitsOf(of.even, evens, odds) {
						sum += weight
					}
				}
			}
			if sum != want {
				t.Errorf("order %d, class %d: weights of %d, want %d", n, class.Queens, sum, want)
			}
		}
	}
}

func setsOf(c *Count, t groupTile) (even, odd int) {
	of := c.covers(t.Queens)
	return len(of.even.Groups[t.Even]), len(of.odd.Groups[t.Odd])
}

// Every class of the orders from 16 on has a weight.
func TestWeights(t *testing.T) {
	for n := 16; n <= kernels.MaxOrder; n++ {
		for c := range parity.Square.Classes(n) {
			if _, ok := begin(n).timeOf(c.Queens); !ok {
				t.Errorf("order %d: class %d has no weight", n, c.Queens)
			}
		}
	}
}

// TestMeasureWeights prints the data for fitting weights, for every tile of the order
// QUEENS_WEIGHTS: class, groups, work, units, sets, blocks of both colours and microseconds.
func TestMeasureWeights(t *testing.T) {
	var order int
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order); n != 1 {
		t.Skip("on demand")
	}
	c, subs := newPlan(t, order)
	o := plan.CountOptions{Workers: 1}
	p := workerOf(t, c, o)
	for i := range subs {
		seconds := plan.Stopwatch()
		must.Get(p.Count(t.Context(), &subs[i]))(t)
		took := seconds()
		tile := subs[i].Pieces.(groupTile)
		evens, odds := setsOf(c, tile)
		units := 0
		ys := [2]map[int]int{{}, {}}
		for u := range tile.units(c) {
			units++
			r := c.class(tile.Queens).Reach(u)
			ys[0][u.Odd] = max(ys[0][u.Odd], (r.Columns+63)/64)
			ys[1][u.Even] = max(ys[1][u.Even], (r.Columns+63)/64)
		}
		blocks := [2]int{}
		for k := range ys {
			for _, b := range ys[k] {
				blocks[k] += b
			}
		}
		fmt.Println("TILE", order, tile.Queens, tile.Even, tile.Odd, subs[i].Work, units, evens, odds,
			blocks[0], blocks[1], took*1e6)
	}
}
