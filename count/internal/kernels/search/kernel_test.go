package search

import (
	"regexp"
	"testing"

	"queens/count/internal/kernels/table"
)

func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	seen := map[string]bool{table.Auto: true}
	for _, k := range All() {
		if !name.MatchString(k.Name) || seen[k.Name] {
			t.Errorf("%q is no name for a kernel, or the name of two", k.Name)
		}
		seen[k.Name] = true
		if k.Accepts == nil || k.Count == nil {
			t.Errorf("%s: a field is missing", k.Name)
		}
		if k.Needs != "" || !k.Usable() {
			t.Errorf("%s needs %q", k.Name, k.Needs)
		}
	}
	if got := All()[0].Name; got != "generic" {
		t.Errorf("the first kernel is %s, want the reference", got)
	}
}

func TestChoose(t *testing.T) {
	task := func(order, rows int) *Task { return &Task{Order: order, Rows: make([]int, rows)} }
	for _, c := range []struct{ name, usual, two, large string }{
		{"auto", "scalar", "masks", "masks"},
		{"", "scalar", "masks", "masks"},
		{"generic", "generic", "generic", "generic"},
		{"masks", "masks", "masks", "masks"},
		{"scalar", "scalar", "masks", "masks"},
	} {
		pick := Choose(c.name)
		for _, of := range []struct {
			task *Task
			want string
		}{{task(8, 8), c.usual}, {task(8, 2), c.two}, {task(MaxOrder, 7), c.large}} {
			if got := pick(of.task).Name; got != of.want {
				t.Errorf("%q gives %s for order %d with %d open rows, want %s", c.name, got, of.task.Order,
					len(of.task.Rows), of.want)
			}
		}
	}
}
