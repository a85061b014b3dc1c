package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"queens"
)

var counter = Algorithm{
	Name:     "counter",
	MinOrder: 1,
	MaxOrder: 9,
	Given:    true,
	Params: []Param{
		{Name: "from", Default: 3, Min: 1, Max: 10_000_000},
		{Name: "step", Default: 1, Min: 1},
	},
	Refuses: func(n int) string {
		if n == 4 {
			return "has bad luck"
		}
		return ""
	},
	Run: func(ctx context.Context, c Call, found func(queens.Perm) bool) (Stats, error) {
		m := NewMeter(ctx, c, found)
		for left := c.Params["from"]; left > 0 && !m.Stopped(); left -= c.Params["step"] {
			m.Test(0, 0, Whole)
		}
		return m.End()
	},
}

func nobody(queens.Perm) bool { return false }

func TestAccepts(t *testing.T) {
	with := func(name string, value int) Call {
		return Call{Problem: queens.Problem{Order: 5}, Params: map[string]int{name: value}}
	}
	for _, tc := range []struct {
		call Call
		want string // "" if accepted
		is   error
	}{
		{Call{Problem: queens.Problem{Order: 5}}, "", nil},
		{Call{Problem: queens.Problem{Order: 5, Given: []queens.Square{{}}}}, "", nil},
		{Call{}, "order 0: want 1 to 9", queens.ErrOrder},
		{Call{Problem: queens.Problem{Order: 10}}, "order 10: want 1 to 9", queens.ErrOrder},
		{Call{Problem: queens.Problem{Order: 4}}, "order 4: has bad luck", queens.ErrOrder},
		{Call{Problem: queens.Problem{Order: 5, Blocked: []queens.Square{{}}}}, "blocked squares", ErrUnsupported},
		{Call{Problem: queens.Problem{Order: 5, Topology: queens.Modular}}, "a modular board", ErrUnsupported},
		{with("to", 1), `parameter "to"`, ErrUnsupported},
		{with("step", 0), "parameter step = 0: want 1 or more", ErrUnsupported},
		{with("from", 10_000_001), "parameter from = 10000001: want 1 to 10000000", ErrUnsupported},
	} {
		err := counter.Accepts(tc.call)
		if tc.want == "" && err == nil {
			continue
		}
		want := "counter: " + tc.want
		if tc.is == ErrUnsupported {
			want += ": " + ErrUnsupported.Error()
		}
		if fmt.Sprint(err) != want || !errors.Is(err, tc.is) {
			t.Errorf("%v, want %q", err, want)
		}
		if stats, solveErr := counter.Solve(t.Context(), tc.call, nobody); solveErr == nil || stats != (Stats{}) {
			t.Errorf("Solve: %+v, %v", stats, solveErr)
		}
	}
	off := Call{Problem: queens.Problem{Order: 5, Given: []queens.Square{{Row: 5}}}}
	if err := counter.Accepts(off); !errors.Is(err, queens.ErrFormat) ||
		!strings.HasPrefix(err.Error(), "given queen at row 6, column 1 is outside a board of order 5") {
		t.Errorf("off the board: %v", err)
	}
	if stats, err := counter.Solve(t.Context(), off, nobody); err == nil || stats != (Stats{}) {
		t.Errorf("Solve off the board: %+v, %v", stats, err)
	}
}

func TestParametersHaveDefaults(t *testing.T) {
	c := Call{Problem: queens.Problem{Order: 5}}
	for _, tc := range []struct {
		params map[string]int
		tests  uint64
	}{{nil, 3}, {map[string]int{"from": 10}, 10}, {map[string]int{"from": 10, "step": 5}, 2}} {
		c.Params = tc.params
		if stats, err := counter.Solve(t.Context(), c, nobody); err != nil || stats.Tests != tc.tests {
			t.Errorf("%v: %+v, %v; want %d tests", tc.params, stats, err, tc.tests)
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for k := Try; k <= Clear; k++ {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d: %q", k, name)
		}
		seen[k.String()] = true
	}
	if Kind(200).String() != "kind 200" {
		t.Errorf("kind 200: %q", Kind(200))
	}
}
