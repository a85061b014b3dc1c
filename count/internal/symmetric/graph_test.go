package symmetric

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

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
