package matrix

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"queens/internal/parity"
	"queens/known"
)

// plenty is memory for all lists of the orders tested.
const plenty = 1 << 28

func newCounter(t testing.TB, kernel string, source *Source) *Counter {
	t.Helper()
	counter, err := New(kernel, source)
	if err != nil {
		t.Fatal(err)
	}
	return counter
}

// solutions counts a whole order; change may change the counter and its source.
func solutions(t testing.TB, kernel string, n int, change func(*Counter)) *big.Int {
	t.Helper()
	total := new(big.Int)
	counter := newCounter(t, kernel, NewSource(n, plenty))
	change(counter)
	for c := range parity.Classes(n) {
		for u, weight := range c.Units() {
			r := counter.Count(c.Queens, u)
			x := new(big.Int).SetUint64(r.High)
			x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(r.Low))
			total.Add(total, x.Mul(x, new(big.Int).SetUint64(weight)))
		}
	}
	return total
}

// usable returns the kernels that run here, with the largest order that each can count whole
// in a test.
func usable() map[string]int {
	most := map[string]int{}
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		switch k.Name {
		case "generic":
			most[k.Name] = 12
		case "avx2":
			most[k.Name] = 17
		case "portable", "neon":
			most[k.Name] = 16
		default:
			most[k.Name] = 18
		}
		if testing.Short() {
			most[k.Name] = min(14, most[k.Name]-1)
		}
	}
	return most
}

func compareWithKnown(t *testing.T, kernel string, n int, change func(*Counter)) {
	t.Helper()
	want, ok := known.Solutions(n)
	if got := solutions(t, kernel, n, change); !ok || got.String() != want.String() {
		t.Errorf("%v solutions, want %v", got, want)
	}
}

func TestSolutions(t *testing.T) {
	for kernel, most := range usable() {
		for n := parity.MinOrder; n <= most; n++ {
			t.Run(fmt.Sprintf("%s/%d", kernel, n),
				func(t *testing.T) { compareWithKnown(t, kernel, n, func(*Counter) {}) })
		}
	}
}

// TestCuts counts with lists that are cut by other numbers of diagonals.
func TestCuts(t *testing.T) {
	for kernel := range usable() {
		for number := range 5 {
			for n := 8; n <= 13; n++ {
				t.Run(fmt.Sprintf("%s/%d/%d", kernel, number, n), func(t *testing.T) {
					compareWithKnown(t, kernel, n,
						func(c *Counter) { c.source.cuts = func(int, int) int { return number } })
				})
			}
		}
	}
}

// TestWide counts with so small a limit of cells that matrices are filled in parts: all of them, or
// those with a cell that is thought to be full.
func TestWide(t *testing.T) {
	for kernel := range usable() {
		for full, batch := range []int{1, 2, maxTests} {
			for n := 4; n <= 13; n++ {
				t.Run(fmt.Sprintf("%s/%d/%d", kernel, batch, n), func(t *testing.T) {
					compareWithKnown(t, kernel, n, func(c *Counter) {
						c.source.batch, c.narrow, c.limit, c.most = batch, -1, 24*batch, uint16(full)
					})
				})
			}
		}
	}
}

// TestRowGroups counts with jobs in groups of one row and of a few.
func TestRowGroups(t *testing.T) {
	for kernel := range usable() {
		for _, bytes := range []int{1, 1000} {
			for n := 8; n <= 13; n++ {
				t.Run(fmt.Sprintf("%s/%d/%d", kernel, bytes, n), func(t *testing.T) {
					compareWithKnown(t, kernel, n, func(c *Counter) {
						c.source.group, c.source.cuts = bytes, func(int, int) int { return n % 3 }
					})
				})
			}
		}
	}
}

// TestChoose compares the records that a pattern leaves with the obvious ones.
func TestChoose(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for words := 1; words <= 2; words++ {
		for range 100 {
			const cut = 0b1011 << 30
			keys, records, want := make([]uint64, random.IntN(50)), []uint64(nil), []uint64(nil)
			number := random.IntN(len(patterns(cut)))
			for i := range keys {
				keys[i] = random.Uint64()
				record := []uint64{random.Uint64(), random.Uint64()}[:words]
				records = append(records, record...)
				if keys[i]&patterns(cut)[number] == 0 {
					want = append(want, record...)
				}
			}
			got := make([]uint64, len(records)+1)
			if n := choose(got, records, numbersOf(keys, cut), words, uint8(number)); !slices.Equal(got[:n], want) {
				t.Fatalf("pattern %d of %d keys, %d words: %x, want %x", number, len(keys), words, got[:n], want)
			}
		}
	}
}

