package symmetric

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens/count/internal/symmetric"
	"queens/internal/bitmath"
)

// counters returns a counter of every usable kernel, the reference first.
func counters(t *testing.T) (list []*Counter) {
	t.Helper()
	for _, k := range All() {
		if k.Usable() {
			list = append(list, New(k.Name))
		}
	}
	return list
}

// boards are those of all units of small orders, random ones that drop nodes, and ones without rows
// or options.
func boards() (list []symmetric.Board) {
	for n := range 17 {
		h := symmetric.NewHalf(n)
		for _, u := range h.Units {
			p := h.Product(u.Lines)
			late := p.White // drops complete placements
			late.After, late.Field, late.Most = len(late.Rows), 7, 5
			list = append(list, p.White, p.Black, late)
		}
	}
	for n := range 42 {
		q := symmetric.NewQuarter(n)
		for i, u := range q.Units {
			if i%7 == 0 {
				list = append(list, q.Board(u.Lines))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		table := symmetric.Table{Split: 4, Low: make([]uint32, 16), High: make([]uint32, 32), Cells: 64}
		b := symmetric.Board{Table: table}
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

// TestKernelsAgree compares tables, lists of placements in any order, and sums of small and of
// large weights with the reference.
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
			found := c.Tally([]*symmetric.Board{&b}, [][]uint64{table})[0]
			listed := c.List(&b, func(words []uint64) { list = append(list, words...) })
			slices.Sort(list)
			sum := c.Add([]*symmetric.Board{&b}, [][]uint64{weights})[0]
			got := []uint64{sum.High, sum.Low}
			if want == nil {
				want, words, sums = table, list, got
			}
			if !slices.Equal(got, sums) || sum.Found != found {
				t.Fatalf("board %d, kernel %s: sum %v of %d, want %v", i, c.Kernel(), got, found, sums)
			}
			if !slices.Equal(table, want) || !slices.Equal(list, words) || found != uint64(len(words)) ||
				listed != found {
				t.Fatalf("board %d, kernel %s: table %v of %d, %d listed; want %v", i, c.Kernel(), table, found, listed,
					want)
			}
		}
	}
}

// TestLists compares the lists of all sets of units, with small blocks, and of random steps.
func TestLists(t *testing.T) {
	all := counters(t)
	compare := func(g symmetric.Growth) {
		t.Helper()
		for _, c := range all {
			l := NewLists(c)
			l.memory[0].size, l.memory[1].size = 64, 128
			of := l.Fill(g)
			for set := range bitmath.OfSize(g.Steps*g.Columns, len(g.Sets)-1) {
				want, list := g.Words(g.Steps, set), of(set)
				if got := slices.Sorted(slices.Values(list)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
					t.Fatalf("kernel %s, %d steps, set %b: %b, want %b", c.Kernel(), g.Steps, set, got, want)
				}
				if cap(list) < len(list)+vector {
					t.Fatalf("kernel %s: no room after %d words", c.Kernel(), len(list))
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(9, 10))
	for n := range 30 {
		q := symmetric.NewQuarter(n)
		for i, u := range q.Units {
			if i%5 == 0 {
				compare(q.Unlike(u.Lines, i%2 == 1))
				compare(q.Like(q.Others(u.Lines)))
			}
		}
		if len(q.Units) == 0 {
			continue
		}
		g := q.Unlike(q.Units[len(q.Units)/2].Lines, false) // of which only the sets matter
		g.First = []uint64{1, 1 << 62, 3, 1}
		rows := make([][]uint64, g.Steps)
		for i := range rows {
			for range q.Fours {
				rows[i] = append(rows[i], 1<<random.IntN(31)|1<<(31+random.IntN(32)))
			}
		}
		g.Step = func(i int, set uint32) (uint32, []uint64) { return set, rows[i] }
		compare(g)
	}
}

// TestTogether compares boards of several units that are searched together with each of them alone.
func TestTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := 10; n < 18; n++ {
		h := symmetric.NewHalf(n)
		for start := 0; start < len(h.Units); {
			end := start + 1
			for end < len(h.Units) && end < start+9 &&
				bits.OnesCount32(h.Units[end].Lines) == bits.OnesCount32(h.Units[start].Lines) {
				end++
			}
			var colours [2][]*symmetric.Board
			for _, u := range h.Units[start:end] {
				p := h.Product(u.Lines)
				colours[symmetric.White], colours[symmetric.Black] = append(colours[symmetric.White], &p.White),
					append(colours[symmetric.Black], &p.Black)
			}
			start = end
			for _, boards := range colours {
				if boards[0].After != boards[len(boards)-1].After || boards[0].Cells != boards[len(boards)-1].Cells {
					continue
				}
				var weights [][]uint64
				for range boards {
					w := make([]uint64, boards[0].Cells)
					for i := range w {
						w[i] = random.Uint64N(small)
					}
					weights = append(weights, w)
				}
				for _, c := range counters(t) {
					tables := make([][]uint64, len(boards))
					for i := range tables {
						tables[i] = make([]uint64, boards[0].Cells)
					}
					found, sums := c.Tally(boards, tables), c.Add(boards, weights)
					for i, b := range boards {
						table := make([]uint64, b.Cells)
						one, sum := c.Tally([]*symmetric.Board{b}, [][]uint64{table})[0],
							c.Add([]*symmetric.Board{b}, weights[i:i+1])[0]
						if found[i] != one || !slices.Equal(table, tables[i]) || sums[i] != sum {
							t.Fatalf("order %d, kernel %s, board %d of %d: %d and %v, alone %d and %v", n, c.Kernel(),
								i, len(boards), found[i], sums[i], one, sum)
						}
					}
				}
			}
		}
	}
}

func TestFlush(t *testing.T) {
	b := symmetric.Board{
		Rows:  [][]uint64{{1, 2}, {4, 8, 16}},
		Table: symmetric.Table{Low: []uint32{0}, High: []uint32{0}, Cells: 1},
	}
	for _, c := range counters(t)[1:] {
		c.pending, c.cells = 1<<32-3, []uint32{1<<32 - 3, 0}
		table := []uint64{5}
		c.Tally([]*symmetric.Board{&b}, [][]uint64{table})
		if want := uint64(5 + 1<<32 - 3 + 6); table[0] != want || c.pending != 0 {
			t.Errorf("kernel %s: %d, want %d", c.Kernel(), table[0], want)
		}
	}
}

// TestManyOfOneKind has more placements of one option than 16 bits hold, and sums beyond 64 bits.
func TestManyOfOneKind(t *testing.T) {
	one := symmetric.Table{Cells: 1, Low: []uint32{0, 0}, High: []uint32{0}, Split: 1, Sets: []uint32{0}}
	b := symmetric.Board{Table: one, Before: one}
	for i := range 16 {
		b.Rows = append(b.Rows, []uint64{8 << i, 8 << i << 16})
	}
	b.Rows = append(b.Rows, []uint64{1 | 2 | 4})
	for most := range 2 { // a number overflows, or just fits
		b.Rows[0] = b.Rows[0][:2-most]
		placements := uint64(1<<16) >> most
		for _, c := range counters(t) {
			table := []uint64{7}
			if found := c.Tally([]*symmetric.Board{&b}, [][]uint64{table})[0]; found != placements ||
				table[0] != placements+7 {
				t.Errorf("kernel %s: %d placements, table %v, want %d more than 7", c.Kernel(), found, table,
					placements)
			}
			for _, weight := range []uint64{small, small + 1, 1 << 63} {
				want := Sum{Found: placements}
				want.High, want.Low = bits.Mul64(weight, placements)
				if got := c.Add([]*symmetric.Board{&b}, [][]uint64{{weight}})[0]; got != want {
					t.Errorf("kernel %s, weight %d: %v, want %v", c.Kernel(), weight, got, want)
				}
			}
		}
	}
}

func TestStop(t *testing.T) {
	h := symmetric.NewHalf(18)
	p := h.Product(511)
	for _, c := range counters(t) {
		stop := new(atomic.Bool)
		stop.Store(true)
		c.StopOn(stop)
		if found := c.Tally([]*symmetric.Board{&p.White}, [][]uint64{make([]uint64, p.White.Cells)})[0]; found != 0 {
			t.Errorf("kernel %s: %d placements after the flag was set", c.Kernel(), found)
		}
	}
}

// BenchmarkTally reports nanoseconds per placement of a unit of order 28.
func BenchmarkTally(b *testing.B) {
	h := symmetric.NewHalf(28)
	for _, k := range All()[1:] {
		b.Run(k.Name, func(b *testing.B) {
			if !k.Usable() {
				b.Skip("not here")
			}
			c := New(k.Name)
			var found uint64
			for b.Loop() {
				p := h.Product(0b10101010101011)
				cells := make([]uint64, p.White.Cells)
				found += c.Tally([]*symmetric.Board{&p.White}, [][]uint64{cells})[0]
				found += c.Add([]*symmetric.Board{&p.Black}, [][]uint64{cells})[0].Found
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(found), "ns/placement")
		})
	}
}
