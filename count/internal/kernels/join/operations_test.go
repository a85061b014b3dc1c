package join

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens/count/internal/kernels/shelf"
)

// operationSizes are near the sizes of vectors, blocks and unrolled loops.
var operationSizes = []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 400, 511, 512}

func TestOperations(t *testing.T) {
	for _, k := range All()[1:] {
		t.Run("kernel="+k.Name, func(t *testing.T) {
			if !k.Usable() {
				t.Skipf("this processor lacks %s", k.Needs)
			}
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			r := rand.New(rand.NewPCG(seed, 0))
			compareLists(t, r, k.narrow, portableLists[uint32]())
			compareLists(t, r, k.wide, portableLists[uint64]())
			compareNarrow(t, r, k.wide)
		})
	}
}

// randomList returns keys with a quarter of their bits set, and room after them.
func randomList[K word](r *rand.Rand, n int) []K {
	return listOf(n, func() K { return K(r.Uint64() & r.Uint64()) })
}

// listOf returns a list with room after it.
func listOf[K word](n int, key func() K) []K {
	list := make([]K, n, n+slack)
	for i := range list {
		list[i] = key()
	}
	return list
}

func compareLists[K word](t *testing.T, r *rand.Rand, l, twin lists[K]) {
	t.Helper()
	width := size(^K(0))
	for _, n := range operationSizes {
		a, b := randomList[K](r, n), randomList[K](r, operationSizes[r.IntN(len(operationSizes))])
		bit := uint(r.IntN(width))
		got, want := partedBy(l, a, bit), partedBy(twin, a, bit)
		for i, what := range []string{"ones", "zeros", "kept"} {
			slices.Sort(got[i])
			slices.Sort(want[i])
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%d bits, %d keys, bit %d: %s %#x, want %#x", width, n, bit, what, got[i], want[i])
			}
		}
		compareTests(t, r, l, twin, a, b)
	}
	for range 50 {
		// Kernels may choose other keys of longer lists, and either of two equally good bits.
		a, b := randomList[K](r, 2+2*r.IntN(32)), randomList[K](r, 64)
		open := K(r.Uint64()) | 1
		bit, got := l.sample(a, b, open)
		if _, want := twin.sample(a, b, open); got != want || open>>bit&1 == 0 || twinShare(a, b, bit) != want {
			t.Errorf("%d bits, %d and %d keys: bit %d, share %d, want %d", width, len(a), len(b), bit, got, want)
		}
	}
}

// partedBy returns the results of part and filter: ones, zeros, kept.
func partedBy[K word](l lists[K], list []K, bit uint) [3][]K {
	room := func() []K { return make([]K, len(list)+slack, len(list)+2*slack) }
	ones, zeros, kept := room(), room(), room()
	k, m := l.part(ones, zeros, list, bit), l.filter(kept, list, bit)
	return [3][]K{ones[:k], zeros[len(zeros)-(len(list)-k):], kept[:m]}
}

func twinShare[K word](a, b []K, bit uint) uint {
	count := func(list []K) (k uint) {
		for _, key := range list {
			k += uint(key >> bit & 1)
		}
		return k
	}
	return count(a) * count(b) * 4096 / uint(len(a)*len(b))
}

// compareTests compares the leaf for every possible number of chunks.
func compareTests[K word](t *testing.T, r *rand.Rand, l, twin lists[K], items, lanes []K) {
	t.Helper()
	open := K(r.Uint64() | r.Uint64())
	for range r.IntN(3) {
		open &= K(r.Uint64())
	}
	if open == 0 {
		return
	}
	s := &shelf.Aligned[block](1)[0]
	full := fullBlock(s, lanes)
	for chunks := 1; chunks <= l.costs.chunks; chunks++ {
		if widest := (size(open) + chunks - 1) / chunks; widest > maxWidth || chunks > size(open) {
			continue
		}
		s.cut(size(open), chunks)
		s.setValid(len(lanes))
		got := l.test(s, items, full, open)
		if want := twin.test(s, items, full, open); got != want {
			t.Errorf("%d items, %d lanes, open %#x, %d chunks: %d pairs, want %d", len(items), len(lanes), open, chunks,
				got, want)
		}
	}
}

