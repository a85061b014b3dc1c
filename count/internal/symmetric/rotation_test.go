package symmetric

import (
	"slices"
	"testing"

	"queens/known"
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

// TestQuarterUnits also uses words that are too short for the board.
func TestQuarterUnits(t *testing.T) {
	for n := range most(32, 41) + 1 {
		for apart := range 4 {
			quarterUnits(t, n, n-3-apart)
		}
	}
}

func quarterUnits(t *testing.T, n, room int) {
	q := newQuarter(n, room)
	var total uint64
	for _, u := range q.Units {
		var pairings uint64
		for _, c := range q.Unlike(u.Lines) {
			pairings += unlike(q, &c, u.Lines, 0, 0)
		}
		if found := q.Search(u.Lines, nil); found != pairings {
			t.Errorf("order %d, lines %b: search %d, product %d", n, u.Lines, found, pairings)
		}
		total += u.Weight * pairings
	}
	if total != want(t, "s90", n) {
		t.Errorf("order %d, %d bits: units add up to %d, want %d", n, room, total, want(t, "s90", n))
	}
}

// TestQuarterWords compares, for large orders, which fours of queens share a diagonal, by their
// words and by definition: fours on distances x and y are on the diagonals x+y and |x-y|.
func TestQuarterWords(t *testing.T) {
	type four struct {
		diagonals [2]int
		lines     [2]int
		word, sum uint64 // a sum that is not in the word
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
			return four{[2]int{x + y, max(x-y, y-x)}, [2]int{a, b}, word, 0}
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
				word := q.options[i][j].word
				if word >= 1<<63 || word&(1<<q.Fours-1) != 1<<j {
					t.Fatalf("order %d, lines %d and %d: word %b", n, a, b, word)
				}
				f := pair(a, b, word)
				if slices.Contains(q.apart, q.options[i][j].sum) {
					f.sum = q.options[i][j].sum
				}
				unlike = append(unlike, f)
			}
		}
		for parity, lines := range q.lines {
			for j, b := range lines {
				for i, a := range lines[:j] {
					like = append(like, pair(a, b, q.Like(parity, 1<<i|1<<j)[0]))
				}
			}
		}
		for _, f := range unlike {
			for _, g := range unlike {
				if f.lines[1] != g.lines[1] {
					compare(f, g, f.word&g.word|f.sum&g.sum != 0)
				}
			}
			for _, g := range like {
				compare(f, g, (q.Sums(f.word, true)|f.sum)&q.Sums(g.word, false) != 0)
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

// unlike counts the solutions of a unit whose pairs of unlike parity are in word.
func unlike(q *Quarter, b *Case, even uint32, row int, word uint64) (total uint64) {
	if row == len(b.Rows) {
		for _, x := range q.Like(0, q.Others(even)) {
			for _, y := range q.Like(1, q.Others(uint32(word)&q.Others(0))) {
				if x&y == 0 && (q.Sums(word, true)|b.Sums)&q.Sums(x|y, false) == 0 {
					total++
				}
			}
		}
		return total
	}
	for _, option := range b.Rows[row] {
		if word&option == 0 {
			total += unlike(q, b, even, row+1, word|option)
		}
	}
	return total
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
