package construct

import (
	"fmt"
	"iter"

	"queens"
)

// Compose puts a copy of inner in the place of every queen of outer: the board has order
// outer times inner. It is a solution if outer is one and inner is one on the torus,
// and one on the torus if both are.
//
// Time and space O(n) for a board of order n. Errors: queens.ErrNotSolution, with the
// pair of queens, where outer or inner is not what is needed; queens.ErrOrder for an
// empty board or an order above 2^24.
func Compose(outer, inner queens.Perm) (queens.Perm, error) {
	n := len(outer) * len(inner)
	if n < 1 || len(outer) > maxPermOrder || n > maxPermOrder {
		return nil, fmt.Errorf("construct: compose orders %d and %d: want a product of 1 to %d: %w", len(outer), len(inner), maxPermOrder, queens.ErrOrder)
	}
	if err := queens.Check(outer, queens.Regular); err != nil {
		return nil, fmt.Errorf("construct: compose: outer board: %w", err)
	}
	if err := queens.Check(inner, queens.Modular); err != nil {
		return nil, fmt.Errorf("construct: compose: inner board, on the torus: %w", err)
	}
	p := make(queens.Perm, 0, n)
	for _, tile := range outer {
		for _, r := range inner {
			p = append(p, len(inner)*tile+r)
		}
	}
	return p, nil
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

// composedBoards are knight walks in the tiles of a board by Hoffman, Loessi and Moore.
func composedBoards(n int) iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for f := range factors(n) {
			a, b := f[0], f[1]
			runs := func(yield func(Run) bool) {
				for outer := range hoffman(a) {
					for i := range outer.Len {
						for run := range shifted(knightWalk(b), b*(outer.First+i*outer.Step)) {
							if !yield(run) {
								return
							}
						}
					}
				}
			}
			if !yield(Board{n, fmt.Sprintf("knight walks of order %d in the tiles of a solution of order %d", b, a), runs}) {
				return
			}
		}
	}
}

func refuseComposed(n int) string {
	if exists(factors(n)) {
		return ""
	}
	return "the order is not A B with A > 3 and B > 1 that neither 2 nor 3 divides"
}
