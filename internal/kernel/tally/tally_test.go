package tally

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens/internal/turns"
)

// counters returns a counter of every kernel that runs here, the reference first.
func counters(t *testing.T) (list []*Counter) {
	t.Helper()
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		c, err := New(k.Name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// boards are those of all units of small orders, random ones that drop nodes, and
// boards without rows or options.
func boards() (list []turns.Board) {
	for n := range 17 {
		h := turns.NewHalf(n)
		for _, u := range h.Units {
			p := h.Product(u.Lines)
			late := p.White // drops nodes that have all rows
			late.After, late.Field, late.Most = len(late.Rows), 7, 5
			list = append(list, p.White, p.Black, late)
		}
	}
	for n := range 42 {
		q := turns.NewQuarter(n)
		for i, u := range q.Units {
			if i%7 == 0 {
				list = append(list, q.Unlike(u.Lines))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		b := turns.Board{Table: turns.Table{Split: 4, Low: make([]uint32, 16), High: make([]uint32, 32), Cells: 64}}
		for i := range b.Low {
			b.Low[i] = random.Uint32N(32)
		}
		for i := range b.High {
			b.High[i] = random.Uint32N(33)
		}
		for range random.IntN(6) {
			var row []uint64
			for range random.IntN(20) {
				row = append(row, random.Uint64()&random.Uint64()&random.Uint64()>>1)
			}
			b.Rows = append(b.Rows, row)
		}
		b.After, b.Field = random.IntN(len(b.Rows)+1), random.Uint64N(256)
		b.Least, b.Most = random.Uint64N(64), random.Uint64N(256)
		list = append(list, b)
	}
	return list
}

// TestKernelsAgree compares the tables of every kernel, lists of placements in any order, and sums of small
// and of large weights, with the reference.
func TestKernelsAgree(t *testing.T) {
	all := counters(t)
	random := rand.New(rand.NewPCG(3, 4))
	for i, b := range boards() {
		var want, words, sums []uint64
		weights := make([]uint64, b.Cells)
		width := []int{15, 15, 15, 16, 64}[i%5]
		for j := range weights {
			weights[j] = random.Uint64() >> (64 - width)
		}
		for _, c := range all {
			table, list := make([]uint64, b.Cells), []uint64{}
			found := c.Tally(&b, table)
			listed := c.List(&b, func(word uint64) { list = append(list, word) })
			slices.Sort(list)
			high, low, summed := c.Sum(&b, weights)
			got := []uint64{high, low, summed}
			if want == nil {
				want, words, sums = table, list, got
			}
			if !slices.Equal(got, sums) || summed != found {
				t.Fatalf("board %d, kernel %s: sum %v of %d, want %v", i, c.Kernel(), got, found, sums)
			}
			if !slices.Equal(table, want) || !slices.Equal(list, words) || found != uint64(len(words)) || listed != found {
				t.Fatalf("board %d, kernel %s: table %v of %d, %d listed; want %v", i, c.Kernel(), table, found, listed, want)
			}
		}
	}
}

// TestFlush has the cells moved to the table before they overflow.
func TestFlush(t *testing.T) {
	b := turns.Board{Rows: [][]uint64{{1, 2}, {4, 8, 16}}, Table: turns.Table{Low: []uint32{0}, High: []uint32{0}, Cells: 1}}
	for _, c := range counters(t)[1:] {
		c.pending, c.cells = 1<<32-3, []uint32{1<<32 - 3, 0}
		table := []uint64{5}
		c.Tally(&b, table)
		if want := uint64(5 + 1<<32 - 3 + 6); table[0] != want || c.pending != 0 {
			t.Errorf("kernel %s: %d, want %d", c.Kernel(), table[0], want)
		}
	}
}

// TestManyOfOneKind has more placements of one number of a line than 16 bits hold, and sums beyond 64 bits.
func TestManyOfOneKind(t *testing.T) {
	one := turns.Table{Cells: 1, Low: []uint32{0, 0}, High: []uint32{0}, Split: 1, Sets: []uint32{0}}
	b := turns.Board{Table: one, Before: one}
	for i := range 16 {
		b.Rows = append(b.Rows, []uint64{8 << i, 8 << i << 16})
	}
	b.Rows = append(b.Rows, []uint64{1 | 2 | 4})
	for most := range 2 { // a number is one too large, or holds what there is
		b.Rows[0] = b.Rows[0][:2-most]
		placements := uint64(1<<16) >> most
		for _, c := range counters(t) {
			table := []uint64{7}
			if found := c.Tally(&b, table); found != placements || table[0] != placements+7 {
				t.Errorf("kernel %s: %d placements, table %v, want %d more than 7", c.Kernel(), found, table, placements)
			}
			for _, weight := range []uint64{small, small + 1, 1 << 63} {
				wantHigh, wantLow := bits.Mul64(weight, placements)
				if high, low, found := c.Sum(&b, []uint64{weight}); high != wantHigh || low != wantLow || found != placements {
					t.Errorf("kernel %s, weight %d: %d, %d of %d, want %d, %d of %d", c.Kernel(), weight, high, low, found, wantHigh, wantLow, placements)
				}
			}
		}
	}
}

// TestStop ends a tally early.
func TestStop(t *testing.T) {
	h := turns.NewHalf(18)
	p := h.Product(511)
	for _, c := range counters(t) {
		stop := new(atomic.Bool)
		stop.Store(true)
		c.StopOn(stop)
		if found := c.Tally(&p.White, make([]uint64, p.White.Cells)); found != 0 {
			t.Errorf("kernel %s: %d placements after the flag was set", c.Kernel(), found)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	if _, err := New("fast"); err == nil {
		t.Error("kernel fast: no error")
	}
}

// A unit of order 28: nanoseconds for each placement.
func BenchmarkTally(b *testing.B) {
	h := turns.NewHalf(28)
	for _, k := range All()[1:] {
		b.Run(k.Name, func(b *testing.B) {
			c, err := New(k.Name)
			if err != nil {
				b.Skip(err)
			}
			var found uint64
			for b.Loop() {
				p := h.Product(0b10101010101011)
				cells := make([]uint64, p.White.Cells)
				found += c.Tally(&p.White, cells)
				_, _, more := c.Sum(&p.Black, cells)
				found += more
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(found), "ns/placement")
		})
	}
}
