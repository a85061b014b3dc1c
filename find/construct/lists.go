package construct

import "iter"

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
