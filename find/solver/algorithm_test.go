package solver

import (
	"context"
	"errors"
	"testing"

	"queens"
)

// counter is an algorithm that counts its parameter down and finds nothing.
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
		return m.End(ctx)
	},
}

// nobody takes no solution.
func nobody(queens.Perm) bool { return false }

func TestAccepts(t *testing.T) {
	for _, tc := range []struct {
		name string
		call Call
		want string // "" if it is accepted
		is   error
	}{
		{"plain", Call{Problem: queens.Problem{Order: 5}}, "", nil},
		{"too small", Call{}, "solver: counter: order 0: want 1 to 9: order out of range", queens.ErrOrder},
		{
			"too large",
			Call{Problem: queens.Problem{Order: 10}},
			"solver: counter: order 10: want 1 to 9: order out of range", queens.ErrOrder,
		},
		{"refused", Call{Problem: queens.Problem{Order: 4}}, "solver: counter: order 4: has bad luck: order " +
			"out of range", queens.ErrOrder},
		{"given", Call{Problem: queens.Problem{Order: 5, Given: []queens.Square{{}}}}, "", nil},
		{
			"blocked",
			Call{Problem: queens.Problem{Order: 5, Blocked: []queens.Square{{}}}},
			"solver: counter: blocked squares: not supported by this algorithm", ErrUnsupported,
		},
		{
			"torus",
			Call{Problem: queens.Problem{Order: 5, Topology: queens.Modular}},
			"solver: counter: a modular board: not supported by this algorithm", ErrUnsupported,
		},
		{
			"off the board",
			Call{Problem: queens.Problem{Order: 5, Given: []queens.Square{{Row: 5}}}},
			"queens: given queen at row 6, column 1 is outside a board of order 5: malformed input", queens.ErrFormat,
		},
		{
			"unknown parameter",
			Call{Problem: queens.Problem{Order: 5}, Params: map[string]int{"to": 1}},
			`solver: counter: parameter "to": not supported by this algorithm`, ErrUnsupported,
		},
		{
			"parameter too small",
			Call{Problem: queens.Problem{Order: 5}, Params: map[string]int{"step": 0}},
			"solver: counter: parameter step = 0: want 1 or more: not supported by this algorithm", ErrUnsupported,
		},
		{
			"parameter too large",
			Call{Problem: queens.Problem{Order: 5}, Params: map[string]int{"from": 10_000_001}},
			"solver: counter: parameter from = 10000001: want 1 to 10000000: not supported by this algorithm",
			ErrUnsupported,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := counter.Accepts(tc.call)
			if tc.want == "" && err == nil {
				return
			}
			if err == nil || err.Error() != tc.want || !errors.Is(err, tc.is) {
				t.Errorf("%v, want %q, %v", err, tc.want, tc.is)
			}
			if stats, solveErr := counter.Solve(t.Context(), tc.call, nobody); solveErr == nil || stats != (Stats{}) {
				t.Errorf("Solve: %+v, %v", stats, solveErr)
			}
		})
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
		name, err := k.MarshalText()
		if err != nil || len(name) == 0 || seen[string(name)] {
			t.Errorf("kind %d: %q, %v", k, name, err)
		}
		seen[string(name)] = true
	}
	if Kind(200).String() != "kind 200" {
		t.Errorf("kind 200: %q", Kind(200))
	}
}