func compareNarrow(t *testing.T, r *rand.Rand, l lists[uint64]) {
	t.Helper()
	for _, n := range operationSizes {
		list := randomList[uint64](r, n)
		open := r.Uint64()
		for size(open) > 32 {
			open &= r.Uint64() | r.Uint64()
		}
		got, want := make([]uint32, n), make([]uint32, n)
		l.narrow(got, list, open)
		narrowPortable(want, list, open)
		if !slices.Equal(got, want) {
			t.Errorf("%d keys, open %#x: narrowed %#x, want %#x", n, open, got, want)
		}
	}
}

// TestGather compares the gather with moving bit by bit.
func TestGather(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		open, x := r.Uint64()&r.Uint64(), r.Uint64()
		var want uint64
		at := 0
		for p := range 64 {
			if open>>p&1 == 1 {
				want |= x >> p & 1 << at
				at++
			}
		}
		if g := newGather(open); g.pext(x) != want {
			t.Fatalf("bits %#x of %#x: %#x, want %#x", open, x, g.pext(x), want)
		}
	}
}

func TestTurnPicked(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, n := range []int{1, 2, 31, 32, 33, 63, 64, 65, 200} {
		compareTurned(t, randomList[uint32](r, n))
		compareTurned(t, randomList[uint64](r, n))
	}
}

func compareTurned[K word](t *testing.T, list []K) {
	t.Helper()
	var turned [64]uint64
	n := turnPicked(&turned, list)
	if n != min(len(list), 64) {
		t.Fatalf("%d of %d keys are turned", n, len(list))
	}
	step := len(list) / n
	for p := range size(^K(0)) {
		var want uint64
		for i := range n {
			want |= uint64(list[i*step]>>p&1) << i
		}
		if turned[p] != want {
			t.Fatalf("%d keys: bit %d of them is %#x, want %#x", len(list), p, turned[p], want)
		}
	}
}

func TestPartInPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 40 {
		list := randomList[uint64](r, n)
		sorted := slices.Sorted(slices.Values(list))
		k := partInPlace(list, 3)
		for i, key := range list {
			if has := key>>3&1 == 1; has != (i >= k) {
				t.Fatalf("%d keys: key %d of %d is on the wrong side of %d", n, i+1, n, k)
			}
		}
		if slices.Sort(list); !slices.Equal(list, sorted) {
			t.Fatalf("%d keys: the keys changed", n)
		}
	}
}

func TestStack(t *testing.T) {
	for _, down := range []bool{false, true} {
		s := stack[uint32]{down: down}
		keep := s.keepFront
		if down {
			keep = s.keepBack
		}
		bottom := s.top
		var held [][]uint32
		for i := range 200 {
			list := s.push(i * 100)
			for j := range list {
				list[j] = uint32(i)
			}
			held = append(held, keep(list, i*50))
		}
		for i, list := range held {
			for _, x := range list {
				if x != uint32(i) {
					t.Fatalf("down %v: list %d was overwritten with %d", down, i, x)
				}
			}
		}
		before := len(s.slabs)
		s.pop(bottom)
		for i := range 200 {
			keep(s.push(i*100), i*50)
		}
		if after := len(s.slabs); after != before {
			t.Errorf("down %v: %d slabs after the same lists again, %d before", down, after, before)
		}
	}
}

