package parity

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/unit"
	"queens/internal/bitmath"
	"queens/known"
)

func newCounter(t testing.TB, n int, change func(*Counter)) *Counter {
	t.Helper()
	c := newBoardCounter(t, "auto", parity.Square.Of(n), 1<<28)
	change(c)
	return c
}

func newBoardCounter(t testing.TB, kernel string, board parity.Maker, memory int64) *Counter {
	t.Helper()
	return New(kernel, NewSource(board, shelf.NewStore(memory)), memory)
}

// compareUnits compares the units of a tile with the slow twin, except for the tests.
func compareUnits(t *testing.T, c *parity.Class, tile Tile, results []unit.Result) {
	t.Helper()
	for i, got := range results {
		want := ladder.Labels(c, tile.Units[i], new(atomic.Bool))
		if want.Tests = got.Tests; got != want {
			t.Fatalf("class %d, unit %+v: %+v, want %+v", tile.Queens, tile.Units[i], got, want)
		}
	}
}

// tiles cuts the units of a class into tiles of a cover whose groups differ in the given number of
// rows.
func tiles(c *parity.Class, differ int) (list []Tile, weights [][]uint64) {
	even, odd := c.Covers(differ, differ, 16)
	for _, evens := range even.Groups {
		for _, odds := range odd.Groups {
			tile := Tile{Queens: c.Queens, Even: evens, Odd: odds}
			var times []uint64
			for _, e := range evens {
				for _, o := range odds {
					if u := (parity.Unit{Even: e, Odd: o}); c.WeightIn(even, u) > 0 {
						tile.Units, times = append(tile.Units, u), append(times, c.WeightIn(even, u))
					}
				}
			}
			if len(tile.Units) > 0 {
				list, weights = append(list, tile), append(weights, times)
			}
		}
	}
	return list, weights
}

func alone(queens int, u parity.Unit) Tile {
	return Tile{queens, []int{u.Even}, []int{u.Odd}, []parity.Unit{u}}
}

// solutions counts a board, and compares each unit with the slow twin if compared is set.
func solutions(t *testing.T, board parity.Board, n, differ int, counter *Counter, compared bool) (total queens.Total) {
	t.Helper()
	for c := range board.Classes(n) {
		list, weights := tiles(c, differ)
		for i, tile := range list {
			results := counter.Count(tile)
			if compared {
				compareUnits(t, c, tile, results)
			}
			for k, r := range results {
				total = total.Plus(queens.TotalOf(r.High, r.Low).Times(weights[i][k]))
			}
		}
	}
	return total
}

func shapes(of ...shape) func(c *parity.Class, colour int) shape {
	return func(_ *parity.Class, colour int) shape { return of[colour] }
}

func compareWithKnown(t *testing.T, n, differ int, change func(*Counter)) {
	t.Helper()
	want, ok := known.Solutions(n)
	if got := solutions(t, parity.Square, n, differ, newCounter(t, n, change), false); !ok || got != want {
		t.Errorf("%v solutions, want %v", got, want)
	}
}

func TestSolutions(t *testing.T) {
	most := 17
	if testing.Short() {
		most = 15
	}
	for _, k := range All() {
		for n := parity.MinOrder; n <= most && k.Usable(); n++ {
			t.Run(fmt.Sprintf("%s/%d", k.Name, n), func(t *testing.T) {
				compareWithKnown(t, n, 3, func(c *Counter) { c.kernel = k })
			})
		}
	}
}

func TestUnits(t *testing.T) {
	for n := parity.MinOrder; n <= 12; n++ {
		for name, change := range map[string]func(*Counter){
			"usual": func(*Counter) {}, "white found": seek(white), "black found": seek(black),
		} {
			t.Run(fmt.Sprintf("%d/%s", n, name), func(t *testing.T) {
				solutions(t, parity.Square, n, 2, newCounter(t, n, change), true)
			})
		}
	}
}

// TestLittleMemory counts tiles without caching lists, one odd set after another.
func TestLittleMemory(t *testing.T) {
	const n, queens = 13, 4
	much := newCounter(t, n, func(*Counter) {})
	little := newBoardCounter(t, "auto", parity.Square.Of(n), 0)
	list, _ := tiles(parity.Square.New(n, queens), 3)
	for _, tile := range list {
		got, want := little.Count(tile), much.Count(tile)
		for i := range got {
			if got[i].Tests = want[i].Tests; got[i] != want[i] {
				t.Errorf("unit %+v: %+v, want %+v", tile.Units[i], got[i], want[i])
			}
		}
	}
	if lists, bytes := little.source.store.Kept(); lists != 0 || bytes != 0 {
		t.Errorf("%d lists of %d bytes are kept", lists, bytes)
	}
}

