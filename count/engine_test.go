package count

import (
	"errors"
	"strings"
	"testing"

	"queens"
	"queens/count/plan"
)

// Two engines may count one kind of subproblems: the first one that has the kernel does.
func TestChooseEngine(t *testing.T) {
	with := func(name string, kernels ...Processor) engine {
		return engine{name: name, kind: plan.Boards, kernels: func() []Processor { return kernels }}
	}
	list := []engine{
		with("device", Processor{Kernel: "device", Needs: "a device"}),
		with("first", Processor{Kernel: "plain", Usable: true}, Processor{Kernel: "wide", Needs: "wide words"}),
		with("second", Processor{Kernel: "other", Usable: true}),
	}
	for kernel, want := range map[string]string{Auto: "first", "": "first", "plain": "first", "other": "second"} {
		if e, err := choose(list, kernel); err != nil || e.name != want {
			t.Errorf("kernel %q: engine %q, error %v; want %q", kernel, e.name, err, want)
		}
	}
	for kernel, want := range map[string]string{
		"device": "kernel device of the device engine needs a device",
		"wide":   "kernel wide of the first engine needs wide words",
		"none":   `has no kernel "none"`,
	} {
		if _, err := choose(list, kernel); !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), want) {
			t.Errorf("kernel %q: error %v, want one that says %q", kernel, err, want)
		}
	}
	if e, err := choose(list[:1], Auto); err == nil {
		t.Errorf("engine %q counts without a kernel that runs here", e.name)
	}
}

// Every kind of subproblems has an engine, and no two engines of a kind have a kernel of
// one name: results name the kernel only.
func TestEngines(t *testing.T) {
	for _, s := range plan.Schemes() {
		if _, err := engineFor(s.Kind(), Auto); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		seen := map[string]bool{}
		for _, p := range ProcessorsOf(s) {
			if seen[p.Kernel] {
				t.Errorf("%s: two engines have a kernel %q", s.Name, p.Kernel)
			}
			seen[p.Kernel] = true
		}
	}
}
