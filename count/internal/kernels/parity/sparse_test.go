package parity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/internal/bitmath"
)

func seek(colour int) func(*Counter) {
	return func(c *Counter) { c.seek = func(*parity.Class) int { return colour } }
}

// TestSparse counts whole orders with a sparse join for either colour, with each kernel.
func TestSparse(t *testing.T) {
	most := 16
	if testing.Short() {
		most = 14
	}
	for _, k := range All() {
		for n := parity.MinOrder; n <= most && k.Usable(); n++ {
			for colour := range 2 {
				t.Run(fmt.Sprintf("%s/%d/%d", k.Name, n, colour), func(t *testing.T) {
					compareWithKnown(t, n, 2, func(c *Counter) { seek(colour)(c); c.kernel = k })
				})
			}
		}
	}
}

// TestSparseHeavy lowers the limit of weights: units with larger weights use the usual join.
func TestSparseHeavy(t *testing.T) {
	for _, limit := range []uint32{1, 2, 4, 8} {
		for n := 8; n <= 13; n++ {
			t.Run(fmt.Sprintf("%d/%d", limit, n), func(t *testing.T) {
				compareWithKnown(t, n, 2, func(c *Counter) { seek(n / 2 % 2)(c); c.heavy = limit })
			})
		}
	}
}

// TestSparseEdges has so many pairs that weights are at the limit or above, and that hits are
// weighed in several rounds.
func TestSparseEdges(t *testing.T) {
	const n, queens = 10, 3
	class := parity.Square.New(n, queens)
	u := lastUnit(class)
	heavy, weighed := 0, false
	for colour := range 2 {
		for _, times := range []int{
			1, 511, 512, 513, mostWeight/4 - 1, mostWeight / 4, mostWeight/2 - 1, mostWeight / 2, mostWeight - 1,
			mostWeight, math.MaxUint16,
		} {
			counter := newCounter(t, n, seek(colour))
			counter.hits = [][]uint32{make([]uint32, 0, 64*mostWords+slack)}
			tile := counter.newTile(alone(queens, u), colour)
			fillEqual(tile, times)
			got, want := tile.count()[0], plain(class, u, times)
			if heaviest(class, u, 1-colour, times) >= mostWeight { // it is counted again, from its own lists
				want = ladder.Labels(class, u, new(atomic.Bool))
				heavy++
			} else {
				weighed = weighed || got.Pairs[colour] > 64*mostWords
			}
			if got.Pairs != want.Pairs || got.Low != want.Low || got.High != want.High {
				t.Fatalf("colour %d, %d times two placements: %+v, want %+v", colour, times, got, want)
			}
		}
	}
	if heavy == 0 || !weighed {
		t.Errorf("%d units were heavy, hits weighed in between %v", heavy, weighed)
	}
}

// heaviest returns the largest weight of a unit of plain, by a colour.
func heaviest(c *parity.Class, u parity.Unit, colour, times int) (most int) {
	reach := c.Reach(u)
	x, _ := c.RowsOf(u)
	for i, row := range c.Rows[:reach.Rows] {
		columns, board := row.Lines, c.Quarter(parity.EvenEven)
		if colour == black {
			columns, board = (1<<c.Even-1)&^row.Lines, c.Quarter(parity.OddEven)
		}
		cell := times * placements(board, x[colour], columns, 0) * int(row.Weight)
		for column := 2; column < min(4, reach.Columns); column++ {
			if i < reach.RowsBelow && column < reach.ColumnsBelow {
				most = max(most, 2*cell)
			}
			most = max(most, cell)
		}
	}
	return most
}

func TestSparseSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 4))
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			for range 300 {
				testHits(t, k, random)
				testStraight(t, k, random)
				testDrain(t, k, random)
			}
		})
	}
}