// TestSaturation counts a unit in which each lane is there so many times that cells exceed 16 bits:
// narrow matrices stop there, and wide ones are filled.
func TestSaturation(t *testing.T) {
	const n, queens, times = 14, 4, 1 << 13
	for kernel := range usable() {
		if kernel == "generic" {
			continue
		}
		counter := newCounter(t, kernel, NewSource(n, plenty))
		counter.sparse = func(*Kernel, *class) int { return none }
		largest := func(x *unit) (most int) {
			for i := range x.reach.Rows {
				for _, cell := range counter.cells[white][i*x.stride:][:x.reach.Columns] {
					most = max(most, int(cell))
				}
			}
			return most
		}
		tried := false
		for u := range counter.source.class(queens).Units() {
			want := counter.Count(queens, u)
			x := counter.unit(queens, u)
			if most := largest(x); most*times <= math.MaxUint16 {
				continue
			}
			for i := range x.lanes[white].cells {
				c := &x.lanes[white].cells[i]
				c.blocks, c.longest = slices.Repeat(c.blocks, times), c.longest*times
			}
			x.lanes[white].longest *= times
			got := counter.Count(queens, u)
			if got.Pairs[white] != times*want.Pairs[white] || got.Low != times*want.Low ||
				got.Pairs[black] != want.Pairs[black] {
				t.Errorf("%s: unit %+v with %d times the lanes: %+v, usually %+v", kernel, u, times, got, want)
			}
			if counter.kernel.saturates {
				counter.fill(x, false, &got)
				if most := largest(x); most != math.MaxUint16 {
					t.Errorf("%s: largest cell %d, want it to be full", kernel, most)
				}
			}
			tried = true
			break
		}
		if !tried {
			t.Errorf("%s: no unit has cells that are large enough", kernel)
		}
	}
}

// fitting replaces the lists of a unit, in both colours, by items and lanes of the first labels. No
// pair of them shares a diagonal. The list of lanes claims to be longer than it is by more.
func fitting(c *Counter, queens int, u parity.Unit, number [2]int, more int) *unit {
	x := c.unit(queens, u)
	starts := func(n, labels int) []uint32 {
		list := slices.Repeat([]uint32{uint32(n)}, labels+1)
		list[0] = 0
		return list
	}
	for colour, s := range x.sides {
		it := &items{
			starts: starts(number[0], s.of.labels), keys: make([]uint64, number[0]), words: 1,
			longest: number[0],
		}
		it.cells = []itemCell{it.cell(0, make([]uint8, number[0]), it.keys, make([]uint64, number[0]+1), 2*x.stride,
			c.source.batch, c.source.groupRows(x.stride))}
		left := make([][]uint64, s.with.labels)
		left[0] = make([]uint64, number[1])
		la := &lanes{starts: starts(number[1], s.with.labels), keys: left[0], longest: number[1] + more}
		la.cells = []laneCell{newLaneCell(left)}
		*x.items[colour], *x.lanes[colour] = *it, *la
	}
	return x
}

