package construct

import (
	"fmt"
	"iter"

	"queens"
	"queens/internal/bitmath"
)

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
