package construct

import (
	"fmt"
	"iter"
)

// primeToSix reports whether neither 2 nor 3 divides n: exactly then the torus of
// order n has a solution, [polya1918].
func primeToSix(n int) bool { return n%2 != 0 && n%3 != 0 }

// knightWalk goes down two rows with every column, modulo n, from the corner on. n is prime to 6.
func knightWalk(n int) iter.Seq[Run] { return cyclic(0, 2%n, n, n) }

// tiles yields the runs of A-1 knight walks of order b that stand like the queens of
// the knight walk of order a, its corner left out: the walk of walks without the
// first b columns and rows. a and b are prime to 6.
func tiles(a, b int) iter.Seq[Run] {
	return joined(func(yield func(iter.Seq[Run]) bool) {
		for i := 1; i < a && yield(shifted(knightWalk(b), b*(2*i%a-1))); i++ {
		}
	})
}

// Divided is an order as Abramson and Yung divide it: n = B(A-1) + C, where A, B and C
// are prime to 6 and C <= B. C = 0 stands for no corner at all.
type Divided struct{ A, B, C int }

// String says which boards are put together.
func (d Divided) String() string {
	text := fmt.Sprintf("%d knight walks of order %d in the tiles of one of order %d", d.A-1, d.B, d.A)
	if d.C > 0 {
		text += fmt.Sprintf(", the corner tile replaced by one of order %d", d.C)
	}
	return text
}

func (d Divided) runs() iter.Seq[Run] {
	if d.C == 0 {
		return tiles(d.A, d.B)
	}
	return chain(knightWalk(d.C), shifted(tiles(d.A, d.B), d.C))
}

// withoutTile yields every way to write n as B(A-1). B = 1 is left out: that is the
// open star polygon of step 2.
func withoutTile(n int) iter.Seq[Divided] {
	return func(yield func(Divided) bool) {
		for b := range divisors(n) {
			if a := n/b + 1; b > 1 && primeToSix(b) && primeToSix(a) && a > 1 && !yield(Divided{a, b, 0}) {
				return
			}
		}
	}
}

// withTile yields every way to write n as B(A-1)+C with C >= 1 and A >= 5, for each A
// with the largest B.
func withTile(n int) iter.Seq[Divided] {
	return func(yield func(Divided) bool) {
		for a := 5; a <= n && n%2 != 0; a++ { // B(A-1) is even and C odd
			if !primeToSix(a) {
				continue
			}
			if d, ok := divideBy(n, a); ok && !yield(d) {
				return
			}
		}
	}
}

// divideBy writes n as B(a-1)+C with the largest B there is, so the smallest C.
func divideBy(n, a int) (Divided, bool) {
	for b := (n - 1) / (a - 1); b >= 1; b-- {
		c := n - b*(a-1)
		if c > b {
			break
		}
		if primeToSix(b) && primeToSix(c) {
			return Divided{a, b, c}, true
		}
	}
	return Divided{}, false
}

// divisors yields the divisors of n >= 1: the small ones rising, then the others falling.
func divisors(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for d := 1; d*d <= n; d++ {
			if n%d == 0 && (!yield(d) || d*d != n && !yield(n/d)) {
				return
			}
		}
	}
}

func exists[T any](s iter.Seq[T]) bool {
	for range s {
		return true
	}
	return false
}

func dividedBoards(ways func(n int) iter.Seq[Divided]) func(n int) iter.Seq[Board] {
	return func(n int) iter.Seq[Board] {
		return each(ways(n), func(d Divided) Board { return Board{n, d.String(), d.runs()} })
	}
}

// divideBoards yields the solution of order n, at least 1, by the rule of the three cases, if there
// is one.
func divideBoards(n int) iter.Seq[Board] {
	odd := n | 1 // n+1 for even n: its corner queen is dropped afterwards
	runs, note := knightWalk(odd), fmt.Sprintf("the knight walk of order %d", odd)
	if odd%3 == 0 {
		d, ok := divideBy(odd, 5)
		if !ok {
			return func(func(Board) bool) {}
		}
		runs, note = d.runs(), d.String()
	}
	if odd != n {
		runs, note = withoutCorner(runs), note+", the corner queen dropped"
	}
	return one(Board{n, note, runs})
}

// divideLine returns the line of the pseudocode, from 0, at which the queen in a row is placed.
func divideLine(n, row int) uint8 {
	odd := n | 1
	if odd%3 != 0 {
		return 1
	}
	if d, _ := divideBy(odd, 5); row+odd-n < d.C {
		return 3
	}
	return 4
}

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
		return Board{n, note, joined(func(yield func(iter.Seq[Run]) bool) {
			for outer := range hoffman(a) {
				for i := range outer.Len {
					if !yield(shifted(knightWalk(b), b*(outer.First+i*outer.Step))) {
						return
					}
				}
			}
		})}
	})
}