// TestFullCells counts units whose largest cell is the largest number of 16 bits, one less or one
// more. A matrix with a cell that may have been larger is filled again.
func TestFullCells(t *testing.T) {
	const queens = 2
	for kernel := range usable() {
		for _, test := range []struct {
			number [2]int
			more   int // lanes that are claimed only
			again  bool
		}{
			{number: [2]int{255, 257}}, // 65,535
			{number: [2]int{255, 257}, more: 1, again: true},
			{number: [2]int{2, 32767}, more: 2},     // 65,534
			{number: [2]int{256, 256}, again: true}, // 65,536
			{number: [2]int{32768, 2}, again: true},
			{number: [2]int{4, 40000}, again: true},
		} {
			counter := newCounter(t, kernel, NewSource(8, plenty))
			counter.sparse = func(*Kernel, *class) int { return none }
			var u parity.Unit // the last one needs all labels
			for u = range counter.source.class(queens).Units() {
			}
			x := fitting(counter, queens, u, test.number, test.more)
			got, cell := counter.Count(queens, u), uint64(test.number[0]*test.number[1])
			blocks := (test.number[1] + maxSlots*slotLanes - 1) / (maxSlots * slotLanes)
			want := Result{
				Low: 2 * cell * cell, Pairs: [2]uint64{cell, cell},
				Tests: uint64(2 * test.number[0] * blocks),
			}
			for colour := range 2 {
				want.Items[colour], want.Lanes[colour] = uint64(test.number[0]), uint64(test.number[1])
			}
			if x.reach.RowsBelow == 0 || x.reach.ColumnsBelow == 0 {
				t.Fatalf("reach %+v", x.reach)
			}
			if counter.kernel.test == nil {
				want.Tests = 2 * cell
			}
			if test.again && counter.kernel.saturates {
				want.Tests *= 2
			}
			if got != want {
				t.Errorf("%s, %d items, %d lanes, %d more: %+v, want %+v", kernel, test.number[0], test.number[1],
					test.more, got, want)
			}
		}
	}
}

// TestFullParts fills wide matrices from parts whose cells are the largest that 16 bits hold, or
// would be one more.
func TestFullParts(t *testing.T) {
	const queens = 2
	for kernel := range usable() {
		if kernel == "generic" {
			continue
		}
		for _, test := range []struct{ batch, items, lanes int }{
			{15, 46, 4369}, // 65,535 pairs of a job
			{16, 49, 4096}, // 65,536
			{1, 65536, 1},  // of all jobs but one
			{1, 65536, 2},
			{maxTests, 70000, 1}, // 2,114 jobs have 65,534
			{maxTests, 94, 2114},
			{maxTests, 94, 2115},      // 65,565
			{maxTests, 94, 33*64 + 1}, // 33 blocks have 65,472
			{maxTests, 94, 10000},
		} {
			counter := newCounter(t, kernel, NewSource(8, plenty))
			counter.source.batch = test.batch
			var u parity.Unit
			for u = range counter.source.class(queens).Units() {
			}
			x := fitting(counter, queens, u, [2]int{test.items, test.lanes}, 0)
			counter.grow(x.class, true)
			p := product{counter, x, white, 0}
			p.fillWide()
			if got, want := counter.wide[white][0], uint32(test.items*test.lanes); got != want {
				t.Errorf("%s, %d items in jobs of %d, %d lanes: %d pairs, want %d", kernel, test.items, test.batch,
					test.lanes, got, want)
			}
		}
	}
}

// TestUnits compares every figure of every unit with the reference, which compares
// all pairs of placements, and that with package parity.
func TestUnits(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 10
	}
	for n := parity.MinOrder; n <= most; n++ {
		reference := newCounter(t, "generic", NewSource(n, plenty))
		for kernel := range usable() {
			counter := newCounter(t, kernel, NewSource(n, plenty))
			for c := range parity.Classes(n) {
				for u := range c.Units() {
					want, got := reference.Count(c.Queens, u), counter.Count(c.Queens, u)
					want.Tests = got.Tests
					if got != want {
						t.Fatalf("%s: unit %+v of order %d, class %d: %+v, want %+v", kernel, u, n, c.Queens, got, want)
					}
				}
			}
		}
		if n <= 10 {
			for c := range parity.Classes(n) {
				comparePlain(t, c, reference)
			}
		}
	}
}

// comparePlain compares the pairs of both colours with those of package parity.
func comparePlain(t *testing.T, c *parity.Class, counter *Counter) {
	t.Helper()
	for u := range c.Units() {
		r, reach := counter.Count(c.Queens, u), c.Reach(u)
		var whites, blacks, total uint64
		for i, row := range c.Rows[:reach.Rows] {
			for j, column := range c.OddSets[:reach.Columns] {
				w, b := c.Pairs(c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines, row.Lines, column.Lines)
				whites += w
				product := w * b * uint64(row.Weight)
				if i < reach.RowsBelow && j < reach.ColumnsBelow {
					product *= 2
				}
				total += product
				if w > 0 { // else it was not counted
					blacks += b
				}
			}
		}
		if r.Pairs[white] != whites || r.High != 0 || r.Low != total || r.Pairs[black] < blacks {
			t.Errorf("unit %+v of order %d, class %d: %+v, want %d white pairs, %d solutions", u, c.Order, c.Queens, r,
				whites, total)
		}
	}
}

