package parity

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/count/kind"
	"queens/count/rowset"
	"queens/internal/kernel/table"
	"queens/internal/kernel/trie"
	"queens/known"
)

func beginGroups(n int) groupCount { return Kind{}.Begin(schemes()[0], n).(groupCount) }

func newGroupPlan(t *testing.T, n int) (*Count, []kind.Subproblem) {
	t.Helper()
	c := beginGroups(n)
	list, err := c.Cut(t.Context(), kind.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Count, list
}

// usable returns the usable kernels, the reference first.
func usable() (names []string) {
	for _, p := range (Kind{}).Facts().Kernels {
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
		c, plan := newGroupPlan(t, n)
		want := ""
		for i, kernel := range append(usable(), table.Auto) {
			if n > 16 && i < 2 {
				continue // takes minutes
			}
			for _, memory := range []int64{kind.DefaultMemory, 1} {
				total, lines := countAgain(t, c, plan, kind.Options{Kernel: kernel, Memory: memory})
				if q, _ := known.Solutions(n); total != q {
					t.Errorf("order %d by %s with %d bytes: %v solutions, want %v", n, kernel, memory, total, q)
				}
				if want == "" {
					want = lines
				}
				if lines != want {
					t.Errorf("order %d by %s with %d bytes: evidence\n%swant\n%s", n, kernel, memory, lines, want)
				}
			}
		}
	}
}

// TestRuns counts former plans, whose units are counted one by one.
func TestRuns(t *testing.T) {
	for _, n := range []int{8, 9, 12} {
		c, plan := newPlan(t, n)
		_, want := countAgain(t, c, plan, kind.Options{Kernel: kind.Reference})
		for _, kernel := range usable() {
			if _, lines := countAgain(t, c, plan, kind.Options{Kernel: kernel}); lines != want {
				t.Errorf("order %d by %s: evidence\n%swant\n%s", n, kernel, lines, want)
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
		c, plan := newGroupPlan(t, n)
		least := map[int]*kind.Subproblem{}
		for i := range plan {
			sub := &plan[i]
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
			for _, o := range []kind.Options{{By: []string{byImage}}, {}} {
				o.Workers, o.Memory = 1, 4<<30 // lists of the largest groups take 1.6 GB
				w, err := newPairer(c, newLists(c, o, o.Bytes()/2), o)
				if err != nil {
					t.Fatal(err)
				}
				r, err := w.Count(t.Context(), sub)
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(r.Total, r.Mod13, r.Mod15, r.Evidence)
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("order %d, class %d, tile %+v by %q: %s, want %s", n, class, sub.Pieces, o.By, got, want)
				}
			}
		}
	}
}

// TestMemory checks that groups shrink, with a remark, if the lists of a tile exceed the memory.
func TestMemory(t *testing.T) {
	for _, n := range []int{24, 28} {
		c := beginGroups(n)
		class, most := c.class(n/4), mostSets(n)
		for _, memory := range []int64{kind.MinMemory, 4 << 30} {
			o := kind.Options{Workers: 1, Memory: memory}
			want := memory > kind.MinMemory
			evens, odds := c.fitting(class, listsOf(o))
			if got := min(evens, odds) == most; got != want || evens < 1 || odds < 1 ||
				evens > 1 && trie.Takes(class, evens, odds) > listsOf(o) {
				t.Errorf("order %d, %d bytes: %d and %d sets", n, memory, evens, odds)
			}
			remark := c.Remark(o)
			_, list, _ := strings.Cut(remark, ": ")
			list, _, _ = strings.Cut(list, ";")
			if slices.Contains(strings.Split(list, ", "), fmt.Sprint(n/4)) == want {
				t.Errorf("order %d, %d bytes: remark %q", n, memory, remark)
			}
			if remark := c.Remark(kind.Options{Workers: 1, Memory: memory, By: []string{byImage}}); remark != "" {
				t.Errorf("order %d, unit by unit in any case: remark %q", n, remark)
			}
		}
	}
	o := kind.Options{Workers: 3, Memory: kind.MinMemory}
	c := beginGroups(24)
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

// TestGroupTiles compares the total weight of plans by groups with that of plans by runs. No unit
// is in two tiles, and no group exceeds its size.
func TestGroupTiles(t *testing.T) {
	most := 18
	if testing.Short() {
		most = 15
	}
	for n := range most + 1 {
		pairs := func(c *Count, plan []kind.Subproblem) (sum map[int]uint64) {
			sum = map[int]uint64{}
			seen := map[int]map[rowset.Unit]bool{}
			for i := range plan {
				tile := plan[i].Pieces.(unitPieces)
				class := tile.Class()
				if seen[class] == nil {
					seen[class] = map[rowset.Unit]bool{}
				}
				for u, weight := range tile.units(c) {
					if seen[class][u] {
						t.Errorf("order %d, class %d: unit %+v is in two tiles", n, class, u)
					}
					seen[class][u] = true
					sum[class] += weight
				}
				if group, ok := tile.(groupTile); ok {
					if even, odd := setsOf(c, group); max(even, odd) > groupSets {
						t.Errorf("order %d: groups of %d and %d sets", n, even, odd)
					}
				}
			}
			return sum
		}
		want, got := pairs(newPlan(t, n)), pairs(newGroupPlan(t, n))
		for class, number := range want {
			if got[class] != number {
				t.Errorf("order %d, class %d: the units stand for %d pairs of row sets, want %d", n,
					class, got[class], number)
			}
		}
	}
}

func setsOf(c *Count, t groupTile) (even, odd int) {
	evens, odds := c.covers(t.Queens)
	return len(evens.Groups[t.Even]), len(odds.Groups[t.Odd])
}
