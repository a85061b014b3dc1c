package symmetric

import (
	"math/bits"
	"sync/atomic"

	"queens/internal/bitmath"
)

// search puts a pair of queens on each of the lines 1 to m, from the centre outwards. A pair on
// lines i and j joins two numbers, |sum| and |difference|, and its sign says which is which: see
// the lemma on half turns in docs/paper. It forms no product: queens of both colours are on one
// board.
//
// Signs that make all sums different and all differences different exist if and only if no number
// has more than two pairs. The graph of the numbers then consists of paths and cycles, and each of
// them can be directed in two ways.
type search struct {
	less    int                  // the sum of lines i and j is i+j-less
	squares [maxLines + 1]uint64 // of each line, the lines that it may be joined with
	fours   bool                 // a line is a row or a column, not both
	free    uint64               // columns at the start
	begun   diagonals            // at the start; everything if a number has at most one pair
	far     [numbers]uint8       // the other end of a path, by its end; a number without pairs is its own
	bits    [numbers]diagonals   // of each number
	total   uint64               // placements with their signs
	stop    *atomic.Bool         // nil if nothing stops it
}

const (
	maxLines = MaxQuarter / 2
	numbers  = 128 // exceeds the sum of any two lines
)

// diagonals is a set of numbers: k at bit k of sums, and at bits 64+k and 64-k of diffs.
type diagonals struct{ sums, diffs wide }

// wide is a set of numbers below 128.
type wide struct{ low, high uint64 }

func only(k int) wide {
	if k < 64 {
		return wide{low: 1 << k}
	}
	return wide{high: 1 << (k - 64)}
}

func (w wide) or(v wide) wide  { return wide{w.low | v.low, w.high | v.high} }
func (w wide) and(v wide) wide { return wide{w.low & v.low, w.high & v.high} }

func (w wide) has(k uint8) int {
	if k < 64 {
		return int(w.low >> k & 1)
	}
	return int(w.high >> (k - 64) & 1)
}

func (w wide) from(k int) uint64 { return w.low>>k | w.high<<(64-k) }

// board is the state of a search: free columns, numbers with a pair and numbers that take no more,
// and the number of paths and cycles.
type board struct {
	free        uint64
	begun, full diagonals
	parts       int
}

func newSearch(n int, stop *atomic.Bool) *search {
	p := &search{less: 1 - n%2, stop: stop}
	p.free = 1<<(n/2+1) - 2
	for i := range p.squares {
		p.squares[i] = p.free &^ (1 << i)
	}
	for k := range p.bits {
		p.far[k] = uint8(k)
		p.bits[k].sums = only(k)
		if k < 64 { // larger numbers are not differences
			p.bits[k].diffs = only(64 - k).or(only(64 + k))
		}
	}
	return p
}

func (p *search) once() *search {
	all := wide{^uint64(0), ^uint64(0)}
	p.begun = diagonals{all, all}
	return p
}

func (p *search) empty() board { return board{free: p.free, begun: p.begun} }

func (p *search) columns(s board, i int) uint64 {
	return s.free & p.squares[i] &^ (s.full.sums.from(i-p.less) | s.full.diffs.from(64-i))
}

// join returns the board with a pair on lines i and j, and the ends of the two paths that it joins,
// which are equal if it closes a cycle. [search.part] undoes that.
func (p *search) join(s board, i, j int) (t board, a, b, farA, farB uint8) {
	a, b = uint8(i+j-p.less)%numbers, uint8(max(i-j, j-i))%numbers
	t = s
	sums, diffs := p.bits[a].sums.or(p.bits[b].sums), p.bits[a].diffs.or(p.bits[b].diffs)
	t.full = diagonals{s.full.sums.or(s.begun.sums.and(sums)), s.full.diffs.or(s.begun.diffs.and(diffs))}
	t.free &^= 1 << j
	if p.begun.sums.low != 0 {
		return t, 0, 0, 0, 0
	}
	t.begun = diagonals{s.begun.sums.or(sums), s.begun.diffs.or(diffs)}
	if farA, farB = p.far[a], p.far[b]; farA != b {
		t.parts += 1 - s.begun.sums.has(a) - s.begun.sums.has(b)
		p.far[farA%numbers], p.far[farB%numbers] = farB, farA
	}
	return t, a, b, farA, farB
}

func (p *search) part(a, b, farA, farB uint8) {
	if farA != b {
		p.far[a%numbers], p.far[b%numbers] = farA, farB
		p.far[farA%numbers], p.far[farB%numbers] = a, b
	}
}

func (p *search) place(s board, rows uint64, then func(board)) {
	if rows == 0 {
		then(s)
		return
	}
	if p.stop != nil && p.stop.Load() {
		return
	}
	i := bits.TrailingZeros64(rows)
	rows &= rows - 1
	if p.fours {
		s.free &^= 1 << i
	}
	for c := p.columns(s, i); c != 0; c &= c - 1 {
		t, a, b, farA, farB := p.join(s, i, bits.TrailingZeros64(c))
		left := rows
		if p.fours {
			left &= t.free
		}
		p.place(t, left, then)
		p.part(a, b, farA, farB)
	}
}

func (p *search) add(s board) { p.total += 1 << s.parts }

// Search counts the solutions of a unit, as its [Product] does, by a search of the whole board with
// pairs of both colours together. Time grows 13-fold with every second order. The result is invalid
// once stop is set.
func (h *Half) Search(rows uint32, stop *atomic.Bool) uint64 {
	p := newSearch(h.Order, stop)
	lines := func(set uint32) (distances uint64) {
		for line := range bitmath.Members(set) {
			distances |= 1 << (h.distance(line)/(2-h.Order%2) + 1 - h.Order%2)
		}
		return distances
	}
	white := lines(rows)
	if h.Order%2 == 0 { // the sign of a pair follows from its colour, and decides which number is even
		p.once().place(p.empty(), white, func(s board) {
			s.full = diagonals{}
			p.place(s, p.free&^white, p.add)
		})
		return p.total
	}
	const evens = 0x5555555555555555
	for i := range p.squares {
		even := uint64(evens)
		if (white>>i^uint64(i))&1 == 0 { // a white pair on an odd line, a black one on an even line
			even = ^even
		}
		p.squares[i] &= even
	}
	// If the sets of even rows and even columns of white queens differ, only the case with the
	// larger rows counts, twice.
	first := white & evens
	p.place(p.empty(), first, func(s board) {
		columns := p.free &^ s.free
		before := p.total
		if columns <= first {
			p.place(s, p.free&^first, p.add)
		}
		if columns < first {
			p.total += p.total - before
		}
	})
	return p.total
}

// Search counts the pairings of a unit, without the ways to put fours of queens on them, by pairing
// one line after another.
func (q *Quarter) Search(even uint32, stop *atomic.Bool) uint64 {
	p := newSearch(q.Order, stop).once()
	p.fours = true
	var unlike, parity uint64 // of lines, by distance
	for k, a := range q.lines[0] {
		i := a
		if q.Order%4 == 0 {
			i = (max(4*a+1, -4*a-1) + 1) / 2
		}
		parity |= 1 << i
		unlike |= uint64(even) >> k & 1 << i
	}
	for i := range p.squares {
		switch {
		case unlike>>i&1 != 0: // even with odd
			p.squares[i] &^= parity
		case parity>>i&1 != 0: // even with even
			p.squares[i] &= parity &^ unlike
		default:
			p.squares[i] &= unlike | ^parity
		}
	}
	p.place(p.empty(), p.free, p.add)
	return p.total
}
