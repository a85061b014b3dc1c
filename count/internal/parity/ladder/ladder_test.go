package ladder_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"queens"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/unit"
	"queens/known"
)

// step counts the units of a tile.
type step func(c *parity.Class, units []parity.Unit) []unit.Result

func each(count func(c *parity.Class, u parity.Unit) unit.Result) step {
	return func(c *parity.Class, units []parity.Unit) (results []unit.Result) {
		for _, u := range units {
			results = append(results, count(c, u))
		}
		return results
	}
}

// steps are the files after the first one.
var steps = []step{
	each(ladder.Lists),
	each(func(c *parity.Class, u parity.Unit) unit.Result { return ladder.Labels(c, u, new(atomic.Bool)) }),
	ladder.Groups,
}

// climb counts a board by each step after the first one, compares the results of every unit, and
// returns the total and the tests of each step.
func climb(t *testing.T, board parity.Board, n int) (total queens.Total, tests [3]uint64) {
	t.Helper()
	for c := range board.Classes(n) {
		even, odd := c.Covers(3, 3, 24)
		for _, evens := range even.Groups {
			for _, odds := range odd.Groups {
				var units []parity.Unit
				var weights []uint64
				for u, weight := range c.UnitsOf(even, evens, odds) {
					units, weights = append(units, u), append(weights, weight)
				}
				var want []unit.Result
				for i, count := range steps {
					results := count(c, units)
					for k := range results {
						tests[i] += results[k].Tests
						results[k].Tests = 0
						if i > 0 && results[k] != want[k] {
							t.Fatalf("unit %+v of class %d in step %d: %+v, want %+v", units[k], c.Queens, i+2,
								results[k], want[k])
						}
					}
					want = results
				}
				for k, r := range want {
					total = total.Plus(queens.TotalOf(r.High, r.Low).Times(weights[k]))
				}
			}
		}
	}
	return total, tests
}

// TestLadder compares every step with known values and with the step before, and its tests with
// those of the step before.
func TestLadder(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 12
	}
	for n := range most + 1 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			want, ok := known.Solutions(n)
			total, tests := climb(t, parity.Square, n)
			if !ok || total != want {
				t.Errorf("steps 2 to 4: %v solutions, want %v", total, want)
			}
			if n >= 12 && (tests[1]*2 > tests[0] || tests[2]*4 > tests[1]*3) || n == 14 && tests[1]*6 > tests[0] {
				t.Errorf("steps 2 to 4 need %d tests", tests)
			}
			got, first := ladder.Sum(n)
			if queens.NewTotal(got) != want {
				t.Errorf("step 1: %d solutions, want %v", got, want)
			}
			if n >= 12 && tests[0]*25 > first {
				t.Errorf("step 1 needs %d tests, step 2 %d", first, tests[0])
			}
			t.Logf("tests by step: %d %d", first, tests)
		})
	}
}

// TestOtherBoards climbs with half turns and with reflecting queens.
func TestOtherBoards(t *testing.T) {
	for _, of := range []struct {
		board parity.Board
		name  string
		order func(lines int) int
		most  int // lines
	}{
		{parity.Turned, "s180", func(m int) int { return 2*m + 1 }, 8},
		{parity.Mirrored, "reflecting", func(n int) int { return n }, 12},
	} {
		for n := range of.most + 1 {
			want, ok := known.Lookup(of.name, of.order(n))
			if total, _ := climb(t, of.board, n); !ok || total.String() != want.Value.String() {
				t.Errorf("%s(%d) = %v, want %v", of.name, of.order(n), total, want.Value)
			}
		}
	}
}

// TestStop checks that a stopped count ends at once.
func TestStop(t *testing.T) {
	stop := new(atomic.Bool)
	stop.Store(true)
	if r := ladder.Labels(parity.Square.New(14, 3), parity.Unit{}, stop); r.Tests > 0 {
		t.Errorf("%d tests after the stop", r.Tests)
	}
}
