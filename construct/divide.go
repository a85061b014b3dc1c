package construct

import (
	"context"
	"fmt"
	"iter"

	"queens"
	"queens/solver"
)

// divideAndConquer returns the solution of order n by the rule of the three cases, and
// what it is made of. n is at least 1.
func divideAndConquer(n int) (iter.Seq[Run], string, bool) {
	odd := n | 1 // n+1 for even n: its corner queen is dropped afterwards
	runs, note := knightWalk(odd), fmt.Sprintf("the knight walk of order %d", odd)
	if odd%3 == 0 {
		d, ok := divideBy(odd, 5)
		if !ok {
			return nil, "", false
		}
		runs, note = d.runs(), d.String()
	}
	if odd != n {
		runs, note = withoutCorner(runs), note+", the corner queen dropped"
	}
	return runs, note, true
}

func refuseDivide(n int) string {
	if _, _, ok := divideAndConquer(n); ok {
		return ""
	}
	return "divide and conquer cannot do 2, 3, 8, 9, 14, 15, 26, 27, 38, 39"
}

func divideBoards(n int) iter.Seq[Board] {
	runs, note, _ := divideAndConquer(n)
	return func(yield func(Board) bool) { yield(Board{n, note, runs}) }
}

// dividePseudocode is what divideTraced goes through.
var dividePseudocode = []string{
	"if n is even: solve order n+1, drop the queen in its corner",
	"if 3 does not divide the order: take the knight walk",
	"else find B and C with 4B + C = order, C <= B, both prime to 6",
	"  put a knight walk of order C in the corner",
	"  put knight walks of order B in four tiles, as the queens of the walk of order 5 stand",
	"solution",
}

// Lines of dividePseudocode.
const (
	lineWalk = 1 + iota
	_
	lineCorner
	lineTiles
	lineSolved
)

// divideTraced is the algorithm that shows each queen to the observer.
func divideTraced(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
	n := c.Problem.Order
	runs, _, _ := divideAndConquer(n)
	p := Board{Order: n, Runs: runs}.Perm()
	if c.Observe != nil {
		d, _ := divideBy(n|1, 5)
		for col, row := range p {
			if col%1024 == 0 && ctx.Err() != nil {
				return solver.Stats{}, ctx.Err()
			}
			line := uint8(lineWalk)
			switch {
			case (n|1)%3 != 0:
			case row < d.C:
				line = lineCorner
			default:
				line = lineTiles
			}
			c.Observe(solver.Event{Kind: solver.Place, Line: line, Col: int32(col), Row: int32(row)})
		}
		c.Observe(solver.Event{Kind: solver.Solution, Line: lineSolved})
	}
	found(p)
	return solver.Stats{Solutions: 1, Placements: uint64(n)}, ctx.Err()
}