func testHits(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	sets := make([]columnSet, 1+random.IntN(4))
	for i := range sets {
		for at := range sets[i].labels {
			sets[i].labels[at] = uint16(random.IntN(1 << 16))
		}
		for column := range sets[i].columns {
			sets[i].columns[column] = uint16(layout.VectorBytes * random.IntN(14))
		}
	}
	var masks []vector
	var entries []sparseEntry
	const most = 1 << 7 // labels
	width := 1 + random.IntN(57)
	join := sparseJoin{
		Counter:     &Counter{kernel: k},
		sparseGroup: &sparseGroup{trunk: trunk{side: &side{rising: field{width: width}}}},
	}
	for range 1 + random.IntN(5) {
		e := sparseEntry{
			len(masks) * layout.VectorBytes, random.IntN(len(sets)), random.Uint64() & random.Uint64(),
			len(join.batched) / 64,
			vector{},
		}
		for w := range e.lanes {
			e.lanes[w] = random.Uint64() | random.Uint64()
		}
		entries = append(entries, e)
		label, keys := random.IntN(most), make([]uint64, 1+random.IntN(vectorLanes))
		for i := range keys {
			label = min(most-1, label+random.IntN(200)/199)
			keys[i] = uint64(label)<<width | random.Uint64()>>(64-width)
		}
		join.appendLabels(keys, 0, nil)
		for range layout.MaskStride {
			var v vector
			for w := range v {
				v[w] = random.Uint64() & random.Uint64() & random.Uint64() & -uint64(random.IntN(2))
				v[w] &= 1<<max(0, min(64, len(keys)-64*w)) - 1
			}
			masks = append(masks, v)
		}
	}
	m := &pairRows{
		[2]int{random.IntN(50) * layout.VectorBytes, random.IntN(50) * layout.VectorBytes},
		[2]int{random.IntN(8), random.IntN(8)},
	}
	columns, allowed := random.IntN(most+1), make([]uint64, len(sets))
	for i := range allowed {
		allowed[i] = random.Uint64() | random.Uint64()
	}
	type word struct {
		lanes uint64
		meta  uint32
	}
	var want []word
	tests := uint64(0)
	for _, e := range entries {
		set := &sets[e.set]
		for at := range 64 {
			i, j := at/8, at%8
			if e.free>>(8*m.number[0]+i)&1 == 0 || e.free>>(8*m.number[1]+j)&1 == 0 ||
				allowed[e.set]>>at&1 == 0 {
				continue
			}
			if int(join.batched[64*e.word]) >= columns {
				continue
			}
			tests++
			x := masks[(e.masks+m.masks[0]+int(set.columns[i]))/layout.VectorBytes]
			y := masks[(e.masks+m.masks[1]+int(set.columns[j]))/layout.VectorBytes]
			for w := range x {
				both := e.lanes[w] & x[w] & y[w]
				for lane := range bitmath.Members(both) {
					if int(join.batched[64*(e.word+w)+lane]) >= columns {
						both &^= 1 << lane
					}
				}
				if both != 0 {
					want = append(want, word{both, uint32(set.labels[at])<<16 | uint32(e.word+w)})
				}
			}
		}
	}
	words, metas := make([]uint64, len(want)+8), make([]uint32, len(want)+8)
	join.columns = []uint16{0, uint16(columns)}
	n, tested := k.hits(words, metas, masks, join.keysInReach()[len(join.batched)/64:], entries, sets, allowed, m)
	var got []word
	for i := range n {
		got = append(got, word{words[i], metas[i]})
	}
	if !slices.Equal(got, want) || tested != tests {
		t.Fatalf("hits of %d leaf nodes, %+v, %d columns: %d tests, %x, want %d, %x", len(entries), m, columns,
			tested, got, tests, want)
	}
}

func testStraight(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	keys, masks := make([]uint64, 1+random.IntN(vectorLanes)), make([]vector, 1)
	for i := range keys {
		keys[i] = random.Uint64()
	}
	rising, falling := random.IntN(64), random.IntN(64)
	k.straight(masks, keys, []square{newSquare(0, rising, falling)}, new([64]vector), new([slots]run))
	for lane := range vectorLanes {
		want := lane < len(keys) && keys[lane]>>rising&1 == 0 && keys[lane]>>falling&1 == 0
		if got := masks[0][lane/64]>>(lane%64)&1 == 1; got != want {
			t.Fatalf("mask of diagonals %d and %d: lane %d of %d keys is %v", rising, falling, lane, len(keys), got)
		}
	}
}

func testDrain(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	n, width := random.IntN(mostWords+1), slots*(1+random.IntN(150))
	labels := make([]uint16, 64*100, 64*100+1)
	for i := range labels {
		labels[i] = uint16(random.IntN(width))
	}
	words, metas := make([]uint64, n, n+slack), make([]uint32, n, n+slack)
	var want []uint32
	for i := range n {
		words[i] = 1<<random.IntN(64) | random.Uint64()&random.Uint64()&-uint64(random.IntN(2))
		label, number := random.IntN(1000), random.IntN(100)
		metas[i] = uint32(label<<16 | number)
		for bit := range 64 {
			if words[i]>>bit&1 == 1 {
				other := int(labels[64*number+bit])
				want = append(want, uint32(label*width+other))
			}
		}
	}
	hits := make([]uint32, len(want)+slack)
	got := hits[:k.drain(hits, words, metas, labels, width)]
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("cells of %d words: %d, want %d", n, got, want)
	}
}
