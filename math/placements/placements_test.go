package placements_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/placements"
)

func TestCountStops(t *testing.T) {
	for _, wrong := range []struct {
		on placements.Board
		k  int
	}{
		{square(-1), placements.Any},
		{square(placements.MaxAny + 1), placements.Any},
		{placements.Board{Rows: placements.MaxSide + 1, Cols: 1}, 1},
		{placements.Board{Rows: 4, Cols: 5}, 5},
		{square(4), -2},
	} {
		if _, err := placements.Count(t.Context(), wrong.on, wrong.k, 0); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%+v: error %v", wrong, err)
		}
	}
	for _, after := range []time.Duration{0, 50 * time.Millisecond} { // all of it takes minutes
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := placements.Count(ctx, square(placements.MaxAny), placements.Any, 2)
		if cancel(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error %v", after, err)
		}
	}
}

func ExampleCount() {
	rows, err := placements.Count(context.Background(), placements.Board{Rows: 4, Cols: 4}, placements.Any, 1)
	if err != nil {
		panic(err)
	}
	for _, r := range rows {
		fmt.Println(r.Queens, r.Sets, r.Orbits, r.Maximal, r.MaximalOrbits)
	}
	// Output:
	// 0 1 1 0 0
	// 1 16 3 0 0
	// 2 44 6 0 0
	// 3 24 3 16 2
	// 4 2 1 2 1
}

func ExampleGreedy() {
	for row := range placements.Greedy(6) {
		fmt.Print(row+1, " ")
	}
	// Output: 1 3 5 2 4 9
}

// TestGreedyAgainstItsDefinition compares with sets of rows and diagonals, row by row. 3000 columns
// reach both sides of the main diagonal at every distance to the borders of words.
func TestGreedyAgainstItsDefinition(t *testing.T) {
	rows, rising, falling := map[int]bool{}, map[int]bool{}, map[int]bool{}
	col := 0
	for got := range placements.Greedy(3000) {
		want := 0
		for rows[want] || rising[want+col] || falling[want-col] {
			want++
		}
		if got != want {
			t.Fatalf("column %d: row %d, want %d", col, got, want)
		}
		rows[want], rising[want+col], falling[want-col] = true, true, true
		col++
	}
}

func square(n int) placements.Board { return placements.Board{Rows: n, Cols: n} }

// Closed forms for up to three queens: Landau 1896, Ahrens 1910.
func closedForm(n, k int) int {
	switch {
	case k < 2:
		return max(1, k*n*n)
	case k == 2:
		return n * (n - 1) * (n - 2) * (3*n - 1) / 6
	case n%2 == 0:
		return n * (n - 2) * (n - 2) * (2*n*n*n - 12*n*n + 23*n - 10) / 12
	}
	return (n - 1) * (n - 3) * (2*n*n*n*n - 12*n*n*n + 25*n*n - 14*n + 1) / 12
}

func TestFewQueens(t *testing.T) {
	for n := 3; n <= 20; n++ {
		for k := range 4 {
			rows := must.Get(placements.Count(t.Context(), square(n), k, 0))(t)
			if want := queens.NewTotal(uint64(closedForm(n, k))); len(rows) != 1 || rows[0].Sets != want {
				t.Errorf("order %d, %d queens: %+v, want %v sets", n, k, rows, want)
			}
		}
	}
}

// Sets that see every square, by all subsets of small boards; the sizes of larger ones are known.
func TestDominate(t *testing.T) {
	for rows := range 5 {
		for cols := range 5 {
			on := placements.Board{Rows: rows, Cols: cols}
			for _, independent := range []bool{false, true} {
				set := must.Get(placements.Dominate(t.Context(), on, independent))(t)
				checkDominates(t, on, set, independent)
				if want := fewest(on, independent); len(set) != want {
					t.Errorf("%+v, independent %t: %d queens, want %d", on, independent, len(set), want)
				}
			}
		}
	}
	for n := 1; n <= 10; n++ {
		for series, independent := range map[string]bool{"domination": false, "independent-domination": true} {
			set := must.Get(placements.Dominate(t.Context(), square(n), independent))(t)
			checkDominates(t, square(n), set, independent)
			if want, ok := known.Lookup(series, n); !ok || queens.NewTotal(uint64(len(set))) != want.Value {
				t.Errorf("%s of %d: %d queens, want %v", series, n, len(set), want.Value)
			}
		}
	}
}

func dominates(on placements.Board, set []queens.Square) bool {
	for r := range on.Rows {
		for c := range on.Cols {
			if !slices.ContainsFunc(set, queens.Square{Row: r, Col: c}.Attacks) {
				return false
			}
		}
	}
	return true
}

func attacking(set []queens.Square) bool {
	for i, sq := range set {
		if slices.ContainsFunc(set[:i], sq.Attacks) {
			return true
		}
	}
	return false
}

func checkDominates(t *testing.T, on placements.Board, set []queens.Square, independent bool) {
	t.Helper()
	if !dominates(on, set) || independent && attacking(set) {
		t.Errorf("%+v, independent %t: %v", on, independent, set)
	}
}

// fewest tries every set of squares.
func fewest(on placements.Board, independent bool) int {
	best := on.Rows * on.Cols
	for bits := range 1 << (on.Rows * on.Cols) {
		var set []queens.Square
		for i := range on.Rows * on.Cols {
			if bits>>i&1 == 1 {
				set = append(set, queens.Square{Row: i / on.Cols, Col: i % on.Cols})
			}
		}
		if len(set) < best && dominates(on, set) && !(independent && attacking(set)) {
			best = len(set)
		}
	}
	return best
}

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
