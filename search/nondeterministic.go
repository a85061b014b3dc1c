package search

import (
	"context"

	"queens"
	"queens/solver"
)

// Nondeterministic follows every choice of a nondeterministic program side by side.
var Nondeterministic = solver.Algorithm{
	Name:      "nondeterministic",
	Title:     "Nondeterministic choice",
	Summary:   "guesses the row of every column, by following all guesses at the same time",
	Source:    "erbas1992",
	Finds:     solver.Some,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  13,
	TestMax:   9,
	Exact:     true,
	How: `A nondeterministic program chooses a row for the next column, fails if the queen there is
attacked, and goes on until every column has a queen. It has a solution if some sequence of
choices does not fail. (As printed the loop ends one queen too early.)

A machine cannot guess, so this one makes every choice at once: it keeps all boards that
have not failed yet, and from each of them makes the boards with one queen more. After n
steps the boards left are the solutions. Backtracking makes the same choices one after the
other instead.`,
	Cost: `Time and space grow with the largest number of partial boards: 568 for n = 8, 9,632 for n = 10, several
hundred thousand for n = 12.`,
	Limits: `The memory ends it at order 13.`,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		m := solver.NewMeter(ctx, c, found)
		n := c.Problem.Order
		worlds := [][]uint8{{}}
		for col := 0; col < n && !m.Stopped(); col++ {
			worlds = choose(m, worlds, n)
		}
		for _, world := range worlds {
			if m.Stopped() {
				break
			}
			p := make(queens.Perm, n)
			for c, r := range world {
				p[c] = int(r)
			}
			m.Solution(0, p)
		}
		return m.End(ctx)
	},
}

// choose returns the boards with one queen more than worlds have, in the same order.
func choose(m *solver.Meter, worlds [][]uint8, n int) [][]uint8 {
	var next [][]uint8
	for _, world := range worlds {
		if m.Stopped() {
			break
		}
		col := len(world)
		for row := range n {
			m.Test(0, col, row)
			if fails(world, row) {
				continue
			}
			m.Place(0, col, row)
			more := make([]uint8, col+1)
			copy(more, world)
			more[col] = uint8(row)
			next = append(next, more)
		}
	}
	return next
}

// fails reports whether a queen in the row of the next column is attacked.
func fails(world []uint8, row int) bool {
	for c, r := range world {
		if distance := len(world) - c; int(r) == row || int(r)+distance == row || int(r)-distance == row {
			return true
		}
	}
	return false
}