// TestOperations compares the operations of each kernel with those in Go on random words, and
// counters at their bounds.
func TestOperations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := func(n int) []row {
		list := Aligned[row](n)
		for i := range list {
			for w := range list[i] {
				list[i][w] = random.Uint64() | random.Uint64()
			}
		}
		return list
	}
	for _, k := range All() {
		if !k.Usable() || k.open == nil {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			for n := 1; n <= 16; n++ {
				sum, diff, valid := rows(n), rows(n), rows(1)
				got, want := rows(n), rows(n)
				k.open(got, sum, diff, &valid[0], n)
				openPortable(want, sum, diff, &valid[0], n)
				compareRows(t, "open", got, want)
				got, want = rows(n*n), rows(n*n)
				k.join(got, sum, diff, n)
				joinPortable(want, sum, diff, n)
				compareRows(t, "join", got, want)
			}
			for tables := 1; tables <= 8; tables++ {
				testTests(t, k, random, tables, rows(2048))
			}
			full := make([]row, 2048)
			for i := range full {
				for w := range full[i] {
					full[i][w] = math.MaxUint64
				}
			}
			for tables := 1; tables <= 8; tables++ {
				testTests(t, k, random, tables, full)
			}
			for n := range 70 {
				a, b := make([]uint16, n), make([]uint16, n)
				for i := range n {
					a[i], b[i] = math.MaxUint16-uint16(random.IntN(2)), uint16(random.Uint32()>>random.IntN(2)*16)
				}
				p, x, y := k.multiply(a, b)
				if wantP, wantX, wantY := multiplyPortable(a, b); p != wantP || x != wantX || y != wantY {
					t.Fatalf("multiply %d cells: %d, %d, %d, want %d, %d, %d", n, p, x, y, wantP, wantX, wantY)
				}
			}
		})
	}
}

func compareRows(t *testing.T, what string, got, want []row) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: row %d of %d is %x, want %x", what, i, len(want), got[i], want[i])
		}
	}
}

// testTests runs jobs of every length on a random block and compares with a count
// lane by lane.
func testTests(t *testing.T, k Kernel, random *rand.Rand, tables int, rows []row) {
	t.Helper()
	const stride = 256
	words := (tables + 3) / 4
	var records []uint64
	var jobs []job
	for count := 1; count <= maxTests; count++ {
		jobs = append(jobs, job{
			uint32(8 * len(records)), uint16(count), uint16(count),
			uint64(2 * stride * random.IntN(5)),
		})
		for range count {
			var r record
			for table := range tables {
				r[table/4] |= uint64(random.IntN(len(rows))) * 8 << (table % 4 * 16)
			}
			records = append(records, r[:words]...)
		}
	}
	p := packer{left: make([][]uint64, 150)}
	for i := range p.left {
		p.left[i] = make([]uint64, random.IntN(100)*random.IntN(2))
	}
	for p.more() {
		b := &Aligned[block](1)[0]
		p.fill(b)
		rows := slices.Clone(rows)
		for i := range rows {
			for w, lanes := range b.valid {
				rows[i][w] &= lanes
			}
		}
		got, want := make([]uint16, 5*stride), make([]uint16, 5*stride)
		for i := range got {
			got[i] = uint16(random.IntN(1 << 15))
			if k.saturates {
				got[i] = math.MaxUint16 - uint16(random.IntN(1<<9))
			}
		}
		copy(want, got)
		k.test(rows, tables, jobs, records, got, b)
		for _, j := range jobs {
			for i := range int(j.count) {
				for lane := range 512 {
					in := true
					for table := range tables {
						at := records[int(j.first)/8+i*words+table/4] >> (table % 4 * 16) & 0xffff / 8
						in = in && rows[at][lane/64]>>(lane%64)&1 == 1
					}
					if in {
						if cell := &want[int(j.row)/2+int(b.first)+int(b.columns[lane/slotLanes])]; *cell < math.MaxUint16 {
							*cell++
						}
					}
				}
			}
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%d tables, %d spreads: cell %d is %d, want %d", tables, b.number, i, got[i], want[i])
			}
		}
	}
}

