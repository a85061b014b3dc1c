package parity

import (
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/count/internal/kernels/parity/layout"
)

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
				testBounds(t, k, random, size+1)
				testRuns(t, k, random)
				testMasks(t, k, random)
				testTest(t, k, random)
				testFlush(t, k, random)
			}
		})
	}
}

func (v *vector) at(slot int) uint8 { return uint8(v[slot/8] >> (slot % 8 * 8)) }

// turnAll converts vectors of bytes to or from those of a kernel.
func turnAll(k Kernel, list []vector, toBytes bool) []vector {
	if !k.sliced {
		return list
	}
	to := make([]vector, len(list))
	for i, v := range list {
		for slot := range slots {
			for lane := range slotLanes {
				if toBytes {
					to[i][slot/8] |= v[lane] >> slot & 1 << (slot%8*8 + lane)
				} else {
					to[i][lane] |= uint64(v.at(slot)) >> lane & 1 << slot
				}
			}
		}
	}
	return to
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
	a, b := make([]uint16, slots*(size%5)), make([]uint16, slots*(size%5))
	from := random.IntN(slots + 1)
	to := from + random.IntN(slots+1-from)
	var products, sumA, sumB uint64
	var most uint16
	for i := range a {
		a[i], b[i] = math.MaxUint16-uint16(random.IntN(1<<16)), uint16(random.Uint32()>>random.IntN(32))
		if size%2 == 0 {
			a[i], b[i] = a[i]>>1, b[i]>>1
		}
		if random.IntN(2) == 0 {
			a[i], b[i] = b[i], a[i]
		}
		if i%slots < from || i%slots >= to {
			continue
		}
		products, sumA, sumB, most = products+uint64(a[i])*uint64(b[i]), sumA+uint64(a[i]),
			sumB+uint64(b[i]), max(most, a[i], b[i])
	}
	if p, x, y, m := k.multiply(a, b, from, to); p != products || x != sumA || y != sumB || m != most {
		t.Fatalf("multiply: %d, %d, %d, %d, want %d, %d, %d, %d", p, x, y, m, products, sumA, sumB, most)
	}
	if k.multiplyBytes == nil {
		return
	}
	bytesOf := func(cells []uint16) (bytes []uint16) {
		for i := 0; i < len(cells); i += 2 {
			cells[i], cells[i+1] = cells[i]>>8, cells[i+1]>>8
			bytes = append(bytes, cells[i]|cells[i+1]<<8)
		}
		return bytes
	}
	x, y := bytesOf(a), bytesOf(b)
	products, sumA, sumB, most = multiplyPortable(a, b, from, to)
	if p, x, y, m := k.multiplyBytes(x, y, from, to); p != products || x != sumA || y != sumB || m != most {
		t.Fatalf("multiplyBytes: %d, %d, %d, %d, want %d, %d, %d, %d", p, x, y, m, products, sumA, sumB, most)
	}
}

func testBounds(t *testing.T, k Kernel, random *rand.Rand, size int) {
	t.Helper()
	keys, words := make([]uint64, size), slices.Repeat([]uint64{random.Uint64()}, size/64+2)
	labels := []labelBits{usualBits, {60, 0, 59}}[size%2]
	for i := range keys {
		keys[i] = random.Uint64()&^labels.mask() | labels.of(i*random.IntN(2)/3%slots)
	}
	k.bounds(words, keys, labels.mask())
	for i := range keys {
		want := i == 0 || labels.label(keys[i]) != labels.label(keys[i-1])
		if got := words[i/64]>>(i%64)&1 == 1; got != want {
			t.Fatalf("bound %d of %d keys: %v, want %v", i, size, got, want)
		}
	}
	if words[(size-1)/64]>>((size-1)%64) > 1 {
		t.Fatalf("bounds after the last of %d keys: %x", size, words)
	}
}

