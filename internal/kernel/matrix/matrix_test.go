package matrix

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"queens"
	"queens/internal/kernel/shelf"
	"queens/internal/must"
	"queens/internal/parity"
	"queens/known"
)

// newCounter has memory for all lists of the orders tested.
func newCounter(t testing.TB, n int) *Counter { return newCounterFrom(t, newSource(n, 1<<28)) }

func newSource(n int, memory int64) *Source {
	return NewSource(parity.Square.Of(n), shelf.NewStore(memory))
}

func newCounterFrom(t testing.TB, source *Source) *Counter {
	t.Helper()
	return must.Get(New(source))(t)
}

func TestSolutions(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 12
	}
	for n := parity.MinOrder; n <= most; n++ {
		total, counter := queens.Total{}, newCounter(t, n)
		for c := range parity.Square.Classes(n) {
			for u, weight := range c.Units() {
				r := counter.Count(c.Queens, u)
				total = total.Plus(queens.TotalOf(r.High, r.Low).Times(weight))
			}
		}
		if want, ok := known.Solutions(n); !ok || total != want {
			t.Errorf("order %d: %v solutions, want %v", n, total, want)
		}
	}
}

// pairsOf returns the number of white pairs of placements that share no diagonal, and of black
// ones, for row sets A and A' and column sets B and B'.
func pairsOf(c *parity.Class, even, odd, columns, oddColumns uint32) (white, black uint64) {
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	fitting := func(x, y parity.Kind, rowsX, columnsX, rowsY, columnsY uint32) (fit uint64) {
		ys := c.Quarter(y).Placements(rowsY, columnsY)
		for _, p := range c.Quarter(x).Placements(rowsX, columnsX) {
			for _, q := range ys {
				if p&q == 0 {
					fit++
				}
			}
		}
		return fit
	}
	white = fitting(parity.EvenEven, parity.OddOdd, even, columns, odd, oddColumns)
	if white > 0 {
		black = fitting(parity.OddEven, parity.EvenOdd, odds&^odd, evens&^columns, evens&^even, odds&^oddColumns)
	}
	return white, black
}

// TestUnits compares both matrices of every unit with package parity.
func TestUnits(t *testing.T) {
	for n := parity.MinOrder; n <= 10; n++ {
		counter := newCounter(t, n)
		for c := range parity.Square.Classes(n) {
			for u := range c.Units() {
				r, reach := counter.Count(c.Queens, u), c.Reach(u)
				var want Result
				for i, row := range c.Rows[:reach.Rows] {
					for j, column := range c.OddSets[:reach.Columns] {
						w, b := pairsOf(c, c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines, row.Lines, column.Lines)
						want.Pairs[white] += w
						if w > 0 { // otherwise not counted
							want.Pairs[black] += b
						}
						product := w * b * uint64(row.Weight)
						if i < reach.RowsBelow && j < reach.ColumnsBelow {
							product *= 2
						}
						want.Low += product
					}
				}
				if r.Pairs[white] != want.Pairs[white] || r.High != 0 || r.Low != want.Low ||
					r.Pairs[black] < want.Pairs[black] {
					t.Errorf("unit %+v of order %d, class %d: %+v, want %+v", u, n, c.Queens, r, want)
				}
			}
		}
	}
}

// TestGroup compares random items, more than fit in a byte, with a count lane by lane.
func TestGroup(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		g := group{valid: random.Uint64()}
		for i := range g.used {
			g.used[i] = random.Uint64() & random.Uint64() & random.Uint64()
		}
		for i := range g.columns {
			g.columns[i] = random.IntN(5)
		}
		items := make([]uint64, random.IntN(200))
		var got, want [5]uint32
		for i := range items {
			items[i] = random.Uint64() & random.Uint64() & random.Uint64() & random.Uint64()
			if random.IntN(2) == 0 {
				items[i] = 0 // compatible with everything
			}
			for lane := range 64 {
				in := g.valid>>lane&1 == 1
				for key := items[i]; key != 0; key &= key - 1 {
					in = in && g.used[bits.TrailingZeros64(key)]>>lane&1 == 0
				}
				if in {
					want[g.columns[lane/slotLanes]]++
				}
			}
		}
		if g.add(got[:], items); got != want {
			t.Fatalf("%d items: %d, want %d", len(items), got, want)
		}
	}
	all := group{valid: math.MaxUint64}
	row := make([]uint32, 1)
	if all.add(row, make([]uint64, 99)); row[0] != 64*99 {
		t.Errorf("99 items that fit all of 64 lanes: %d", row[0])
	}
	full := group{valid: 1}
	defer func() {
		if recover() == nil {
			t.Error("a cell beyond 32 bits is accepted")
		}
	}()
	full.add([]uint32{math.MaxUint32}, []uint64{0})
}