// TestWays spoils one list of a unit and counts it in other ways: each finds what was right.
func TestWays(t *testing.T) {
	const n, queens = 12, 3
	source, exchanged := NewSource(n, plenty), NewSource(n, plenty)
	exchanged.Exchange()
	usual, method, colours := newCounter(t, "auto", source), newCounter(t, "auto", source),
		newCounter(t, "auto", exchanged)
	method.OtherMethod()
	class := source.class(queens)
	sparse := usual.kernel.otherwise(class)
	spoiled := 0
	for u := range class.Units() {
		want := usual.Count(queens, u)
		if want.Low == 0 || class.Image(u) == u {
			continue
		}
		x := usual.unit(queens, u)
		if x.sparse != none || sparse == none {
			t.Fatal("the other method does not split lists")
		}
		for i := range x.lanes[sparse].cells {
			for j := range x.lanes[sparse].cells[i].blocks {
				x.lanes[sparse].cells[i].blocks[j].valid = row{}
			}
		}
		if got := usual.Count(queens, u); got.Low == want.Low || got.Pairs == want.Pairs {
			t.Fatalf("unit %+v: %+v although a list is spoiled", u, got)
		}
		if got := usual.Pairs(queens, u); got != want.Pairs {
			t.Errorf("unit %+v: pairs without labels %v, want %v", u, got, want.Pairs)
		}
		if got := method.Count(queens, u); got.Low != want.Low || got.Pairs != want.Pairs {
			t.Errorf("unit %+v by the other method: %+v, want %+v", u, got, want)
		}
		if got := colours.Count(queens, u); got.Low != want.Low || got.Pairs[white] != want.Pairs[black] ||
			got.Pairs[black] != want.Pairs[white] {
			t.Errorf("unit %+v with the colours exchanged: %+v, want %+v", u, got, want)
		}
		if got := newCounter(t, "auto", source).Count(queens, class.Image(u)); got.Low != want.Low ||
			got.Pairs != want.Pairs {
			t.Errorf("image of unit %+v: %+v, want %+v", u, got, want)
		}
		if spoiled++; spoiled == 3 {
			break
		}
		clear(source.classes) // the list may be one of the next image
		class = source.class(queens)
	}
	if spoiled == 0 {
		t.Error("no list was spoiled")
	}
}

// TestLittleMemory counts with a source that keeps nothing.
func TestLittleMemory(t *testing.T) {
	much, little := newCounter(t, "auto", NewSource(12, plenty)), newCounter(t, "auto", NewSource(12, 0))
	for c := range parity.Classes(12) {
		for u := range c.Units() {
			if got, want := little.Count(c.Queens, u), much.Count(c.Queens, u); got != want {
				t.Errorf("unit %+v: %+v, want %+v", u, got, want)
			}
		}
	}
	if lists, bytes := little.source.lists.Kept(); lists != 0 || bytes != 0 {
		t.Errorf("%d lists of %d bytes are kept", lists, bytes)
	}
}

// TestSharedSource counts the units of a class by several goroutines with one source.
func TestSharedSource(t *testing.T) {
	c := parity.New(12, 3)
	const memory = 1 << 16
	alone, shared := newCounter(t, "auto", NewSource(12, plenty)), NewSource(12, memory)
	var workers sync.WaitGroup
	for range 4 {
		counter := newCounter(t, "auto", shared)
		workers.Go(func() {
			for u := range c.Units() {
				counter.Count(c.Queens, u)
			}
		})
	}
	workers.Wait()
	if _, bytes := shared.lists.Kept(); bytes > memory {
		t.Errorf("%d bytes are kept, want at most %d", bytes, memory)
	}
	counter := newCounter(t, "auto", shared)
	for u := range c.Units() {
		if got, want := counter.Count(c.Queens, u), alone.Count(c.Queens, u); got != want {
			t.Errorf("unit %+v: %+v, want %+v", u, got, want)
		}
	}
}

func TestStop(t *testing.T) {
	counter := newCounter(t, "auto", NewSource(14, plenty))
	flag := new(atomic.Bool)
	counter.StopOn(flag)
	for u := range parity.New(14, 3).Units() {
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

func TestUnknownKernel(t *testing.T) {
	if _, err := New("abacus", NewSource(8, 0)); err == nil ||
		err.Error() != "matrix: no kernel \"abacus\": want one of auto, generic, portable, avx2, avx512" &&
			len(archKernels) == 2 {
		t.Errorf("error %v", err)
	}
}