// TestSample adds up samples of a tile: on average they have its solutions, and a stopwatch that
// counts one second per step sees every step.
func TestSample(t *testing.T) {
	const n = 16
	samples := 4000.0
	if testing.Short() {
		samples = 500 // emulated processors are slow
	}
	second := func() func() float64 { return func() float64 { return 1 } }
	class := parity.Square.New(n, 4)
	list, _ := tiles(class, 2)
	tile := slices.MaxFunc(list, func(a, b Tile) int { return len(a.Units) - len(b.Units) })
	evens, odds, blocks := map[int]bool{}, map[int]bool{}, 0
	for _, u := range tile.Units {
		evens[u.Even], odds[u.Odd] = true, true
		blocks = max(blocks, (class.Reach(u).Columns+slots-1)/slots)
	}
	for name, change := range map[string]func(*Counter){
		"groups": func(*Counter) {}, "white found": seek(white), "black found": seek(black),
		"long": func(n *Counter) {
			seek(white)(n)
			n.source.class(class.Queens).sides[white].long = true
		},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		counter, want, got, rest := newCounter(t, n, change), 0.0, 0.0, 0.0
		var steps [2]float64
		for _, r := range counter.Count(tile) {
			want += float64(r.Low)
		}
		for range int(samples) {
			s := counter.Sample(tile, random, second)
			got += float64(s.Result.Low) * s.Times / samples
			steps[0] += s.Lists[0] / samples
			steps[1] += s.Lists[1] / samples
			rest += s.Rest / samples
		}
		for i, sets := range []int{len(evens), len(odds)} { // a list for each, the group and its members
			if want := float64(2 + sets); name != "long" && math.Abs(steps[i]/want-1) > 0.05 {
				t.Errorf("%s: %g steps for lists of %d sets, want %g", name, steps[i], sets, want)
			}
		}
		if want := float64((len(evens)+len(odds))*blocks + len(tile.Units)*blocks); name == "groups" &&
			math.Abs(rest/want-1) > 0.1 {
			t.Errorf("%g steps besides lists, want %g", rest, want)
		}
		if got < want*0.95 || got > want*1.05 {
			t.Errorf("%s: %g solutions by samples, %g counted", name, got, want)
		}
	}
}

// TestTiles compares units of larger orders, with several blocks of labels, with the slow twin.
func TestTiles(t *testing.T) {
	for n, queens := range map[int]int{16: 4, 17: 4, 19: 5, 20: 4, 22: 5} {
		if testing.Short() && n > 20 {
			continue // takes seconds
		}
		class := parity.Square.New(n, queens)
		list, _ := tiles(class, 3)
		slices.SortStableFunc(list, func(a, b Tile) int { return len(b.Units) - len(a.Units) })
		for leaf := 2; leaf <= maxLeaf; leaf++ {
			tile := list[leaf]
			tile.Units = tile.Units[len(tile.Units)-min(6, len(tile.Units)):]
			blocks := 0
			for _, u := range tile.Units {
				blocks = max(blocks, (class.Reach(u).Columns+slots-1)/slots)
			}
			compareUnits(t, class, tile, newCounter(t, n, func(c *Counter) {
				c.shape = shapes(shape{leaf: leaf, depth: 2}, shape{leaf: leaf, depth: 2})
			}).Count(tile))
			t.Logf("order %d, leaves of %d: %d units, %d blocks", n, leaf, len(tile.Units), blocks)
		}
	}
}

func TestShapes(t *testing.T) {
	for leaf := range maxLeaf + 1 {
		for depth := range 4 {
			for n := 8; n <= 11; n++ {
				t.Run(fmt.Sprintf("%d/%d/%d", leaf, depth, n), func(t *testing.T) {
					compareWithKnown(t, n, leaf, func(c *Counter) {
						c.shape, c.room = shapes(shape{leaf: leaf, depth: depth}, shape{
							leaf: leaf, depth: (depth + 1) % 4,
						}), 100*n*(n%2)
					})
				})
			}
		}
	}
}

