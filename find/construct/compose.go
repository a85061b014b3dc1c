package construct

import (
	"fmt"
	"iter"
)

// factors yields every way to write n as A B with B > 1 prime to 6 and A > 3.
func factors(n int) iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		for b := range divisors(n) {
			if a := n / b; b > 1 && primeToSix(b) && a > 3 && !yield([2]int{a, b}) {
				return
			}
		}
	}
}

func composedBoards(n int) iter.Seq[Board] {
	return each(factors(n), func(f [2]int) Board {
		a, b := f[0], f[1]
		note := fmt.Sprintf("knight walks of order %d in the tiles of a solution of order %d", b, a)
		return Board{n, note, func(yield func(Run) bool) {
			for outer := range hoffman(a) {
				for i := range outer.Len {
					for run := range shifted(knightWalk(b), b*(outer.First+i*outer.Step)) {
						if !yield(run) {
							return
						}
					}
				}
			}
		}}
	})
}
