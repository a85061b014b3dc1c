package turns

import (
	"math/bits"
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

// most is the largest order of a test.
func most(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

func TestPlainHalf(t *testing.T) {
	for n := range most(15, 17) + 1 {
		if got := PlainHalf(n); got != want(t, "s180", n) {
			t.Errorf("PlainHalf(%d) = %d, want %d", n, got, want(t, "s180", n))
		}
	}
}

func TestPlainQuarter(t *testing.T) {
	for n := range most(32, 40) + 1 {
		if got := PlainQuarter(n); got != want(t, "s90", n) {
			t.Errorf("PlainQuarter(%d) = %d, want %d", n, got, want(t, "s90", n))
		}
	}
}

// TestHalfUnits adds up the units, and searches each.
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

// table counts the placements of a board one by one, by cells.
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

// TestQuarterUnits adds up the units, and searches each.
func TestQuarterUnits(t *testing.T) {
	for n := range most(32, 41) + 1 {
		q := NewQuarter(n)
		var total uint64
		for _, u := range q.Units {
			b := q.Unlike(u.Lines)
			pairings := unlike(q, &b, u.Lines, 0, 0)
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

// unlike counts the solutions of a unit with the pairs of unlike parity in word.
func unlike(q *Quarter, b *Board, even uint32, row int, word uint64) (total uint64) {
	if row == len(b.Rows) {
		for _, x := range q.Like(0, q.Others(even)) {
			for _, y := range q.Like(1, q.Others(uint32(word)&q.Others(0))) {
				if x&y == 0 && q.Sums(word, true)&q.Sums(x|y, false) == 0 {
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

// TestWhiteHalves adds up what docs/notes/symmetric.md says of orders 4j: white pairs on
// the rows of half of the lines and in the columns of the others are the pairings of
// the quarter turn, each line of a pair taken for the row.
func TestWhiteHalves(t *testing.T) {
	for n := 4; n <= 24; n += 4 {
		h := NewHalf(n)
		var total uint64
		for rows := range uint32(1) << (n / 2) {
			if bits.OnesCount32(rows) == n/4 {
				p := h.Product(rows)
				total += table(&p.White)[p.White.Cell(uint64(1)<<(n/2)-1-uint64(rows))]
			}
		}
		if total != want(t, "s90", n) {
			t.Errorf("order %d: %d, want %d", n, total, want(t, "s90", n))
		}
	}
}

// TestTorusUnits adds up the units, and compares them with the definition.
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
		if n <= most(11, 13) && total != PlainTorus(n) {
			t.Errorf("PlainTorus(%d) = %d, want %d", n, PlainTorus(n), total)
		}
	}
}
