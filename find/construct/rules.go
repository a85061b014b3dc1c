package construct

import (
	"fmt"
	"iter"

	"queens"
	"queens/internal/bitmath"
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

// divideBoards yields the solution of order n by the rule of the three cases, if there is one.
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

// evenOddSix is the list rule by the remainder of n modulo 6. n is neither 2 nor 3.
func evenOddSix(n int) iter.Seq[Run] {
	switch n % 6 {
	case 2: // 2, 4, 6, ... and 3, 1, 7, 9, ..., 5
		return runsOf(Run{1, 2, n / 2}, Run{2, -2, 2}, Run{6, 2, n/2 - 3}, Run{4, 0, 1})
	case 3: // 4, 6, ..., 2 and 5, 7, ..., 1, 3
		return runsOf(Run{3, 2, n/2 - 1}, Run{1, 0, 1}, Run{4, 2, (n+1)/2 - 2}, Run{0, 2, 2})
	default: // the even rows, then the odd ones
		return runsOf(Run{1, 2, n / 2}, Run{0, 2, (n + 1) / 2})
	}
}

// pauls is the oldest construction for all orders. n is neither 2 nor 3.
func pauls(n int) iter.Seq[Run] {
	half := n / 2
	switch n % 6 {
	case 0, 4:
		return stairs(n)
	case 2:
		return runsOf(Run{3, 0, 1}, Run{n - 3, -2, half - 3}, Run{n - 1, 0, 1}, Run{1, 0, 1},
			Run{n - 2, 0, 1}, Run{0, 0, 1}, Run{n - 6, -2, half - 3}, Run{n - 4, 0, 1})
	case 3:
		return chain(pauls(n-1), runsOf(Run{n - 1, 0, 1}))
	default:
		return runsOf(Run{n - 1, 0, 1}, Run{1, 2, half}, Run{0, 2, half})
	}
}

// The three constructions of Hoffman, Loessi and Moore, [hoffman1969]. A and B leave
// the main diagonal empty, so that C can add a queen in the corner.

// stairs are two flights of knight moves: the even rows (counted from 1), then the odd
// ones. n is even.
func stairs(n int) iter.Seq[Run] { return runsOf(Run{1, 2, n / 2}, Run{0, 2, n / 2}) }

// hoffman is the construction that fits n, which is neither 2 nor 3: A, or B where A does not work,
// or C, which is the board of order n-1 and a queen in the corner.
func hoffman(n int) iter.Seq[Run] {
	switch {
	case n%2 != 0:
		return chain(hoffman(n-1), runsOf(Run{n - 1, 0, 1}))
	case n%6 != 2:
		return stairs(n)
	}
	// Knight moves modulo n from row n/2 (counted from 1) on for the left half of the columns, and
	// their image under the half turn for the right half.
	last := (n/2 - 1 + n - 2) % n // row of column n/2-1
	return chain(cyclic(n/2-1, 2, n/2, n), cyclic(n-1-last, 2, n/2, n))
}

// starSteps yields the steps k for which the star polygon of m vertices and step k is
// a solution on the torus: k, k-1 and k+1 are prime to m.
func starSteps(m int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if m == 1 {
			yield(0)
			return
		}
		for k := 2; k < m-1; k++ {
			if bitmath.GCD(k, m) == 1 && bitmath.GCD(k-1, m) == 1 && bitmath.GCD(k+1, m) == 1 && !yield(k) {
				return
			}
		}
	}
}

func starBoards(n int) iter.Seq[Board] {
	return each(starSteps(n), func(k int) Board { return Board{n, fmt.Sprintf("step %d", k), cyclic(0, k, n, n)} })
}

// openStarBoards are star polygons of n+1 vertices without the vertex 0.
func openStarBoards(n int) iter.Seq[Board] {
	return each(starSteps(n+1), func(k int) Board {
		return Board{n, fmt.Sprintf("step %d", k), withoutCorner(cyclic(0, k, n+1, n+1))}
	})
}

