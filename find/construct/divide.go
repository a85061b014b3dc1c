package construct

import (
	"fmt"
	"iter"
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

func divideBoards(n int) iter.Seq[Board] {
	runs, note, _ := divideAndConquer(n)
	return one(Board{n, note, runs})
}

var dividePseudocode = []string{
	"if n is even: solve order n+1 and drop the queen in its corner",
	"if 3 does not divide the order: take the knight walk",
	"else find B and C with 4B + C = order, C <= B, both prime to 6",
	"  put a knight walk of order C in the corner",
	"  put knight walks of order B in four tiles, as the queens of the walk of order 5 stand",
	"solution",
}

// Lines of dividePseudocode.
const (
	lineWalk   = 1
	lineCorner = 3
	lineTiles  = 4
)

func divideLine(n, row int) uint8 {
	odd := n | 1
	if odd%3 != 0 {
		return lineWalk
	}
	if d, _ := divideBy(odd, 5); row+odd-n < d.C {
		return lineCorner
	}
	return lineTiles
}
