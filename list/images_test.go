package list

import (
	"bytes"
	"slices"
	"testing"

	"queens"
)

// TestImagesAgree lists by images, cut by one to three columns, and by the textbook.
func TestImagesAgree(t *testing.T) {
	for n := 1; n <= 10; n++ {
		want := twin(n, Options{})
		for depth := 1; depth <= min(3, n); depth++ {
			var got []queens.Perm
			f := newImageFinder(newImageTable(n, depth))
			newLister(n, Options{}, f).all(newWatch(t.Context(), 0), func(p []uint8) bool {
				got = append(got, queens.PermOf(p))
				return true
			})
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("order %d, %d columns: %d solutions, want %d", n, depth, len(got), len(want))
			}
		}
	}
}

// TestImagesAgreeWithSearch lists by images, on one core and on several, and by searching for every
// solution.
func TestImagesAgreeWithSearch(t *testing.T) {
	for _, c := range []struct {
		n     int
		limit uint64
	}{{13, 0}, {14, 0}, {15, 0}, {16, 60_000}} {
		if testing.Short() && c.limit == 0 && c.n > 13 {
			continue
		}
		var want []byte
		listed := uint64(0)
		newLister(c.n, Options{}, newRegular(c.n, false)).all(newWatch(t.Context(), 0), func(p []uint8) bool {
			want = append(want, p...)
			listed++
			return listed != c.limit
		})
		for _, workers := range []int{1, 2, 7} {
			same, rest := true, want
			report, err := Stream(t.Context(), c.n, Options{Limit: c.limit, Workers: workers}, raw{},
				func(text []byte) error {
					same = same && bytes.HasPrefix(rest, text)
					rest = rest[min(len(text), len(rest)):]
					return nil
				})
			if err != nil || !same || len(rest) > 0 || report.Listed != listed {
				t.Errorf("order %d, %d workers: %d solutions, want %d, the same %v, %v", c.n, workers, report.Listed,
					listed, same, err)
			}
		}
	}
}