// TestFullCounters lowers the limits of bytes and cells: accumulators are counted child by child,
// leaf nodes one by one, and matrices are filled again with 32 bits.
func TestFullCounters(t *testing.T) {
	for _, limit := range []struct {
		full int
		most uint16
	}{{1, math.MaxUint16}, {2, math.MaxUint16}, {5, 9}, {math.MaxUint8, 1}, {1, 0}} {
		for leaf := range maxLeaf + 1 {
			for n := 8; n <= 11; n++ {
				t.Run(fmt.Sprintf("%d/%d/%d/%d", limit.full, limit.most, leaf, n), func(t *testing.T) {
					compareWithKnown(t, n, leaf, func(c *Counter) {
						c.kernel = All()[n%len(All())]
						if !c.kernel.Usable() {
							c.kernel = portable
						}
						c.full, c.most = limit.full, limit.most
						depth := (n + 1) % 3 // with AVX-512 0, where bytes are cells
						c.shape = shapes(shape{leaf: leaf, depth: depth}, shape{leaf: leaf, depth: 2 * depth})
					})
				})
			}
		}
	}
}

// TestEdges fills matrices from equal keys, which are compatible with all placements, so that bytes
// and cells reach their largest value, and one less and more.
func TestEdges(t *testing.T) {
	for queens := 1; queens <= maxLeaf; queens++ {
		source := NewSource(parity.Square.Of(20), shelf.NewStore(1<<28))
		class := source.class(queens)
		s, rows, c := class.sides[white], uint32(0), 0
		for i := range queens {
			rows |= 1 << (3 * i) // most placements are possible
		}
		number := make([]int, len(class.Rows))
		for label, set := range class.Rows {
			number[label] = placements(s.x, rows, set.Lines, 0)
			c = max(c, number[label])
		}
		for _, times := range []int{
			1, 8, 9, 47, 48, 49, 254 / c, 255 / c, 255/c + 1, 256 / c, 300, 65534 / c, 65535 / c, 65535/c + 1,
		} {
			for leaf := max(0, queens-2); leaf <= queens; leaf++ {
				if leaf < queens && times > 64 {
					continue // takes seconds: all keys are in one slot
				}
				counter := newCounter(t, 20, func(c *Counter) {
					if k := All()[times%len(All())]; k.Usable() {
						c.kernel = k
					}
				})
				g := s.group([]uint32{rows}, shape{leaf: leaf, depth: 1})
				m := g.members.Get(memberKey{rows, len(class.Rows)})
				keys := slices.Repeat([]uint64{usualBits.of(61)}, times)
				narrow, wide := make([]uint16, slots*len(class.Rows)), make([]uint32, slots*len(class.Rows))
				for _, to := range []*target{{member: m, slab: narrow}, {member: m, wide: wide}} {
					j := join{Counter: counter, group: g, targets: []*target{to}}
					j.fillFrom(&list{keys, []int{0, 0, 0, 0, len(keys)}}, 0)
				}
				for i := range wide {
					want := 0
					if i%slots == 61 {
						want = times * number[i/slots]
					}
					if int(narrow[i]) != min(want, math.MaxUint16) || int(wide[i]) != want {
						t.Fatalf("%d queens, %d in leaves, %d keys: cell %d is %d and %d, want %d", queens, leaf, times,
							i, narrow[i], wide[i], want)
					}
				}
			}
		}
	}
}

// TestFullCells counts units with a cell of 254, 256, 65,534, 65,535 and more.
func TestFullCells(t *testing.T) {
	const n, queens = 10, 3
	class := parity.Square.New(n, queens)
	u := lastUnit(class)
	full := 0
	for i, times := range []int{
		127, 127, 128, 128, 255, 255, 32767, 32767, 32768, 32768, 65534, 65534, 65535, 65535, 65536, 65536,
	} {
		tile := newCounter(t, n, func(c *Counter) {
			if i%2 == 0 {
				c.kernel = portable
			}
		}).newTile(alone(queens, u), neither)
		fillEqual(tile, times)
		got := tile.count()[0]
		if want := plain(class, u, times); got.Pairs != want.Pairs || got.Low != want.Low || got.High != want.High {
			t.Fatalf("unit %+v with %d times two placements: %+v, want %+v", u, times, got, want)
		} else if want.Pairs[white] > math.MaxUint16 && want.Pairs[black] > math.MaxUint16 {
			full++
		}
	}
	if full < 6 {
		t.Errorf("%d counts are full", full)
	}
}

// lastUnit has the largest reach, and at least one placement in different rows.
func lastUnit(class *parity.Class) (u parity.Unit) {
	for u = range class.Units() {
		continue
	}
	return u
}

