package placements_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"os"
	"slices"
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
// twin of Count, without Burnside's lemma. Row k of a tally is for k queens.
type listing struct {
	on     placements.Board
	images [][]int   // of each square, its number under each symmetry; images[0] leaves it
	apart  []squares // of each square, the others that a queen on it does not attack
	later  []squares // of each square, those behind it

	sets, maximal, least, leastMaximal []uint64
}

func newListing(on placements.Board) *listing {
	sizes := min(on.Rows, on.Cols) + 1
	l := &listing{
		on: on, sets: make([]uint64, sizes), maximal: make([]uint64, sizes), least: make([]uint64, sizes),
		leastMaximal: make([]uint64, sizes), images: make([][]int, 4),
	}
	if on.Rows == on.Cols {
		l.images = make([][]int, 8)
	}
	down, right := on.Rows-1, on.Cols-1
	for i := range on.Rows * on.Cols {
		r, c := i/on.Cols, i%on.Cols
		for s, to := range [8][2]int{
			{r, c},
			{down - r, c},
			{r, right - c},
			{down - r, right - c},
			{c, r},
			{right - c, r},
			{c, down - r},
			{right - c, down - r},
		} {
			if s < len(l.images) {
				l.images[s] = append(l.images[s], to[0]*on.Cols+to[1])
			}
		}
		var apart, later squares
		for j := range on.Rows * on.Cols {
			if sq := (queens.Square{Row: j / on.Cols, Col: j % on.Cols}); !sq.Attacks(queens.Square{Row: r, Col: c}) {
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
	for i := range l.on.Rows * l.on.Cols {
		free = free.with(i)
	}
	l.extend(0, make([]squares, len(l.images)), free, free)
}

// extend counts a set of k queens with the given images, and all that arise from it by
// squares of later. No queen attacks the squares of free.
func (l *listing) extend(k int, images []squares, free, later squares) {
	l.count(k, images, free == squares{})
	for word, rest := range free.and(later) {
		for ; rest != 0; rest &^= 1 << (63 - bits.LeadingZeros64(rest)) {
			number := 64*word + bits.LeadingZeros64(rest)
			next := slices.Clone(images)
			for s := range next {
				next[s] = next[s].with(l.images[s][number])
			}
			l.extend(k+1, next, free.and(l.apart[number]), l.later[number])
		}
	}
}

func (l *listing) count(k int, images []squares, maximal bool) {
	least := !slices.ContainsFunc(images, func(s squares) bool { return s.compare(images[0]) > 0 })
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

// TestCountByListing lists every set with its images and counts those that are the
// least of them, on all boards to 7 by 8 and squares. The known orbits of orders 11 and 12 rest on
// both methods. Long: some minutes for the 633 million sets of order 12.
func TestCountByListing(t *testing.T) {
	for rows := range 13 {
		for cols := range 13 {
			if on := (placements.Board{Rows: rows, Cols: cols}); rows == cols || rows < 8 && cols < 9 {
				t.Run(fmt.Sprintf("%dx%d", rows, cols), func(t *testing.T) {
					if rows > 8 && os.Getenv("QUEENS_LONG") == "" {
						t.Skip("minutes: only with QUEENS_LONG=1")
					}
					checkListing(t, on)
				})
			}
		}
	}
}

func checkListing(t *testing.T, on placements.Board) {
	t.Helper()
	l := newListing(on)
	l.run()
	n := on.Rows
	for k, row := range must.Get(placements.Count(t.Context(), on, placements.Any, 0))(t) {
		want := placements.Row{
			Queens: k, Sets: queens.NewTotal(l.sets[k]), Orbits: queens.NewTotal(l.least[k]),
			Maximal: queens.NewTotal(l.maximal[k]), MaximalOrbits: queens.NewTotal(l.leastMaximal[k]),
		}
		if row != want {
			t.Errorf("listed %+v, Count has %+v", want, row)
		}
		if alone := must.Get(placements.Count(t.Context(), on, k, 2))(t); len(alone) != 1 || alone[0] != row {
			t.Errorf("%d queens alone: %+v, want %+v", k, alone, row)
		}
		for series, got := range map[string]queens.Total{
			"nonattacking-sets-by-size": row.Sets, "nonattacking-orbits-by-size": row.Orbits,
			"maximal-sets-by-size": row.Maximal,
		} {
			want, ok := known.Lookup(series, n, k)
			if n == on.Cols && (ok != (n > 0) || ok && got != want.Value) {
				t.Errorf("%d queens: %s: %v, want %v", k, series, got, want.Value)
			}
		}
	}
}