func TestLongLists(t *testing.T) {
	if testing.Short() {
		t.Skip("a second")
	}
	const n = inPlace + 7
	r := rand.New(rand.NewPCG(11, 12))
	a := listOf(n, func() uint64 { return r.Uint64() & r.Uint64() & (1<<40 - 1) })
	b := listOf(100, func() uint64 { return r.Uint64() & (1<<40 - 1) })
	want := countGeneric(a, b, new(atomic.Bool))
	for _, k := range All()[1:] {
		if !k.Usable() {
			continue
		}
		c := New(k.Name)
		c.wide.costs.split = 0 // force splits
		c.wide.costs.key = 0
		if got, stats := c.Count(a, b); got != want || stats.Nodes == 0 {
			t.Errorf("kernel %s: %d pairs after %d splits, want %d", k.Name, got, stats.Nodes, want)
		}
	}
}

// TestBothListsLong compares a count that parts and filters in place with the sum over pieces of
// the lists that does neither.
func TestBothListsLong(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	c := New("auto")
	if c.Kernel() == portable.Name {
		t.Skip("half a minute without vectors")
	}
	r := rand.New(rand.NewPCG(13, 14))
	var lists [2][]uint64
	for i, n := range []int{inPlace + 100, inPlace + 9} {
		lists[i] = listOf(n, func() uint64 { return r.Uint64() & (1<<44 - 1) })
	}
	var want uint64
	const piece = inPlace/2 + 100
	for a := range slices.Chunk(lists[0], piece) {
		for b := range slices.Chunk(lists[1], piece) {
			k, _ := c.Count(slices.Grow(slices.Clone(a), Slack), slices.Grow(slices.Clone(b), Slack))
			want += k
		}
	}
	got, stats := c.Count(lists[0], lists[1])
	if got != want || want == 0 || stats.Nodes == 0 {
		t.Errorf("%d pairs after %d splits, want %d", got, stats.Nodes, want)
	}
	keys := 0
	for _, s := range []stack[uint64]{c.wide.ones, c.wide.zeros} {
		for _, slab := range s.slabs {
			keys += len(slab)
		}
	}
	if limit := 8 * inPlace; keys > limit {
		t.Errorf("scratch memory for %d keys, want at most %d", keys, limit)
	}
}

// SetCost changes a cost of a counter, or disables a step, for measurements. It reports whether
// name is known.
func (c *Counter) SetCost(name string, x float64) bool {
	for _, costs := range []*costs{&c.narrow.costs, &c.wide.costs} {
		field := map[string]*float64{
			"split": &costs.split, "key": &costs.key, "block": &costs.block, "row": &costs.row, "test": &costs.test,
			"chunk": &costs.chunk, "eager": &costs.eager,
		}[name]
		if field != nil {
			*field = x
			continue
		}
		switch name {
		case "few":
			costs.few = int(x)
		case "narrow": // 0: 64-bit keys throughout
			c.wide.next = nil
		case "adapt": // 0: bits in a fixed order
			c.narrow.sample, c.wide.sample = firstBit[uint32], firstBit[uint64]
		case "chunks": // exactly that many
			costs.row, costs.chunk, costs.chunks = 0, 0, int(x)
		default:
			return false
		}
	}
	return true
}

// StopAfter sets flag, on which the counter stops, after it has sampled nodes times.
func (c *Counter) StopAfter(nodes int, flag *atomic.Bool) {
	c.StopOn(flag)
	c.wide.sample = stopAfter(c.wide.sample, &nodes, flag)
	c.narrow.sample = stopAfter(c.narrow.sample, &nodes, flag)
}

func stopAfter[K word](sample func(a, b []K, open K) (bit, product uint), nodes *int, flag *atomic.Bool) func(a, b []K,
	open K) (bit, product uint) {
	return func(a, b []K, open K) (bit, product uint) {
		if *nodes--; *nodes == 0 {
			flag.Store(true)
		}
		return sample(a, b, open)
	}
}

// firstBit replaces sampling if bits have a fixed order, and pretends that a split settles a fifth
// of the pairs.
func firstBit[K word](_, _ []K, open K) (bit, product uint) {
	for open>>bit&1 == 0 {
		bit++
	}
	return bit, 4096 / 5
}
