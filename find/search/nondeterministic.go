package search

import (
	"slices"

	"queens"
	"queens/find/solver"
)

var nondeterministicAlgorithm = solver.Algorithm{
	Name: "nondeterministic", Source: "erbas1992", Finds: solver.Some, Sorted: true,
	MinOrder: 1, MaxOrder: 13, TestMax: 9, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		w := worlds{Meter: m, n: c.Problem.Order}
		kept := [][]uint8{{}}
		for col := 0; col < w.n && !w.Stopped(); col++ {
			kept = w.choose(kept)
		}
		for _, world := range kept {
			if w.Stopped() {
				break
			}
			w.setUp(7, world)
			w.Solution(7, queens.PermOf(world))
		}
	}),
}.Described(texts)

// worlds is a run of Nondeterministic. There is one board to look at, on which the boards
// that are kept are set up one after the other.
type worlds struct {
	*solver.Meter
	n     int
	board []uint8 // rows of the queens on the board to look at
}

func (w *worlds) setUp(line uint8, world []uint8) {
	same := 0
	for same < min(len(w.board), len(world)) && w.board[same] == world[same] {
		same++
	}
	for col := len(w.board) - 1; col >= same; col-- {
		w.Remove(line, col, int(w.board[col]))
	}
	for col := same; col < len(world); col++ {
		w.Place(line, col, int(world[col]))
	}
	w.board = append(w.board[:same], world[same:]...)
}

func (w *worlds) choose(kept [][]uint8) [][]uint8 {
	var next [][]uint8
	for _, world := range kept {
		if w.Stopped() {
			break
		}
		w.setUp(2, world)
		col := len(world)
		for row := range w.n {
			w.Test(4, col, row)
			if solver.AttackedBy(world, row) {
				w.Conflict(4, col, row)
				continue
			}
			w.Place(5, col, row)
			next = append(next, append(slices.Clip(world), uint8(row)))
			w.Remove(6, col, row)
		}
	}
	return next
}
