package turns_test

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"testing"
)

var order = flag.Int("order", 0, "count the solutions of this order, to 33, that a half turn leaves unchanged, without colours")

// pairing puts a pair of queens on the lines of one distance after the other, without signs.
// A pair on lines i and j joins two numbers, |sum| and |difference|, and its sign says which is
// which. Signs that make all sums different and all differences exist exactly if no number
// has more than two pairs: then the graph of the numbers falls into paths and cycles, and each of them
// can be directed in two ways.
type pairing struct {
	less   int        // the sum of lines i and j is i+j-less
	lines  []int      // in the order in which they are filled, least first
	far    [64]uint8  // of the end of a path, the other end; of a number without pairs itself
	weight [40]uint64 // placements of k paths and cycles
}

// state is what is on the board: numbers with one pair and with two, at bits 32+k and 32-k, columns
// that are free, paths and cycles.
type state struct {
	begun, full, free uint64
	parts             int
}

// columns returns the columns that line i can take.
func (p *pairing) columns(s state, i int) uint64 {
	return s.free &^ (s.full>>(32+i-p.less) | s.full>>(32-i) | 1<<i)
}

// join returns the board with a pair on line i and column j, and the ends of the two parts that
// it joins, equal if it closes a cycle; restore undoes what it does to p.
func (p *pairing) join(s state, i, j int) (t state, a, b, farA, farB uint8) {
	a, b = uint8(i+j-p.less), uint8(max(i-j, j-i))
	farA, farB = p.far[a&63], p.far[b&63]
	both := uint64(1)<<(32+a) | 1<<(32-a) | 1<<(32+b) | 1<<(32-b)
	t = state{s.begun | both, s.full | s.begun&both, s.free &^ (1 << j), s.parts}
	if farA != b {
		t.parts += 1 - int(s.begun>>(32+a)&1) - int(s.begun>>(32+b)&1)
		p.far[farA&63], p.far[farB&63] = farB, farA
	}
	return t, a, b, farA, farB
}

func (p *pairing) restore(a, b, farA, farB uint8) {
	if farA != b {
		p.far[farA&63], p.far[farB&63] = a, b
		p.far[a&63], p.far[b&63] = farA, farB
	}
}

// count adds the placements of the lines.
func (p *pairing) count(s state, lines []int) {
	if len(lines) == 0 {
		p.weight[s.parts]++
		return
	}
	for c := p.columns(s, lines[0]); c != 0; c &= c - 1 {
		t, a, b, farA, farB := p.join(s, lines[0], bits.TrailingZeros64(c))
		p.count(t, lines[1:])
		p.restore(a, b, farA, farB)
	}
}

// halfTurn counts the solutions of order n, 4 to 33, that a half turn leaves unchanged. It begins with a
// line and the column of the same number: transposition exchanges what they have.
func halfTurn(n int, progress func(done, all int, sum uint64)) (sum uint64) {
	m := n / 2
	p := pairing{less: 1 - n%2}
	var empty state
	for i := 1; i <= m; i++ {
		p.lines = append(p.lines, i)
		empty.free |= 1 << i
	}
	for k := range p.far {
		p.far[k] = uint8(k)
	}
	middle := m / 2
	for j := range m + 1 {
		for i := 1; i <= j; i++ {
			if j == middle || i == middle {
				continue
			}
			p.weight = [40]uint64{}
			one, a, b, farA, farB := p.join(empty, middle, j)
			if p.columns(one, i)>>middle&1 != 0 {
				two, a, b, farA, farB := p.join(one, i, middle)
				p.count(two, slices.DeleteFunc(slices.Clone(p.lines), func(line int) bool { return line == middle || line == i }))
				p.restore(a, b, farA, farB)
			}
			p.restore(a, b, farA, farB)
			for parts, ways := range p.weight {
				if i < j {
					ways *= 2
				}
				sum += ways << parts
			}
		}
		progress(j, m, sum)
	}
	return sum
}

// TestWithoutColours counts in a way that knows neither colours nor sets of lines. Order 29 takes
// half a minute, and every second order nine times as long.
func TestWithoutColours(t *testing.T) {
	first, last := 4, most(19, 23)
	progress := func(int, int, uint64) {}
	if *order > 0 {
		first, last = *order, *order
		progress = func(done, all int, sum uint64) { fmt.Fprintf(os.Stderr, "%d of %d: %d\n", done, all, sum) }
	}
	if first < 4 || last > 33 {
		t.Fatalf("order %d: want 4 to 33", *order)
	}
	for n := first; n <= last; n++ {
		if got := halfTurn(n, progress); got != want(t, "s180", n) {
			t.Errorf("order %d: %d, want %d", n, got, want(t, "s180", n))
		}
	}
}