func fillEqual(tile *tile, times int) {
	for colour := range tile.joins {
		for i := range tile.joins[colour] {
			tile.joins[colour][i].y = equalKeys(times)
		}
	}
}

// equalKeys returns a list of y with times placements for each of labels 2 and 3, compatible with
// all x.
func equalKeys(times int) *list {
	keys := append(slices.Repeat([]uint64{usualBits.of(2)}, times), slices.Repeat([]uint64{usualBits.of(3)}, times)...)
	return &list{keys, []int{0, len(keys), len(keys), len(keys), len(keys)}}
}

// plain is the result of a unit with the y of equalKeys.
func plain(c *parity.Class, u parity.Unit, times int) (r unit.Result) {
	reach := c.Reach(u)
	x, _ := c.RowsOf(u)
	for i, row := range c.Rows[:reach.Rows] {
		a := uint64(times * placements(c.Quarter(parity.EvenEven), x[white], row.Lines, 0))
		b := uint64(times * placements(c.Quarter(parity.OddEven), x[black], (1<<c.Even-1)&^row.Lines, 0))
		for column := 2; column < min(4, reach.Columns); column++ {
			r.Pairs[white] += a
			r.Pairs[black] += b
			weight := uint64(row.Weight)
			if i < reach.RowsBelow && column < reach.ColumnsBelow {
				weight *= 2
			}
			r.Low += a * b * weight
		}
	}
	return r
}

// placements returns the number of placements on the given rows and columns.
func placements(q parity.Quarter, rows, columns uint32, key uint64) (n int) {
	if rows == 0 {
		return 1
	}
	row := bits.TrailingZeros32(rows)
	for column := range bitmath.Members(q.Free(row, ^columns, key)) {
		n += placements(q, rows&(rows-1), columns&^(1<<column), key|q.Key(row, column))
	}
	return n
}

func TestStop(t *testing.T) {
	flag := new(atomic.Bool)
	counter := newCounter(t, 12, func(c *Counter) { c.StopOn(flag) })
	list, _ := tiles(parity.Square.New(12, 3), 3)
	want := counter.Count(list[0])
	flag.Store(true)
	for _, r := range counter.Count(list[0]) {
		if r.Tests > 0 {
			t.Error("a stopped count tests")
		}
	}
	flag.Store(false)
	if got := counter.Count(list[0]); !slices.Equal(got, want) {
		t.Error("a count that was stopped spoils the next one")
	}
}

// TestMemory counts a block again and again: only the first time takes memory.
func TestMemory(t *testing.T) {
	c := newCounter(t, 18, func(*Counter) {})
	list, _ := tiles(parity.Square.New(18, 4), 3)
	tile := c.newTile(list[0], neither)
	const blocks = 10 // what the runtime takes meanwhile is less than one each
	if again := testing.AllocsPerRun(blocks, func() { tile.countBlock(0) }); again != 0 {
		t.Errorf("%v allocations for %d units, want none", again, len(tile.units))
	}
}

func TestRefused(t *testing.T) {
	defer func() {
		if got := recover(); got != "parity: the members of a group have too few rows in common" {
			t.Errorf("units with too few rows in common: %v", got)
		}
	}()
	c := parity.Square.New(20, 5)
	other := slices.IndexFunc(c.EvenSets, func(s parity.Set) bool { return s.Lines&c.EvenSets[0].Lines == 0 })
	newCounter(t, 20, func(*Counter) {}).Count(Tile{5, []int{0, other}, []int{0}, []parity.Unit{
		{Even: 0, Odd: 0}, {Even: other, Odd: 0},
	}})
}

// TestLean leaves to the leaves the one row whose squares no key attacks.
func TestLean(t *testing.T) {
	s := NewSource(parity.Square.Of(16), shelf.NewStore(0)).class(4).sides[white]
	for number, members := range [][]uint32{{0b101_1110, 0b1101_0110}, {0b1111, 0b1111_0000}} {
		common := members[0] & members[1]
		for row := range s.x.Rows {
			attacked, y := ^uint64(0), new(list)
			for column := range s.x.Columns {
				attacked &^= s.pack(s.x.Key(row, column))
			}
			y.keys = []uint64{attacked}
			want := uint32(1) << row & common
			if got := s.lean(shape{leaf: 4}, members, y).outer; number == 0 && want != 0 && got != want ||
				number == 1 && got != 0 {
				t.Errorf("members %b, row %d: %b", members, row, got)
			}
		}
	}
}
