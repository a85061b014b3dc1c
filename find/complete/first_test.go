package complete_test

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
	"queens/find/complete"
	"queens/internal/must"
	"queens/known"
)

// TestFirst compares with the known first solutions, which plain backtracking in
// lexicographic order found.
func TestFirst(t *testing.T) {
	for n := range 30 {
		r := must.Get(complete.First(t.Context(), n, complete.FirstOptions{}))(t)
		want, ok := known.LexicographicallyFirst(n)
		if n == 0 {
			want, ok = queens.Perm{}, true
		}
		if (r.Solution != nil) != ok || !r.Solution.Equal(want) {
			t.Errorf("order %d: %v, want %v", n, r.Solution, want)
		}
	}
}

// TestFirstRefutes checks the number of smaller beginnings by hand: no solution of
// order 4 begins with 1, none of orders 2 and 3 with anything.
func TestFirstRefutes(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 0} {
		r, err := complete.First(t.Context(), n, complete.FirstOptions{})
		if err != nil || r.Refuted != want {
			t.Errorf("order %d: %d beginnings refuted, error %v, want %d", n, r.Refuted, err, want)
		}
	}
}

// TestFirstOnAnyNumberOfWorkers: the counts of the proof are part of the answer.
func TestFirstOnAnyNumberOfWorkers(t *testing.T) {
	for _, n := range []int{8, 22, 28, 30} {
		want := must.Get(complete.First(t.Context(), n, complete.FirstOptions{Workers: 1}))(t)
		for _, workers := range []int{0, 2, 7} {
			var last complete.FirstProgress
			got, err := complete.First(t.Context(), n,
				complete.FirstOptions{Workers: workers, Progress: func(p complete.FirstProgress) { last = p }})
			if err != nil || !got.Solution.Equal(want.Solution) || got.Refuted != want.Refuted ||
				got.Nodes != want.Nodes {
				t.Errorf("order %d, %d workers: %+v, %v, want %+v", n, workers, got, err, want)
			}
			if last.Refuted > got.Refuted || last.Done > last.Parts || n > 8 && last.Done == 0 {
				t.Errorf("order %d, %d workers: last progress %+v of %+v", n, workers, last, got)
			}
		}
	}
	if _, err := complete.First(t.Context(), 8, complete.FirstOptions{Workers: -1}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("-1 workers: error %v", err)
	}
}

func TestFirstStops(t *testing.T) {
	for _, n := range []int{-1, complete.MaxFirst + 1} {
		if _, err := complete.First(t.Context(), n, complete.FirstOptions{}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := complete.First(ctx, 60, complete.FirstOptions{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// diagonals is a set of the diagonals of one direction of a board of order at most 64.
type diagonals [2]uint64

func (d diagonals) with(i int) diagonals {
	d[i/64] |= 1 << (i % 64)
	return d
}

// from returns the diagonals i to i+63, as bits from 0; i is at most 63.
func (d diagonals) from(i int) uint64 { return d[0]>>i | d[1]<<(64-i) }

// crossed is a board that is filled by lines in any order: the slow twin of what First searches
// with. It keeps no square, counts the free squares of every open line anew for every board, and of
// the lines with equally few takes those nearest to 3n/4 first, not to 2n/3.
type crossed struct {
	taken    [2]uint64    // columns, as bits of a row, and rows, as bits of a column
	rising   diagonals    // by row plus column
	slanting [2]diagonals // by column minus row plus n-1, and by row minus column plus n-1
}

// crossing is a search for a completion of boards of one order.
type crossing struct {
	n     int
	lines []int // in the order in which they are preferred
	nodes uint64
}

func newCrossing(n int) *crossing {
	s := &crossing{n: n}
	for line := range n {
		s.lines = append(s.lines, line)
	}
	off := func(line int) int { return max(4*line-3*n, 3*n-4*line) }
	slices.SortStableFunc(s.lines, func(a, b int) int { return cmp.Compare(off(a), off(b)) })
	return s
}

// The two ways a line runs; the squares of a row are columns, those of a column rows.
const (
	byRow = iota
	byColumn
)

func (s *crossing) free(b *crossed, way, line int) uint64 {
	all := uint64(1)<<s.n - 1
	return all &^ (b.taken[way] | b.rising.from(line) | b.slanting[way].from(s.n-1-line))
}

func (s *crossing) with(b crossed, row, col int) crossed {
	b.taken[byRow] |= 1 << col
	b.taken[byColumn] |= 1 << row
	b.rising = b.rising.with(row + col)
	b.slanting[byRow] = b.slanting[byRow].with(col - row + s.n - 1)
	b.slanting[byColumn] = b.slanting[byColumn].with(row - col + s.n - 1)
	return b
}

// narrowest returns the open line with the fewest free squares, and these. It is -1 if
// no line is open.
func (s *crossing) narrowest(b *crossed) (way, line int, free uint64) {
	least := s.n + 1
	line = -1
	for _, w := range [2]int{byRow, byColumn} {
		done := b.taken[1-w]
		for _, l := range s.lines {
			if done>>l&1 == 1 {
				continue
			}
			f := s.free(b, w, l)
			if k := bits.OnesCount64(f); k < least {
				if way, line, free, least = w, l, f, k; least == 0 {
					return way, line, free
				}
			}
		}
	}
	return way, line, free
}

// completable reports whether queens on the board and some more make a solution.
func (s *crossing) completable(b crossed) bool {
	s.nodes++
	way, line, free := s.narrowest(&b)
	if line < 0 {
		return true
	}
	for ; free != 0; free &= free - 1 {
		row, col := line, bits.TrailingZeros64(free)
		if way == byColumn {
			row, col = col, row
		}
		if s.completable(s.with(b, row, col)) {
			return true
		}
	}
	return false
}

// refuteBefore reports, of a solution, whether no other one comes before it in
// lexicographic order: it searches every beginning that is less.
func (s *crossing) refuteBefore(p queens.Perm) (refuted int, first bool) {
	var b crossed
	for col, row := range p {
		for smaller := s.free(&b, byColumn, col) & (1<<row - 1); smaller != 0; smaller &= smaller - 1 {
			if s.completable(s.with(b, bits.TrailingZeros64(smaller), col)) {
				return refuted, false
			}
			refuted++
		}
		b = s.with(b, row, col)
	}
	return refuted, true
}

// TestFirstBySecondSearch refutes all beginnings before the known first solutions. To
// order 27 First is run too and must refute as many. The solution of order 43 rests on
// both searches. Long: a quarter of an hour.
func TestFirstBySecondSearch(t *testing.T) {
	for n := 4; n <= 43; n++ {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 27 && os.Getenv("QUEENS_LONG") == "" {
				t.Skip("minutes: only with QUEENS_LONG=1")
			}
			p, ok := known.LexicographicallyFirst(n)
			if !ok {
				t.Skip("not known")
			}
			must.Do(t, queens.Check(p, queens.Regular))
			s := newCrossing(n)
			refuted, none := s.refuteBefore(p)
			if !none {
				t.Fatalf("after %d beginnings: there is a solution before %v", refuted, p)
			}
			t.Logf("%d beginnings refuted with %d queens", refuted, s.nodes)
			if n > 27 {
				return
			}
			if r, err := complete.First(t.Context(), n, complete.FirstOptions{}); err != nil || r.Refuted != refuted {
				t.Errorf("First refuted %d beginnings, error %v, want %d", r.Refuted, err, refuted)
			}
		})
	}
}
