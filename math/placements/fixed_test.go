package placements_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"os"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/placements"
)

// squares is a set of squares of a board of order at most 12, the squares numbered row by
// row: number 0 is the top bit of the first word. Of two sets of equally many squares
// the one that is lexicographically less, as a sorted list, is the greater number.
type squares [3]uint64

func (s squares) with(number int) squares {
	s[number/64] |= 1 << (63 - number%64)
	return s
}

func (s squares) and(other squares) squares {
	return squares{s[0] & other[0], s[1] & other[1], s[2] & other[2]}
}

func (s squares) compare(other squares) int {
	return cmp.Or(cmp.Compare(s[0], other[0]), cmp.Compare(s[1], other[1]), cmp.Compare(s[2], other[2]))
}

// listing counts sets as they are listed, every one of them with all its images: the slow
// twin of Census, without Burnside's lemma. Row k of a tally is for k queens.
type listing struct {
	n      int
	images [8][]int  // of each square, its number under each symmetry; images[0] leaves it
	apart  []squares // of each square, the others that a queen on it does not attack
	later  []squares // of each square, those behind it

	sets, maximal, least, leastMaximal []uint64
	unchanged                          [8]uint64 // sets that are their own image
}

func newListing(n int) *listing {
	l := &listing{
		n: n, sets: make([]uint64, n+1), maximal: make([]uint64, n+1), least: make([]uint64, n+1),
		leastMaximal: make([]uint64, n+1),
	}
	m := n - 1
	for i := range n * n {
		r, c := i/n, i%n
		for s, to := range [8][2]int{
			{r, c},
			{m - r, c},
			{r, m - c},
			{m - r, m - c},
			{c, r},
			{m - c, r},
			{c, m - r},
			{m - c, m - r},
		} {
			l.images[s] = append(l.images[s], to[0]*n+to[1])
		}
		var apart, later squares
		for j := range n * n {
			if sq := (queens.Square{Row: j / n, Col: j % n}); !sq.Attacks(queens.Square{Row: r, Col: c}) {
				apart = apart.with(j)
			}
			if j > i {
				later = later.with(j)
			}
		}
		l.apart, l.later = append(l.apart, apart), append(l.later, later)
	}
	return l
}

func (l *listing) run() {
	var free squares
	for i := range l.n * l.n {
		free = free.with(i)
	}
	l.extend(0, &[8]squares{}, free, free)
}

// extend counts a set of k queens with the given images, and all that arise from it by
// squares of later. No queen attacks the squares of free.
func (l *listing) extend(k int, images *[8]squares, free, later squares) {
	l.count(k, images, free == squares{})
	for word, rest := range free.and(later) {
		for ; rest != 0; rest &^= 1 << (63 - bits.LeadingZeros64(rest)) {
			number := 64*word + bits.LeadingZeros64(rest)
			next := *images
			for s := range next {
				next[s] = next[s].with(l.images[s][number])
			}
			l.extend(k+1, &next, free.and(l.apart[number]), l.later[number])
		}
	}
}

func (l *listing) count(k int, images *[8]squares, maximal bool) {
	least := true
	for s := range images {
		switch c := images[s].compare(images[0]); {
		case c == 0:
			l.unchanged[s]++
		case c > 0:
			least = false
		}
	}
	l.sets[k]++
	if least {
		l.least[k]++
	}
	if maximal {
		l.maximal[k]++
	}
	if least && maximal {
		l.leastMaximal[k]++
	}
}

// TestCensusByListing lists every set with its images and counts those that are the
// least of them. The known orbits of orders 11 and 12 rest on both methods. Long: some
// minutes for the 633 million sets of order 12.
func TestCensusByListing(t *testing.T) {
	for n := range 13 {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 8 && os.Getenv("QUEENS_LONG") == "" {
				t.Skip("minutes: only with QUEENS_LONG=1")
			}
			l := newListing(n)
			l.run()
			for k, row := range must.Get(placements.Census(t.Context(), n, 0))(t) {
				got := placements.Row{
					Queens: k, Sets: queens.NewTotal(l.sets[k]), Orbits: queens.NewTotal(l.least[k]),
					Maximal: queens.NewTotal(l.maximal[k]), MaximalOrbits: queens.NewTotal(l.leastMaximal[k]),
				}
				if got != row {
					t.Errorf("listed %+v, Census has %+v", got, row)
				}
				want, ok := known.Lookup("nonattacking-orbits-by-size", n, k)
				if ok != (n > 0) || ok && got.Orbits != want.Value {
					t.Errorf("%d queens: %v orbits listed, want %v", k, got.Orbits, want.Value)
				}
			}
			checkReflections(t, l)
		})
	}
}

// checkReflections: a reflection leaves a set unchanged only if every queen stands on its
// axis, since she and her image share a line or a diagonal; and one line holds one queen.
// So it leaves the empty set, and one for each square of its axis.
func checkReflections(t *testing.T, l *listing) {
	t.Helper()
	middle := uint64(1 + l.n%2*l.n)
	diagonal := uint64(1 + l.n)
	for s, want := range map[int]uint64{1: middle, 2: middle, 4: diagonal, 7: diagonal} {
		if l.unchanged[s] != want {
			t.Errorf("order %d: symmetry %d leaves %d sets unchanged, want %d", l.n, s, l.unchanged[s], want)
		}
	}
}
