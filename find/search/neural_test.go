package search_test

import (
	"slices"
	"testing"

	"queens"
	"queens/find/search"
	"queens/find/solver"
)

// TestNeuralNetworkSucceeds: 200 solutions are found in few starts, at the rates of its description
// or somewhat lower, and all are solutions.
func TestNeuralNetworkSucceeds(t *testing.T) {
	for _, tc := range []struct {
		order  int
		starts uint64
	}{{8, 210}, {20, 320}, {50, 280}} {
		found := 0
		stats, err := search.NeuralNetwork.Solve(t.Context(), callOf(tc.order, 1), func(p queens.Perm) bool {
			if err := queens.Check(p, queens.Regular); err != nil || len(p) != tc.order {
				t.Errorf("order %d: %v: %v", tc.order, p, err)
			}
			found++
			return found < 200
		})
		if err != nil || found != 200 || stats.Tries > tc.starts {
			t.Errorf("order %d: %d solutions in %d starts, %v, want at most %d", tc.order, found, stats.Tries, err,
				tc.starts)
		}
	}
}

// slowNetwork follows the equation of motion, counting attackers queen by queen.
type slowNetwork struct {
	rows       []int32
	potentials [][]int
}

func (w *slowNetwork) attackers(col, row int) (all, inRow int) {
	sq := queens.Square{Row: row, Col: col}
	for other, r := range w.rows {
		if other != col && sq.Attacks(queens.Square{Row: int(r), Col: other}) {
			all++
			if int(r) == row {
				inRow++
			}
		}
	}
	return all, inRow
}

func (w *slowNetwork) update(col, now int) {
	for row := range w.potentials[col] {
		all, inRow := w.attackers(col, row)
		u := w.potentials[col][row] - all
		if inRow == 0 {
			u++
		}
		w.potentials[col][row] = max(-2, min(2, u))
	}
	all, _ := w.attackers(col, now)
	w.potentials[col][now] -= all
}

// TestNeuralNetworkMoves replays steps: each queen moves to a row of the greatest potential. She
// stays if hers is one and she is not attacked.
func TestNeuralNetworkMoves(t *testing.T) {
	const n = 9
	w := slowNetwork{rows: slices.Repeat([]int32{solver.Whole}, n)}
	now, moves, stays := -1, 0, 0
	call := callOf(n, 7)
	call.Observe = func(e solver.Event) {
		solver.Apply(w.rows, e)
		switch col, row := int(e.Col), int(e.Row); {
		case e.Kind == solver.Clear:
			w.potentials = make([][]int, n)
			for col := range n {
				w.potentials[col] = make([]int, n)
			}
			now = -1
		case e.Kind == solver.Remove:
			now = row
			w.update(col, now)
		case e.Kind == solver.Place && now >= 0:
			own := w.potentials[col]
			attackers, _ := w.attackers(col, now)
			mustStay := attackers == 0 && own[now] == slices.Max(own)
			if own[row] != slices.Max(own) || mustStay && row != now {
				t.Fatalf("move %d of column %d from row %d to %d, potentials %v, attackers %d", moves, col, now, row,
					own, attackers)
			}
			moves++
			if mustStay {
				stays++
			}
		}
	}
	solutions := 0
	if _, err := search.NeuralNetwork.Solve(t.Context(), call, func(queens.Perm) bool {
		solutions++
		return solutions < 20
	}); err != nil || stays < 100 || moves < 2*stays {
		t.Errorf("%d moves, %d of which had to stay, %v", moves, stays, err)
	}
}
