package construct

import "iter"

func evens(n int) Run { return Run{1, 2, n / 2} }

func odds(n int) Run { return Run{0, 2, (n + 1) / 2} }

// evenOddSix is the list rule by the remainder of n modulo 6. n is neither 2 nor 3.
func evenOddSix(n int) iter.Seq[Run] {
	switch n % 6 {
	case 2:
		return oddsWithFiveLast(n)
	case 3:
		return oddsWithOneThreeLast(n)
	default:
		return runsOf(evens(n), odds(n))
	}
}

// oddsWithFiveLast is 2, 4, 6, ... and 3, 1, 7, 9, ..., 5. n is even, at least 6.
func oddsWithFiveLast(n int) iter.Seq[Run] {
	return runsOf(evens(n), Run{2, -2, 2}, Run{6, 2, n/2 - 3}, Run{4, 0, 1})
}

// oddsWithOneThreeLast is 4, 6, ..., 2 and 5, 7, ..., 1, 3. n is odd, at least 5.
func oddsWithOneThreeLast(n int) iter.Seq[Run] {
	return runsOf(Run{3, 2, n/2 - 1}, Run{1, 0, 1}, Run{4, 2, (n+1)/2 - 2}, Run{0, 2, 2})
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

// mirroredStairs are flights of knight moves modulo n from row n/2 (counted from 1) on for the left
// half of the columns, and their image under the half turn for the right half. n is even.
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

// hoffman is the construction that fits n, which is neither 2 nor 3; C is the board of order n-1
// and a queen in the corner.
func hoffman(n int) iter.Seq[Run] {
	if n%2 == 0 {
		return hoffmanEven(n)
	}
	return chain(hoffmanEven(n-1), runsOf(Run{n - 1, 0, 1}))
}
