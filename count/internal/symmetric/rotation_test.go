package symmetric

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"testing"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/must"
	"queens/known"
	"queens/list"
)

func want(t *testing.T, series string, n int) uint64 {
	t.Helper()
	v, ok := known.Lookup(series, n)
	number, fits := v.Value.Uint64()
	if !ok || !fits {
		t.Fatalf("%s(%d) is not known", series, n)
	}
	return number
}

func most(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		series string
		last   int
		count  func(n int) uint64
	}{{"s180", most(15, 17), plainHalf}, {"s90", most(32, 40), plainQuarter}} {
		for n := range c.last + 1 {
			if got := c.count(n); got != want(t, c.series, n) {
				t.Errorf("%s(%d) = %d, want %d", c.series, n, got, want(t, c.series, n))
			}
		}
	}
}

func TestHalfUnits(t *testing.T) {
	for n := range most(17, 21) + 1 {
		h := NewHalf(n)
		var total uint64
		for _, u := range h.Units {
			p := h.Product(u.Lines)
			white, black := table(&p.White), table(&p.Black)
			var solutions uint64
			for i := range p.Reach {
				factor := p.Factor
				if i < p.Below {
					factor *= 2
				}
				solutions += factor * white[i] * black[i]
			}
			if found := h.Search(u.Lines, nil); found != solutions {
				t.Errorf("order %d, rows %b: search %d, product %d", n, u.Lines, found, solutions)
			}
			total += u.Weight * solutions
		}
		if total != want(t, "s180", n) {
			t.Errorf("order %d: units add up to %d, want %d", n, total, want(t, "s180", n))
		}
	}
}

func table(b *Board) []uint64 {
	cells := make([]uint64, b.Cells)
	var place func(row int, word uint64)
	place = func(row int, word uint64) {
		if row > 0 && row == b.After && !b.Within(word) {
			return
		}
		if row == len(b.Rows) {
			cells[b.Cell(word)]++
			return
		}
		for _, option := range b.Rows[row] {
			if word&option == 0 {
				place(row+1, word|option)
			}
		}
	}
	place(0, 0)
	return cells
}

// TestQuarterUnits compares units with a search, and their sum with the definition.
func TestQuarterUnits(t *testing.T) {
	for n := range most(32, 37) + 1 {
		q := NewQuarter(n)
		var total uint64
		for _, u := range q.Units {
			unlike, like := q.Unlike(u.Lines, false), q.Like(q.Others(u.Lines))
			var pairings uint64
			for odd := range bitmath.OfSize(unlike.Steps, q.Fours) {
				words := unlike.Words(unlike.Steps, odd)
				if len(words) == 0 {
					continue
				}
				for _, x := range like.Words(like.Steps, q.Others(odd)) {
					for _, y := range words {
						if x&y&q.Sums == 0 {
							pairings++
						}
					}
				}
			}
			if found := q.Search(u.Lines, nil); found != pairings {
				t.Errorf("order %d, lines %b: search %d, product %d", n, u.Lines, found, pairings)
			}
			total += u.Weight * pairings
		}
		if total != want(t, "s90", n) {
			t.Errorf("order %d: units add up to %d, want %d", n, total, want(t, "s90", n))
		}
	}
}

