package kernel

import (
	"regexp"
	"strings"
	"testing"

	"queens/internal/kernel/table"
	"queens/internal/must"
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
		if k.Needs == "" && !k.Usable() {
			t.Errorf("%s needs nothing and cannot be used", k.Name)
		}
	}
	if got := All()[0].Name; got != "generic" {
		t.Errorf("the first kernel is %s, want the reference", got)
	}
	if got, want := strings.Join(table.Names(All()), " "), "auto generic masks scalar"; !strings.HasPrefix(got, want) {
		t.Errorf("the names are %s, want %s and those of this processor", got, want)
	}
}

func TestChoose(t *testing.T) {
	kernel := func(name, needs string, usable bool, rows int) Kernel {
		return Kernel{
			Entry:   table.Entry{Name: name, Needs: needs, Has: func() bool { return usable }},
			Accepts: func(t *Task) bool { return len(t.Rows) >= rows },
		}
	}
	all := []Kernel{
		kernel("reference", "", true, 0),
		kernel("slow", "", true, 2),
		kernel("portable", "", true, 4),
		kernel("vector", "wide words", true, 6),
		kernel("future", "wider words", false, 0),
	}
	all[3].From = 7
	for _, c := range []struct {
		name string
		want [8]string // by number of rows; blanks repeat the name before
	}{
		{"auto", [8]string{0: "reference", 2: "slow", 4: "portable", 7: "vector"}},
		{"", [8]string{0: "reference", 2: "slow", 4: "portable", 7: "vector"}},
		{"reference", [8]string{0: "reference"}},
		{"slow", [8]string{0: "reference", 2: "slow"}},
		{"portable", [8]string{0: "reference", 2: "slow", 4: "portable"}},
		{"vector", [8]string{0: "reference", 2: "slow", 4: "portable", 6: "vector"}},
	} {
		pick, err := choose(all, c.name)
		if err != nil {
			t.Errorf("%q: %v", c.name, err)
			continue
		}
		want := ""
		for rows := range c.want {
			if c.want[rows] != "" {
				want = c.want[rows]
			}
			if got := pick(&Task{Rows: make([]int, rows)}).Name; got != want {
				t.Errorf("%q gives %s for %d rows, want %s", c.name, got, rows, want)
			}
		}
	}
	if _, err := choose(all, "future"); err == nil ||
		err.Error() != "kernel: kernel future needs wider words, which this processor does not have" {
		t.Errorf("a kernel for another processor: error %v", err)
	}
}

func TestChooseTells(t *testing.T) {
	_, err := Choose("turbo")
	if want := `kernel: no kernel "turbo": want one of auto, generic, masks, scalar`; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	for _, name := range table.Names(All()) {
		if _, err := Choose(name); err != nil && !strings.Contains(err.Error(), "which this processor does not have") {
			t.Errorf("Choose(%q): %v", name, err)
		}
	}
}

func TestChooseForcedKernel(t *testing.T) {
	ordinary := &Task{Order: 8, Rows: []int{0, 1, 2, 3, 4, 5, 6, 7}}
	large := &Task{Order: 32, Rows: []int{0, 1, 2, 3, 4, 5, 6}}
	for _, c := range []struct{ name, ordinary, large string }{
		{"generic", "generic", "generic"},
		{"masks", "masks", "masks"},
		{"scalar", "scalar", "masks"},
	} {
		pick := must.Get(Choose(c.name))(t)
		if got := pick(ordinary).Name; got != c.ordinary {
			t.Errorf("%s: an ordinary board is given to %s, want %s", c.name, got, c.ordinary)
		}
		if got := pick(large).Name; got != c.large {
			t.Errorf("%s: a board of order 32 is given to %s, want %s", c.name, got, c.large)
		}
	}
}
