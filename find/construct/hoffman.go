package construct

import "iter"

// The three constructions of Hoffman, Loessi and Moore, [hoffman1969]. A and B leave
// the main diagonal empty, so that C can add a queen in the corner.

// stairs are two flights of knight moves: the even rows (counted from 1), then the odd
// ones. n is even.
func stairs(n int) iter.Seq[Run] { return runsOf(Run{1, 2, n / 2}, Run{0, 2, n / 2}) }

// mirroredStairs are flights of knight moves modulo n from row n/2 (counted from 1)
// on for the left half of the columns, and their image under the half turn for the
// right half. n is even.
func mirroredStairs(n int) iter.Seq[Run] {
	left := cyclic(n/2-1, 2, n/2, n)
	last := (n/2 - 1 + n - 2) % n // row of column n/2-1
	return chain(left, cyclic(n-1-last, 2, n/2, n))
}

// hoffmanEven is A, or B where A does not work. n is even, not 2; 0 gives no runs.
func hoffmanEven(n int) iter.Seq[Run] {
	switch {
	case n == 0:
		return runsOf()
	case n%6 == 2:
		return mirroredStairs(n)
	default:
		return stairs(n)
	}
}

// hoffmanOdd is the board of order n-1 and a queen in the corner. n is odd, not 3.
func hoffmanOdd(n int) iter.Seq[Run] { return chain(hoffmanEven(n-1), runsOf(Run{n - 1, 0, 1})) }

// hoffman is the construction that fits n, which is neither 2 nor 3.
func hoffman(n int) iter.Seq[Run] {
	if n%2 == 0 {
		return hoffmanEven(n)
	}
	return hoffmanOdd(n)
}
