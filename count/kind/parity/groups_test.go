package parity

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/count/kind"
	"queens/count/rowset"
	"queens/internal/kernel/matrix"
	"queens/internal/kernel/table"
	"queens/known"
)

// beginGroups returns a count of tiles of groups.
func beginGroups(n int) Groups { return Kind{}.Begin(schemes()[1], n).(Groups) }

// newGroupPlan returns the subproblems of order n in groups.
func newGroupPlan(t *testing.T, n int) (*Count, []kind.Subproblem) {
	t.Helper()
	c := beginGroups(n)
	list, err := c.Cut(t.Context(), kind.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Count, list
}

// groupKernels returns the kernels of groups that run here.
func groupKernels() (names []string) {
	for _, p := range (Kind{}).Facts().Kernels {
		if isGrouped(p.Kernel) && p.Usable {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// Solutions and evidence of plans by groups do not depend on the kernel, nor on whether units are
// counted in groups or one by one.
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
		for _, kernel := range append(groupKernels(), table.Auto, "portable") {
			if n > 18 && kernel == grouped+"portable" {
				continue // minutes
			}
			total, lines := countAgain(t, c, plan, kind.Options{Kernel: kernel})
			if q, _ := known.Solutions(n); total != q {
				t.Errorf("order %d by %s: %v solutions, want %v", n, kernel, total, q)
			}
			if want == "" {
				want = lines
			}
			if lines != want {
				t.Errorf("order %d by %s: evidence\n%swant\n%s", n, kernel, lines, want)
			}
		}
	}
}

// TestGroupsAlone counts tiles that are no groups, whose units kernels of groups count one by one.
func TestGroupsAlone(t *testing.T) {
	for _, n := range []int{8, 9, 12} {
		c, plan := newPlan(t, n)
		_, want := countAgain(t, c, plan, kind.Options{})
		for _, kernel := range groupKernels() {
			if _, lines := countAgain(t, c, plan, kind.Options{Kernel: kernel}); lines != want {
				t.Errorf("order %d by %s: evidence\n%swant\n%s", n, kernel, lines, want)
			}
		}
	}
}

// TestGroupsOfLargeOrders counts the tile of each class that has the least work in groups and, as
// images, unit by unit.
func TestGroupsOfLargeOrders(t *testing.T) {
	orders := []int{22}
	if os.Getenv("QUEENS_LONG") != "" {
		orders = []int{22, 23, 24, 25, 26, 27, 28}
	}
	for _, n := range orders {
		c, plan := newGroupPlan(t, n)
		least := map[int]*kind.Subproblem{}
		for i := range plan {
			sub := &plan[i]
			class := sub.Pieces.(GroupTile).Queens
			if first := least[class]; first == nil || sub.Work.Compare(first.Work) < 0 {
				least[class] = sub
			}
		}
		for class, sub := range least {
			if len(c.class(class).EvenSets) < 1<<(n/4) {
				continue // classes of few row sets, whose units are large
			}
			var want string
			for _, o := range []kind.Options{{By: []string{byImage}}, {Kernel: groupKernels()[len(groupKernels())-1]}} {
				o.Workers, o.Memory = 1, 4<<30 // lists of the largest groups take 1.6 GB
				w, err := newPairer(c, c.newSource(o), o)
				if err != nil {
					t.Fatal(err)
				}
				r, err := w.Count(t.Context(), sub)
				if err != nil {
					t.Fatal(err)
				}
				if isGrouped(r.Kernel) != isGrouped(o.Kernel) {
					t.Errorf("order %d, class %d: options %+v took kernel %s", n, class, o, r.Kernel)
				}
				got := fmt.Sprint(r.Total, r.Mod13, r.Mod15, r.Evidence)
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("order %d, class %d, tile %+v by %s: %s, want %s", n, class, sub.Pieces, r.Kernel, got, want)
				}
			}
		}
	}
}

// TestGroupKernels asks for kernels of groups, and for others.
func TestGroupKernels(t *testing.T) {
	fastest, err := table.Find("matrix", matrix.All(), table.Auto)
	if err != nil {
		t.Fatal(err)
	}
	auto := slices.Contains(groupKernels(), grouped+fastest.Name)
	runs, groups := begin(12), beginGroups(12).Count
	for _, test := range []struct {
		of      *Count
		options kind.Options
		want    bool
	}{
		{groups, kind.Options{Kernel: "groups-portable"}, true},
		{groups, kind.Options{Kernel: "portable"}, false},
		{groups, kind.Options{}, auto},
		{groups, kind.Options{Kernel: table.Auto}, auto},
		{groups, kind.Options{By: []string{byImage}}, false},
		{runs, kind.Options{}, false},
		{runs, kind.Options{Kernel: "groups-portable"}, true},
	} {
		w, err := newPairer(test.of, test.of.newSource(test.options), test.options)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.groups != nil; got != test.want {
			t.Errorf("kernel %q by %q: groups %v, want %v", test.options.Kernel, test.options.By, got, test.want)
		}
	}
}

// TestGroupsTakeMemory counts unit by unit, and says so, where the lists of a tile take more than
// there is.
func TestGroupsTakeMemory(t *testing.T) {
	kernel := groupKernels()[len(groupKernels())-1]
	for _, n := range []int{24, 28} {
		c := beginGroups(n)
		class := n / 4
		for _, memory := range []int64{kind.MinMemory, 4 << 30} {
			o := kind.Options{Workers: 1, Memory: memory, Kernel: kernel}
			p, err := newPairer(c.Count, c.newSource(o), o)
			if err != nil {
				t.Fatal(err)
			}
			want := memory > kind.MinMemory
			if got := p.together(class); got != want {
				t.Errorf("order %d, %d bytes: in groups %v, want %v", n, memory, got, want)
			}
			remark := c.Remark(o)
			_, list, _ := strings.Cut(remark, ": ")
			list, _, _ = strings.Cut(list, ";")
			if slices.Contains(strings.Split(list, ", "), fmt.Sprint(class)) == want {
				t.Errorf("order %d, %d bytes: remark %q", n, memory, remark)
			}
			if remark := c.Remark(kind.Options{Workers: 1, Memory: memory, By: []string{byImage}}); remark != "" {
				t.Errorf("order %d, unit by unit in any case: remark %q", n, remark)
			}
		}
	}
	o := kind.Options{Workers: 3, Memory: kind.MinMemory, Kernel: kernel}
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

// TestGroupTiles adds up the weights of all units of plans by groups: as many pairs of row sets as
// those of plans by runs stand for. No unit is in two tiles, and no group has more sets than it
// may.
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
				for u, weight := range c.Units(tile) {
					if seen[class][u] {
						t.Errorf("order %d, class %d: unit %+v is in two tiles", n, class, u)
					}
					seen[class][u] = true
					sum[class] += weight
				}
				if even, odd := tile.sets(c); c.covers != nil && max(even, odd) > groupSets {
					t.Errorf("order %d: groups of %d and %d sets", n, even, odd)
				}
			}
			return sum
		}
		want, got := pairs(newPlan(t, n)), pairs(newGroupPlan(t, n))
		for class, number := range want {
			if got[class] != number {
				t.Errorf("order %d, class %d: the units stand for %d pairs of row sets, want %d", n, class, got[class], number)
			}
		}
	}
}