// MaxSearchOrder is the largest order for which compound polygons are searched for
// where no closed form is known.
const MaxSearchOrder = 400

// compound is a compound polygon on n vertices: its components of step k, each one
// vertex on from the one before, turned by shift.
type compound struct{ n, k, shift int }

func (c compound) runs() iter.Seq[Run] {
	return joined(func(yield func(iter.Seq[Run]) bool) {
		components := bitmath.GCD(c.k, c.n)
		for i := 0; i < components && yield(cyclic((i+c.shift)%c.n, c.k, c.n/components, c.n)); i++ {
		}
	})
}

// solves reports whether no two queens attack. Time O(n), mostly much less: it ends at the
// first pair. scratch has 4n places, all below stamp.
func (c compound) solves(scratch []int, stamp int) bool {
	rising, falling := scratch[:2*c.n], scratch[2*c.n:4*c.n]
	col := 0
	for run := range c.runs() {
		for i := range run.Len {
			sq := queens.Square{Row: run.First + i*run.Step, Col: col}
			sum, diff := sq.SumDiag(), sq.DiffDiag(c.n)
			if rising[sum] == stamp || falling[diff] == stamp {
				return false
			}
			rising[sum], falling[diff] = stamp, stamp
			col++
		}
	}
	return true
}

func compounds(n int) iter.Seq[compound] {
	return func(yield func(compound) bool) {
		if hasCompoundRule(n) && n > MaxSearchOrder {
			yield(compound{n, n - 2, n - 2})
			return
		}
		scratch, stamp := make([]int, 4*n), 0
		for k := 2; k < n; k++ {
			if bitmath.GCD(k, n) == 1 {
				continue
			}
			for shift := range n {
				stamp++
				if c := (compound{n, k, shift}); c.solves(scratch, stamp) && !yield(c) {
					return
				}
			}
		}
	}
}

// hasCompoundRule reports whether step n-2 and shift n-2 give a solution: that is the
// construction A of Hoffman, Loessi and Moore, upside down.
func hasCompoundRule(n int) bool { return n%6 == 0 || n%6 == 4 }

func compoundBoards(n int) iter.Seq[Board] {
	return each(compounds(n), func(c compound) Board {
		return Board{n, fmt.Sprintf("step %d, turned by %d", c.k, c.shift), c.runs()}
	})
}

// isCompound reports whether some compound polygon of order n is a solution, and a known one beyond
// MaxSearchOrder.
func isCompound(n int) bool { return hasCompoundRule(n) || n <= MaxSearchOrder && exists(compounds(n)) }

// magicBoards yields the squares of each block of n consecutive numbers, then those of each class
// of numbers equal modulo n. The uniform step method writes the numbers 1, 2, 3, ... into a square,
// with the knight moves (1, 2) modulo n within a block and (2, 1) from each block to the next.
//
// In block y, number x is in column 2x+y and row x+2y, so the row of column c is
// (c-y)/2 + 2y; in class x the row of column c is x + 2(c-2x) = 2c - 3x, all modulo n.
func magicBoards(n int) iter.Seq[Board] {
	half := (n + 1) / 2 % n // the inverse of 2 modulo n
	return func(yield func(Board) bool) {
		for y := range n {
			first := (2*y + n*half - y*half%n) % n
			note := fmt.Sprintf("numbers %d to %d", y*n+1, (y+1)*n)
			if !yield(Board{n, note, cyclic(first, half, n, n)}) {
				return
			}
		}
		for x := range n {
			if n == 1 {
				return // the same board again
			}
			note := fmt.Sprintf("numbers %d, %d, ..., %d", x+1, x+1+n, x+1+n*(n-1))
			if !yield(Board{n, note, cyclic((3*n-3*x)%n, 2%n, n, n)}) {
				return
			}
		}
	}
}
