package ladder

import (
	"testing"

	"queens/count/internal/parity"
)

// TestPairs compares the numbers of pairs of every class, set by set, in the lists of step 2 and by
// the search of step 1, which knows no diagonals of classes.
func TestPairs(t *testing.T) {
	for n := range 9 {
		for a := n % 2; a <= (n+1)/2; a++ {
			c := parity.Square.New(n, a)
			for even := range c.EvenSets {
				for odd := range c.OddSets {
					comparePairs(t, c, parity.Unit{Even: even, Odd: odd})
				}
			}
		}
	}
}

func comparePairs(t *testing.T, c *parity.Class, u parity.Unit) {
	t.Helper()
	rows, others := c.RowsOf(u)
	for colour, of := range c.Sides() {
		s := sum{order: c.Order}
		x, y := keysOf(&of.X, rows[colour], 1<<of.X.Squares()-1), keysOf(&of.Y, others[colour], of.Y.First())
		set := lines(c, colour, c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines)
		for i, row := range c.Rows {
			for j, column := range c.OddSets {
				want := s.place(colour, set, lines(c, colour, row.Lines, column.Lines), 0, 0)
				if got := compatible(x[i], y[j]); got != want {
					t.Fatalf("order %d, class %d, unit %v, cell %d, %d: %d pairs of colour %d, want %d", c.Order,
						c.Queens, u, i, j, got, colour, want)
				}
			}
		}
	}
}

// lines returns the even and odd lines of white queens as a set of all lines, or those of black
// queens if the colour is black.
func lines(c *parity.Class, colour int, even, odd uint32) (set uint32) {
	for i := range c.Even {
		set |= (even>>i&1)<<(2*i) | (odd>>i&1)<<(2*i+1)
	}
	if colour == parity.Black {
		set ^= 1<<c.Order - 1
	}
	return set
}

func compatible(x, y []uint64) (pairs uint64) {
	for _, key := range x {
		for _, other := range y {
			if key&other == 0 {
				pairs++
			}
		}
	}
	return pairs
}
