package trie

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOperations compares the steps of each kernel with plain ones.
func TestOperations(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			for size := range 100 {
				testFilter(t, k, random, size)
				testMultiply(t, k, random, size)
				testMasks(t, k, random)
				testTest(t, k, random)
				testFlush(t, k, random)
			}
		})
	}
}

func testFilter(t *testing.T, k Kernel, random *rand.Rand, size int) {
	t.Helper()
	queen := uint64(1)<<random.IntN(64) | 1<<random.IntN(64)
	keys, want := make([]uint64, size), []uint64(nil)
	for i := range keys {
		if keys[i] = random.Uint64(); keys[i]&queen == 0 {
			want = append(want, keys[i])
		}
	}
	to := make([]uint64, size)
	if n := k.filter(to, keys, queen); !slices.Equal(to[:n], want) {
		t.Fatalf("filter: %x, want %x", to[:n], want)
	}
}

func testMultiply(t *testing.T, k Kernel, random *rand.Rand, size int) {
	t.Helper()
	a, b := make([]uint16, size), make([]uint16, size)
	var products, sumA, sumB uint64
	var most uint16
	for i := range a {
		a[i], b[i] = math.MaxUint16-uint16(random.IntN(1<<16)), uint16(random.Uint32()>>random.IntN(32))
		if random.IntN(2) == 0 {
			a[i], b[i] = b[i], a[i]
		}
		products, sumA, sumB, most = products+uint64(a[i])*uint64(b[i]), sumA+uint64(a[i]), sumB+uint64(b[i]), max(most, a[i], b[i])
	}
	if p, x, y, m := k.multiply(a, b); p != products || x != sumA || y != sumB || m != most {
		t.Fatalf("multiply: %d, %d, %d, %d, want %d, %d, %d, %d", p, x, y, m, products, sumA, sumB, most)
	}
}

func testMasks(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	var keys []uint64
	var runs, want [slots]run
	for i := range runs {
		from := len(keys)
		for range random.IntN(20) * random.IntN(2) {
			keys = append(keys, random.Uint64()&random.Uint64())
		}
		runs[i] = run{from, len(keys)}
		want[i] = run{min(len(keys), from+slotLanes), len(keys)}
	}
	keys = append(keys, 0) // no run has it
	squares := []square{{19, unused, unused}}
	for i := range 9 {
		squares = append(squares, square{uint16(2 * i), uint8(random.IntN(64)), uint8(random.IntN(64))})
	}
	masks, before := make([]vector, 20), runs
	k.masks(masks, keys, &runs, squares, new([64]vector))
	if runs != want {
		t.Fatalf("masks: runs %v become %v, want %v", before, runs, want)
	}
	for _, s := range squares {
		for lane := range slots * slotLanes {
			r := before[lane/slotLanes]
			i := r.from + lane%slotLanes
			want := i < r.to && keys[i]>>s.rising&1 == 0 && keys[i]>>s.falling&1 == 0
			if got := masks[s.number].at(lane/slotLanes)>>(lane%slotLanes)&1 == 1; got != want {
				t.Fatalf("mask of %+v: lane %d of run %v is %v", s, lane, r, got)
			}
		}
	}
}

// testTest runs leaf placements of every number of first squares and last squares.
func testTest(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	const stride = 30
	masks := make([]vector, stride*(1+random.IntN(maxVectors)))
	for i := range masks {
		for w := range masks[i] {
			masks[i][w] = random.Uint64() | random.Uint64() | random.Uint64()
			if (i+1)%stride == 0 {
				masks[i][w] = math.MaxUint64
			}
		}
	}
	got, firsts := make([]vector, 50), random.IntN(maxLeaf)
	for i := range got {
		for w := range got[i] {
			got[i][w] = random.Uint64()
		}
	}
	want, tests := slices.Clone(got), uint64(0)
	list, last := []uint8(nil), 0
	for range 5 {
		if last += 1 + random.IntN(5); last > 14 {
			break
		}
		sets := 1 + random.IntN(3)
		list = append(list, uint8(last), uint8(sets), 0)
		for range sets {
			squares := make([]int, firsts+1)
			for i := range firsts {
				squares[i] = random.IntN(stride)
				list = append(list, uint8(squares[i]))
			}
			for range last {
				squares[firsts] = random.IntN(stride)
				counter := random.IntN(len(got))
				list = append(list, uint8(squares[firsts]), uint8(counter), 0)
				tests++
				for slot := range slots {
					count := int(want[counter].at(slot))
					for from := 0; from < len(masks); from += stride {
						lanes := uint8(255)
						for _, s := range squares {
							lanes &= masks[from+s].at(slot)
						}
						count += bits.OnesCount8(lanes)
					}
					want[counter][slot/8] = want[counter][slot/8]&^(255<<(slot%8*8)) | uint64(min(255, count))<<(slot%8*8)
				}
			}
		}
	}
	if n := k.test(got, masks, stride, firsts, append(list, 0)); n != tests || !slices.Equal(got, want) {
		t.Fatalf("test of %d first squares: %d tests, counters %x, want %d, %x", firsts, n, got, tests, want)
	}
}

func testFlush(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	counters, slab := make([]vector, 20), make([]uint16, 20*slots)
	for i := range slab {
		slab[i] = math.MaxUint16 - uint16(random.IntN(300))
	}
	most := 0
	var used []use
	for i, label := range random.Perm(20)[:12] {
		used = append(used, use{uint16(i), uint16(label)})
		for w := range counters[i] {
			counters[i][w] = random.Uint64() & 0x7f7f_7f7f_7f7f_7f7f
		}
		for slot := range slots {
			most = max(most, int(counters[i].at(slot)))
		}
	}
	want := slices.Clone(slab)
	full := most + random.IntN(2)
	switch random.IntN(4) {
	case 0: // a byte of 255 is full, or added where none is
		counters[random.IntN(12)][random.IntN(8)] |= 255 << (8 * random.IntN(8))
		most = math.MaxUint8
		full = most + random.IntN(2)
	case 1: // nothing is in use
		used, most = nil, 0
		counters = make([]vector, 20)
		full = 1 + random.IntN(never)
	}
	if full > most {
		for _, u := range used {
			for slot := range slots {
				cell := &want[int(u.label)*slots+slot]
				*cell = uint16(min(math.MaxUint16, int(*cell)+int(counters[u.counter].at(slot))))
			}
		}
	}
	if over := k.flush(slab, counters, used, full); over != (full == most) || !slices.Equal(slab, want) || counters != nil && slices.ContainsFunc(counters, func(v vector) bool { return v != vector{} }) {
		t.Fatalf("flush: full %v, cells %v, want %v; counters %x", over, slab, want, counters)
	}
}

// TestBytes tries the arithmetic of the portable kernel with all bytes.
func TestBytes(t *testing.T) {
	for x := range uint64(256) {
		for y := range uint64(256) {
			if got, want := addBytes(x<<8|x<<48, y<<8|y<<48), min(255, x+y); got != want<<8|want<<48 {
				t.Fatalf("%d + %d: %x", x, y, got)
			}
		}
	}
	for i := range 8 {
		for k := range 8 {
			if got := transpose(1 << (8*i + k)); got != 1<<(8*k+i) {
				t.Errorf("bit %d of byte %d becomes %x", k, i, got)
			}
		}
	}
}