func testRuns(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	if k.runs == nil {
		return
	}
	var want, got [slots]run
	var keys []uint64
	for label := range slots {
		if from := len(keys); random.IntN(2) == 0 || label == slots-1 {
			for range 1 + random.IntN(300)>>random.IntN(9) {
				keys = append(keys, random.Uint64()&^usualBits.mask()|usualBits.of(label))
			}
			want[label] = run{from, len(keys)}
		}
		got[label] = run{random.Int(), random.Int()}
	}
	k.runs(&got, slices.Clip(keys), new([64]vector))
	needs, _ := needsOf(want[:])
	if n := k.needs(&got, new([64]vector)); got != want || n != needs {
		t.Fatalf("runs: %v, needs %v, want %v, %v", got, n, want, needs)
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
	keys = append(keys, 0) // in no run
	squares := []square{newSquare(19, unused, unused)}
	for i := range 9 {
		squares = append(squares, newSquare(2*i, random.IntN(64), random.IntN(64)))
	}
	masks, before := make([]vector, 20), runs
	k.masks(masks, keys, &runs, squares, new([64]vector))
	masks = turnAll(k, masks, true)
	if runs != want {
		t.Fatalf("masks: runs %v become %v, want %v", before, runs, want)
	}
	for _, s := range squares {
		for lane := range slots * slotLanes {
			r := before[lane/slotLanes]
			i := r.from + lane%slotLanes
			diagonals := uint64(1)<<(s.rising/layout.VectorBytes) | 1<<(s.falling/layout.VectorBytes)
			want := i < r.to && keys[i]&diagonals == 0
			if got := masks[s.number/layout.VectorBytes].at(lane/slotLanes)>>(lane%slotLanes)&1 == 1; got != want {
				t.Fatalf("mask of %+v: lane %d of run %v is %v", s, lane, r, got)
			}
		}
	}
}

// testTest tests chunks with every number of first squares, with sets of vectors of every form.
func testTest(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	number := random.IntN(len(k.forms))
	f := k.forms[number]
	masks := make([]vector, layout.MaskStride*f.Vectors())
	for i := range masks {
		for w := range masks[i] {
			masks[i][w] = random.Uint64() | random.Uint64() | random.Uint64()
			if i%layout.MaskStride == allLanes {
				masks[i][w] = math.MaxUint64
			}
		}
	}
	var index [maxWider]vector
	slot := [maxWider][slots]int{} // the first of each label in a wider vector, or -1
	for i, width := range f.Wider {
		for w := range index[i] {
			index[i][w] = 0x0101_0101_0101_0101
		}
		for label := range slot[i] {
			slot[i][label] = -1
		}
		for region := 0; region < slots; region += k.region {
			for place, label := range random.Perm(k.region)[:random.IntN(slotLanes*k.region/width+1)] {
				at := place * width / slotLanes
				slot[i][region+label] = region + at
				index[i][(region+label)/8] ^= uint64(1^at) << (label % 8 * 8)
			}
		}
	}
	got := make([]vector, 50)
	for i := range got {
		for w := range got[i] {
			got[i][w] = random.Uint64()
		}
	}
	want, tests := slices.Clone(got), uint64(0)
	var list []uint8
	for range random.IntN(4) {
		firsts, lasts := make([][]uint8, 1+random.IntN(layout.MaxFirsts)), random.IntN(6)
		list = append(list, uint8(len(firsts)), uint8(lasts))
		for i := range firsts {
			firsts[i] = []uint8{uint8(random.IntN(allLanes + 1)), uint8(random.IntN(allLanes + 1))}
			list = append(list, firsts[i]...)
		}
		for range lasts {
			last, number := []uint8{uint8(random.IntN(allLanes + 1)), uint8(random.IntN(allLanes + 1))},
				2+2*random.IntN(5)
			list = append(append(list, last...), uint8(number))
			before := -1
			for range number {
				first, counter := random.IntN(len(firsts)), random.IntN(len(got))
				if counter == before { // of the other test of the pair
					counter = (counter + 1) % len(got)
				}
				before = counter
				list = append(list, uint8(first), uint8(8*counter), uint8(8*counter>>8))
				tests++
				lanes := func(v, byteNo int) int {
					lanes := uint8(255)
					for _, s := range slices.Concat(firsts[first], last) {
						lanes &= masks[v*layout.MaskStride+int(s)].at(byteNo)
					}
					return bits.OnesCount8(lanes)
				}
				for label := range slots {
					count := int(want[counter].at(label))
					for v := range f.Bytes {
						count += lanes(v, label)
					}
					for i, width := range f.Wider {
						for k := range width / slotLanes {
							if slot[i][label] >= 0 {
								count += lanes(f.Bytes+i, slot[i][label]+k)
							}
						}
					}
					want[counter][label/8] = want[counter][label/8]&^(255<<(label%8*8)) |
						uint64(min(255, count))<<(label%8*8)
				}
			}
		}
	}
	left := new([maxVectors * layout.LeftStride]vector)
	got = turnAll(k, got, false)
	n := k.test(got, turnAll(k, masks, false), number, &index, append(list, 0, 0), left)
	got = turnAll(k, got, true)
	got[spare] = want[spare]
	if n != tests || !slices.Equal(got, want) {
		t.Fatalf("test, vectors %+v: %d tests, counters %x, want %d, %x", f, n, got, tests, want)
	}
}

func testFlush(t *testing.T, k Kernel, random *rand.Rand) {
	t.Helper()
	counters, slab := make([]vector, random.IntN(20)), make([]uint16, 20*slots)
	for i := range slab {
		slab[i] = math.MaxUint16 - uint16(random.IntN(300))
	}
	most := 0
	var labels []uint16
	for i, label := range random.Perm(20)[:len(counters)] {
		labels = append(labels, uint16(label))
		for w := range counters[i] {
			counters[i][w] = random.Uint64() & 0x7f7f_7f7f_7f7f_7f7f
		}
	}
	if len(counters) > 0 && random.IntN(4) == 0 { // a byte of 255 is full, or is added if none is full
		counters[random.IntN(len(counters))][random.IntN(8)] |= 255 << (8 * random.IntN(8))
	}
	for i := range counters {
		for slot := range slots {
			most = max(most, int(counters[i].at(slot)))
		}
	}
	want, full := slices.Clone(slab), max(1, most+random.IntN(2))
	over := len(counters) > 0 && full == most
	for i, label := range labels {
		for slot := range slots {
			if cell := &want[int(label)*slots+slot]; !over {
				*cell = uint16(min(math.MaxUint16, int(*cell)+int(counters[i].at(slot))))
			}
		}
	}
	if k.cells != nil {
		turnCells(slab)
	}
	turned := turnAll(k, counters, false)
	got := k.flush(slab, turned, labels, full)
	if !over && slices.ContainsFunc(turned, func(v vector) bool { return v != (vector{}) }) {
		t.Fatalf("flush leaves counters: %x", turned)
	}
	if k.cells != nil {
		k.cells(slab)
	}
	if got != over || !slices.Equal(slab, want) {
		t.Fatalf("flush: full %v, want %v, cells %v, want %v", got, over, slab, want)
	}
}

func turnCells(slab []uint16) {
	for i := range rowsOfCells(slab) {
		var row [2]vector
		for slot, cell := range slab[slots*i:][:slots] {
			for p := range 16 {
				row[p/8][p%8] |= uint64(cell) >> p & 1 << slot
			}
		}
		rowsOfCells(slab)[i] = row
	}
}

// regionsOf returns the needs of each region, and the most.
func regionsOf(runs *[slots]run, region int) (regions []needs, most int) {
	for some := range slices.Chunk(runs[:], region) {
		n, of := needsOf(some)
		regions, most = append(regions, n), max(most, of)
	}
	return regions, most
}

// holds reports whether a form has lanes for all keys of runs.
func holds(f layout.Form, runs [slots]run, region int) bool {
	for i := range runs {
		runs[i].from = min(runs[i].to, runs[i].from+slotLanes*f.Bytes)
	}
	n, _ := regionsOf(&runs, region)
	for _, width := range f.Wider {
		widen(&runs, n, width, new(vector), new([slots]run))
	}
	return empty(&runs)
}

// TestForms puts runs of random lengths into sets of vectors of every form: each key has one lane,
// which counts for its label.
func TestForms(t *testing.T) {
	used := map[int]bool{}
	for usable := 1; usable <= len(layout.Forms); usable++ {
		maps.Copy(used, testForms(t, layout.Forms[:usable], slots))
	}
	if len(used) != len(layout.Forms) {
		t.Errorf("forms in use: %v", used)
	}
	if used := testForms(t, layout.Nearby[:], layout.Region); len(used) != len(layout.Nearby) {
		t.Errorf("forms in use, with regions: %v", used)
	}
}

// testForms returns the forms that were used.
func testForms(t *testing.T, forms []layout.Form, region int) (used map[int]bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	used = map[int]bool{}
	for range 300 {
		var keys []uint64
		usual, most := 1+random.IntN(110), 1+random.IntN(300)
		for label := range slots {
			n := random.IntN(usual)
			if random.IntN(10) == 0 {
				n = random.IntN(most)
			}
			for range n {
				keys = append(keys, usualBits.of(label))
			}
		}
		if len(keys) == 0 {
			continue
		}
		var runs [slots]run
		bounds := make([]uint64, len(keys)/64+1)
		boundsPortable(bounds, keys, usualBits.mask())
		found := make([]needs, slots/region)
		most = runsOf(&runs, keys, bounds, usualBits, found)
		needs, max := regionsOf(&runs, region)
		for r := range found {
			found[r][0] = needs[r][0] // labels without keys
		}
		if most != max || !slices.Equal(found, needs) {
			t.Fatalf("labels need %v, at most %d, want %v, %d", found, most, needs, max)
		}
		seen := make([]int, len(keys))
		for !empty(&runs) {
			needs, most := regionsOf(&runs, region)
			number := formOf(needs, most, forms)
			used[number] = true
			f, in, best := forms[number], 0, len(forms)-1
			for i, f := range forms {
				if (i < best || cost(f) < cost(forms[best])) && holds(f, runs, region) {
					best = i
				}
			}
			if number != best {
				t.Fatalf("form %d of %d, want %d", number, len(forms), best)
			}
			take := func(runs *[slots]run, label func(slot int) int) {
				for slot := range runs {
					for i := runs[slot].from; i < min(runs[slot].to, runs[slot].from+slotLanes); i++ {
						in++
						if seen[i]++; usualBits.label(keys[i]) != label(slot) {
							t.Fatalf("a key of label %d counts for %d", usualBits.label(keys[i]), label(slot))
						}
					}
				}
			}
			for range f.Bytes {
				take(&runs, func(slot int) int { return slot })
				for slot := range runs {
					runs[slot].from = min(runs[slot].to, runs[slot].from+slotLanes)
				}
			}
			needs, _ = regionsOf(&runs, region)
			for _, width := range f.Wider {
				var index vector
				var wide [slots]run
				widen(&runs, needs, width, &index, &wide)
				take(&wide, func(slot int) int {
					first := slot % region / (width / slotLanes) * (width / slotLanes)
					for label := slot / region * region; label < (slot/region+1)*region; label++ {
						if int(index.at(label)) == first {
							return label
						}
					}
					return -1
				})
			}
			if in == 0 {
				t.Fatal("a set of vectors without keys")
			}
		}
		if slices.ContainsFunc(seen, func(n int) bool { return n != 1 }) {
			t.Fatalf("keys have %v lanes", seen)
		}
	}
	return used
}

func TestInTwos(t *testing.T) {
	for number := 1; number <= 6; number++ {
		for a := range number {
			for b := range a + 1 {
				var tests []uint8
				for i := range number {
					counter := layout.CounterStep * (spare + 1 + i)
					if i == a {
						counter = layout.CounterStep * (spare + 1 + b)
					}
					tests = append(tests, uint8(i), uint8(counter), 0)
				}
				want, got := slices.Collect(slices.Chunk(slices.Clone(tests), layout.TestBytes)),
					slices.Collect(slices.Chunk(inTwos(tests), layout.TestBytes))
				for i := 0; i < len(got); i += 2 {
					if slices.Equal(got[i][1:], got[i+1][1:]) {
						t.Errorf("%v: twos with one counter: %v", want, got)
					}
				}
				got = slices.DeleteFunc(got, func(x []uint8) bool { return slices.Equal(x, spareTest[:]) })
				slices.SortFunc(got, slices.Compare)
				if !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("tests %v, want %v", got, want)
				}
			}
		}
	}
}
