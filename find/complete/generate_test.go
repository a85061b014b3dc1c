package complete_test

import (
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
)

// TestInstances recomputes verdict and nodes of the frozen instances, with -short not the hard
// ones.
func TestInstances(t *testing.T) {
	levels := map[string]int{}
	var names []string
	for _, i := range complete.Instances() {
		names = append(names, i.Name)
		levels[i.Level()]++
		if want := fmt.Sprintf("%s-%d-%d", i.Family, i.Order, i.Seed); i.Name != want {
			t.Errorf("%s: want the name %s", i.Name, want)
		}
		if found, err := complete.FindInstance(i.Name); err != nil || found != i {
			t.Errorf("%s: %+v, %v", i.Name, found, err)
		}
		if testing.Short() && i.Nodes > 100_000 {
			continue
		}
		a, err := complete.One(t.Context(), must.Get(i.Problem())(t), complete.Options{Seed: 1})
		if err != nil || (a.Solution != nil) != i.Possible || a.Nodes != i.Nodes || a.Solution == nil && !a.Proven {
			t.Errorf("%+v: %+v, %v", i, a, err)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(complete.Instances()) || len(levels) != 4 {
		t.Errorf("a name twice, or a level without an instance: %v", levels)
	}
	if _, err := complete.FindInstance("blocked"); err == nil {
		t.Error("found what there is not")
	}
}

func TestPlanted(t *testing.T) {
	for seed := range uint64(10) {
		p, err := complete.Generate("planted", 12, 12*11, queens.Regular, seed)
		a, err2 := complete.One(t.Context(), p, complete.Options{})
		if err != nil || err2 != nil || len(p.Blocked) != 12*11 || a.Solution == nil {
			t.Errorf("seed %d: %v, %v, %+v", seed, err, err2, a)
		}
		p, err = complete.Generate("hall", 12, 5, queens.Regular, seed)
		a, err2 = complete.One(t.Context(), p, complete.Options{})
		if err != nil || err2 != nil || a.Engine != complete.Matching {
			t.Errorf("seed %d: %v, %v, %+v", seed, err, err2, a)
		}
	}
	if p, err := complete.Generate("planted", 3, 1, queens.Regular, 1); err == nil {
		t.Errorf("order 3: %+v", p)
	}
}

func TestSweep(t *testing.T) {
	var points []complete.Point
	must.Do(t, complete.Sweep(t.Context(), "blocked", 10, queens.Regular, 8, 1,
		func(p complete.Point) { points = append(points, p) }))
	first, last := points[0], points[len(points)-1]
	if len(points) != 11 || first.Possible < 7 || last.Possible > 1 || first.Undecided+last.Undecided > 0 ||
		first.Amount != 0 || last.Amount != 60 {
		t.Errorf("%+v", points)
	}
}
