package first

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
)

// TestPlaceAgainstTheBoard plays random games and compares what place keeps with the squares that
// no queen attacks, found square by square, and its choice with the definition.
func TestPlaceAgainstTheBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, tc := range []struct{ n, games int }{{1, 1}, {4, 20}, {9, 50}, {40, 3}, {63, 1}, {64, 2}} {
		n, order := tc.n, newLineOrder(tc.n)
		for range tc.games {
			h := newHoles(n)
			var placed []queens.Square
			alive := true
			for alive && h.open[inColumn] != 0 {
				free := freeSquares(n, placed)
				sq := free[rng.IntN(len(free))]
				placed = append(placed, sq)
				var next holes
				var best choice
				best, alive = order.place(&h, &next, sq.Row, sq.Col)
				checkBoard(t, n, placed, &next, best, alive)
				h = next
			}
		}
	}
}

// freeSquares returns the squares of a board of order n that none of the queens
// attacks or stands on.
func freeSquares(n int, placed []queens.Square) (free []queens.Square) {
	for row := range n {
		for col := range n {
			sq := queens.Square{Row: row, Col: col}
			if !slices.ContainsFunc(placed, sq.Attacks) {
				free = append(free, sq)
			}
		}
	}
	return free
}

func checkBoard(t *testing.T, n int, placed []queens.Square, h *holes, best choice, alive bool) {
	t.Helper()
	var free [2][MaxOrder]uint64
	for _, sq := range freeSquares(n, placed) {
		free[inColumn][sq.Col] |= 1 << sq.Row
		free[inRow][sq.Row] |= 1 << sq.Col
	}
	taken := [2]uint64{}
	for _, q := range placed {
		taken[inColumn] |= 1 << q.Col
		taken[inRow] |= 1 << q.Row
	}
	wantAlive, fewest := true, n+1
	for dir := range free {
		for line := range n {
			if taken[dir]>>line&1 == 1 {
				continue
			}
			k := bits.OnesCount64(free[dir][line])
			wantAlive, fewest = wantAlive && k > 0, min(fewest, k)
			if alive && h.free[dir][line] != free[dir][line] {
				t.Fatalf("order %d, queens %v: direction %d, line %d: free %b, want %b", n, placed, dir, line,
					h.free[dir][line], free[dir][line])
			}
		}
	}
	if alive != wantAlive {
		t.Fatalf("order %d, queens %v: alive %v, want %v", n, placed, alive, wantAlive)
	}
	if alive && len(placed) < n {
		dir, line := best.direction(), best.line()
		if got := bits.OnesCount64(free[dir][line]); got != fewest || taken[dir]>>line&1 == 1 {
			t.Fatalf("order %d, queens %v: direction %d, line %d with %d free squares, want %d", n, placed, dir, line,
				got, fewest)
		}
	}
}