// TestQuarterWords compares, for large orders, which fours of queens share a diagonal, by their
// words and by definition: fours on distances x and y are on the diagonals x+y and |x-y|.
func TestQuarterWords(t *testing.T) {
	type four struct {
		diagonals [2]int
		lines     [2]int
		word      uint64
	}
	for _, n := range []int{4, 5, 24, 25, 60, 61, 64, 65, 68, 69} {
		if n > most(60, MaxQuarter) && n < MaxQuarter {
			continue
		}
		q := NewQuarter(n)
		distance := func(line int) int {
			if n%4 == 0 {
				return max(4*line+1, -4*line-1)
			}
			return line
		}
		pair := func(a, b int, word uint64) four {
			x, y := distance(a), distance(b)
			return four{[2]int{x + y, max(x-y, y-x)}, [2]int{a, b}, word}
		}
		share := func(f, g four) bool {
			return slices.Contains(f.diagonals[:], g.diagonals[0]) || slices.Contains(f.diagonals[:], g.diagonals[1])
		}
		compare := func(f, g four, meet bool) {
			t.Helper()
			if meet != share(f, g) {
				t.Fatalf("order %d: %v and %v meet: %v, want %v", n, f, g, meet, share(f, g))
			}
		}
		var unlike, like []four
		for i, a := range q.lines[0] {
			for j, b := range q.lines[1] {
				f := pair(a, b, q.unlike[i][j])
				if f.word == 0 || n%4 == 1 && q.options[i][j] != f.word<<q.Fours|1<<j {
					t.Fatalf("order %d: %v, on the board %b", n, f, q.options[i][j])
				}
				unlike = append(unlike, f)
			}
		}
		for parity, lines := range q.lines {
			for j, b := range lines {
				for i, a := range lines[:j] {
					word := q.odd[i][j]
					if parity == 0 {
						word = q.even[1<<i|1<<j][0]
					}
					like = append(like, pair(a, b, word))
				}
			}
		}
		for _, f := range unlike {
			for _, g := range unlike {
				if f.lines[1] != g.lines[1] {
					compare(f, g, f.word&g.word != 0)
				}
			}
			for _, g := range like {
				compare(f, g, f.word&g.word&q.Sums != 0)
			}
		}
		for _, f := range like {
			for _, g := range like {
				if f.lines != g.lines {
					compare(f, g, f.word&g.word != 0)
				}
			}
		}
	}
}

// TestTorusUnits compares the sum over the units with the definition.
func TestTorusUnits(t *testing.T) {
	for n := range most(20, 26) {
		torus := NewTorus(n)
		var total uint64
		for _, u := range torus.Units {
			b := torus.Board(u.Lines)
			total += u.Weight * table(&b)[0]
		}
		if total != want(t, "toroidal-half-turn", n) {
			t.Errorf("order %d: units add up to %d, want %d", n, total, want(t, "toroidal-half-turn", n))
		}
		if n <= most(11, 13) && total != plainTorus(t, n) {
			t.Errorf("plainTorus(%d) = %d, want %d", n, plainTorus(t, n), total)
		}
	}
}

var order = flag.Int("order", 0, "count the solutions of this order, to 43, that a half turn leaves unchanged, "+
	"without colours")

// withoutColours counts the solutions of order n, from 4 on, that a half turn leaves unchanged. It
// starts with the queens of one row and of the column of the same number, which transposition
// exchanges.
func withoutColours(n int, progress func(done, all int, sum uint64)) (sum uint64) {
	m := n / 2
	p := newSearch(n, nil)
	empty := p.empty()
	middle := m / 2
	for j := range m + 1 {
		for i := 1; i <= j; i++ {
			if j == middle || i == middle {
				continue
			}
			p.total = 0
			one, a, b, farA, farB := p.join(empty, middle, j)
			if p.columns(one, i)>>middle&1 != 0 {
				two, a, b, farA, farB := p.join(one, i, middle)
				p.place(two, p.free&^(1<<middle|1<<i), p.add)
				p.part(a, b, farA, farB)
			}
			p.part(a, b, farA, farB)
			if i < j {
				p.total *= 2
			}
			sum += p.total
		}
		progress(j, m, sum)
	}
	return sum
}

// TestWithoutColours uses neither colours nor sets of lines. Order 29 takes half a minute, and
// every second order nine times as long.
func TestWithoutColours(t *testing.T) {
	first, last := 4, most(19, 23)
	progress := func(int, int, uint64) {}
	if *order > 0 {
		first, last = *order, *order
		progress = func(done, all int, sum uint64) { fmt.Fprintf(os.Stderr, "%d of %d: %d\n", done, all, sum) }
	}
	if first < 4 || last > MaxHalf {
		t.Fatalf("order %d: want 4 to %d", *order, MaxHalf)
	}
	for n := first; n <= last; n++ {
		if got := withoutColours(n, progress); got != want(t, "s180", n) {
			t.Errorf("order %d: %d, want %d", n, got, want(t, "s180", n))
		}
	}
}

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
