package symmetric

import (
	"sync/atomic"
	"testing"
)

// TestSuperqueens compares every unit with the search without shortcuts, and the sums with known
// values and with plain backtracking.
func TestSuperqueens(t *testing.T) {
	for _, c := range []struct {
		series      string
		images      int
		last, plain int
	}{
		{"superqueens-half-turn", 2, most(20, 24), most(14, 17)},
		{"superqueens-quarter-turn", 4, most(29, 33), most(24, 25)},
	} {
		for n := range c.last + 1 {
			q := NewSuperqueens(n, c.images)
			var total uint64
			for _, u := range q.Units {
				solutions := q.Search(u.Lines, false, nil)
				if again := q.Search(u.Lines, true, nil); again != solutions {
					t.Errorf("%s of order %d, unit %x: %d, again %d", c.series, n, u.Lines, solutions, again)
				}
				total += u.Weight * solutions
			}
			if total != want(t, c.series, n) {
				t.Errorf("%s(%d) = %d, want %d", c.series, n, total, want(t, c.series, n))
			}
			if n > c.plain {
				continue
			}
			if plain := plainSuperqueens(n, c.images == 2, nil); plain != total {
				t.Errorf("%s(%d) = %d, plain backtracking finds %d", c.series, n, total, plain)
			}
		}
	}
	q := NewSuperqueens(40, 2)
	stop := new(atomic.Bool)
	stop.Store(true)
	q.Search(q.Units[0].Lines, false, stop)
	q.Search(q.Units[0].Lines, true, stop) // both would take days
}

// plainSuperqueens fills the first empty row, the top one first, with a queen and her images.
func plainSuperqueens(n int, half bool, placed [][2]int) (solutions uint64) {
	row := 0
	for i := 0; i < len(placed); i++ {
		if placed[i][0] == row {
			row, i = row+1, -1
		}
	}
	if row == n {
		return 1
	}
columns:
	for column := range n {
		next, image := placed, [2]int{row, column}
		for len(next) == len(placed) || image != next[len(placed)] {
			for _, other := range next {
				rows, columns := image[0]-other[0], image[1]-other[1]
				if rows*columns == 0 || rows*rows == columns*columns || rows*rows+columns*columns == 5 {
					continue columns
				}
			}
			next = append(next[:len(next):len(next)], image)
			if image = [2]int{image[1], n - 1 - image[0]}; half {
				image = [2]int{image[1], n - 1 - image[0]}
			}
		}
		solutions += plainSuperqueens(n, half, next)
	}
	return solutions
}
