package symmetric

import (
	"math/bits"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/list"
)

// plainHalf counts the solutions of order n that a half turn leaves unchanged, by the theorem
// alone: for every set of rows, the white pairs of queens on them times the black pairs on the
// others, by columns. Time grows 20-fold with every second order.
func plainHalf(n int) (solutions uint64) {
	m := n / 2
	all := uint32(1)<<m - 1
	for rows := range all + 1 {
		black := map[uint32]uint64{}
		plainPairs(n, all&^rows, 1, 0, nil, nil, black)
		white := map[uint32]uint64{}
		plainPairs(n, rows, 0, 0, nil, nil, white)
		for columns, ways := range white {
			solutions += ways * black[all&^columns]
		}
	}
	return solutions
}

// plainPairs counts in found, by columns, the ways to put a pair of queens of a colour, 0 for
// white, on each of the rows.
func plainPairs(n int, rows uint32, colour int, columns uint32, sums, diffs []int, found map[uint32]uint64) {
	if rows == 0 {
		found[columns]++
		return
	}
	y := plainDistance(n, bits.TrailingZeros32(rows))
	for line := range n / 2 {
		for _, x := range [2]int{plainDistance(n, line), -plainDistance(n, line)} {
			s, d := max(y+x, -y-x), max(y-x, x-y)
			shade := s % 2
			if n%2 == 0 {
				shade = s / 2 % 2
			}
			if shade == colour && columns>>line&1 == 0 && s != 0 && d != 0 && !slices.Contains(sums, s) &&
				!slices.Contains(diffs, d) {
				plainPairs(n, rows&(rows-1), colour, columns|1<<line, append(sums, s), append(diffs, d), found)
			}
		}
	}
}

// plainQuarter counts the solutions of order n that a quarter turn leaves unchanged: for every
// choice of lines, the fours of queens of unlike parity on them and of like parity on the others,
// if no two share a diagonal.
func plainQuarter(n int) uint64 {
	j := n / 4
	if n%4 > 1 {
		return 0
	}
	return plainFours(n, make([]bool, 2*j), nil) << j
}

// plainFours pairs the free lines, with different sums and differences.
func plainFours(n int, taken []bool, values []int) (ways uint64) {
	first := slices.Index(taken, false)
	if first < 0 {
		return 1
	}
	taken[first] = true
	for second := first + 1; second < len(taken); second++ {
		a, b := plainDistance(n, first), plainDistance(n, second)
		if !taken[second] && !slices.Contains(values, b-a) && !slices.Contains(values, b+a) {
			taken[second] = true
			ways += plainFours(n, taken, append(values, b-a, b+a))
			taken[second] = false
		}
	}
	taken[first] = false
	return ways
}

func plainDistance(n, line int) int {
	if n%2 == 0 {
		return 2*line + 1
	}
	return line + 1
}

// plainTorus counts the solutions on the modular board of order n that the half turn about the
// first square leaves unchanged, from the definition.
func plainTorus(t *testing.T, n int) (solutions uint64) {
	t.Helper()
	for p := range must.Get(list.Solutions(n, list.Options{}))(t) {
		unchanged := queens.Check(p, queens.Modular) == nil
		for row, column := range p {
			unchanged = unchanged && p[(n-row)%n] == (n-column)%n
		}
		if unchanged {
			solutions++
		}
	}
	return solutions
}