// TestSolutionsBeyond64Bits checks sums up to 128 bits, and overflow.
func TestSolutionsBeyond64Bits(t *testing.T) {
	const most = math.MaxUint64
	r := Result{High: 1, Low: most}
	if AddProduct(&r, most, 3); r.High != 4 || r.Low != most-3 {
		t.Errorf("%d, %d, want 4, %d", r.High, r.Low, uint64(most-3))
	}
	defer func() {
		if recover() == nil {
			t.Error("more than 2^128 solutions are accepted")
		}
	}()
	AddProduct(&Result{High: most, Low: most}, 1, 1)
}

// TestWays damages one list of a unit: every other method still finds the correct result.
func TestWays(t *testing.T) {
	const n, queens = 12, 3
	spoiled := 0
	c := parity.Square.New(n, queens)
	for u := range c.Units() {
		usual := newCounter(t, n)
		want, class := usual.Count(queens, u), usual.source.class(queens)
		if want.Low == 0 || class.Image(u) == u {
			continue
		}
		_, others := class.RowsOf(u)
		for i := range class.sides[white].lanes.Get(others[white]).groups {
			class.sides[white].lanes.Get(others[white]).groups[i].valid = 0
		}
		if got := usual.Count(queens, u); got.Low == want.Low || got.Pairs == want.Pairs {
			t.Fatalf("unit %+v: %+v although a list is spoiled", u, got)
		}
		if got := usual.Pairs(queens, u); got != want.Pairs {
			t.Errorf("unit %+v: pairs without labels %v, want %v", u, got, want.Pairs)
		}
		colours := newCounterFrom(t, NewSource(parity.Square.Of(n).Exchanged(), shelf.NewStore(1<<28)))
		if got := colours.Count(queens, u); got.Low != want.Low || got.Pairs[white] != want.Pairs[black] ||
			got.Pairs[black] != want.Pairs[white] {
			t.Errorf("unit %+v with the colours exchanged: %+v, want %+v", u, got, want)
		}
		if got := newCounter(t, n).Count(queens, class.Image(u)); got.Low != want.Low || got.Pairs != want.Pairs {
			t.Errorf("image of unit %+v: %+v, want %+v", u, got, want)
		}
		if spoiled++; spoiled == 3 {
			break
		}
	}
	if spoiled == 0 {
		t.Error("no list was spoiled")
	}
}

// TestSharedSource counts the units of a class on several goroutines that share a source with
// little or no memory.
func TestSharedSource(t *testing.T) {
	c, alone := parity.Square.New(12, 3), newCounter(t, 12)
	var want []Result
	for u := range c.Units() {
		want = append(want, alone.Count(c.Queens, u))
	}
	for _, memory := range []int64{0, 1 << 16} {
		shared := newSource(12, memory)
		var workers sync.WaitGroup
		for range 4 {
			counter := newCounterFrom(t, shared)
			workers.Go(func() {
				var got []Result
				for u := range c.Units() {
					got = append(got, counter.Count(c.Queens, u))
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d bytes: results differ", memory)
				}
			})
		}
		workers.Wait()
		if _, bytes := shared.lists.Kept(); bytes > memory {
			t.Errorf("%d bytes are kept, want at most %d", bytes, memory)
		}
	}
}

func TestStop(t *testing.T) {
	counter := newCounter(t, 14)
	flag := new(atomic.Bool)
	counter.StopOn(flag)
	c := parity.Square.New(14, 3)
	for u := range c.Units() {
		before := counter.Count(3, u)
		if flag.Store(true); counter.Count(3, u).Tests > 0 {
			t.Error("a stopped count goes on")
		}
		if flag.Store(false); counter.Count(3, u) != before {
			t.Error("a count that was stopped spoils the next one")
		}
		return
	}
}

func TestPlacements(t *testing.T) {
	c := parity.Square.New(12, 3)
	for _, s := range newSource(12, 0).newClass(c).sides {
		for label, set := range c.OddSets {
			rows, columns := set.Lines, uint32(0)
			want := 0
			for l, at := range s.with.label {
				if at == 1 {
					columns = uint32(l)
				}
			}
			s.with.each(rows, func(of int32, key, where uint64) {
				if of != 1 {
					return
				}
				want++
				made := uint64(0)
				for left := rows; left != 0; left &= left - 1 {
					made |= s.with.quarter.Key(bits.TrailingZeros32(left), int(where&15))
					where >>= 4
				}
				if made != key {
					t.Fatalf("rows %x: columns of the key %x are those of %x", rows, key, made)
				}
			})
			if got := len(s.with.quarter.Placements(rows, columns)); got != want {
				t.Errorf("set %d: %d placements, want %d", label, want, got)
			}
		}
	}
}

func ExampleCounter() {
	counter, err := New(newSource(8, 0))
	if err != nil {
		panic(err)
	}
	var total uint64
	for c := range parity.Square.Classes(8) {
		for u, weight := range c.Units() {
			total += weight * counter.Count(c.Queens, u).Low
		}
	}
	fmt.Println(total)
	// Output: 92
}
