package join

import (
	"math/bits"
	"sync/atomic"

	"queens/count/internal/kernels/table"
	"queens/internal/bitmath"
)

// Kernel is one way to count disjoint pairs. All kernels find the same number; [Stats] differ.
type Kernel struct {
	table.Entry

	narrow lists[uint32] // empty for the reference
	wide   lists[uint64]
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

// generic is the reference: it compares every key with every key and is never optimised.
var generic = Kernel{
	Entry: table.Entry{Name: "generic"},
}

// It ends early when stop is set.
func countGeneric(a, b []uint64, stop *atomic.Bool) (pairs uint64) {
	for _, x := range a {
		if stop.Load() {
			break
		}
		for _, y := range b {
			if x&y == 0 {
				pairs++
			}
		}
	}
	return pairs
}

// portable is the whole algorithm in Go, and the slow twin of all operations in assembly.
var portable = Kernel{
	Entry:  table.Entry{Name: "portable"},
	narrow: portableLists[uint32](),
	wide:   withNarrow(portableLists[uint64]()),
}

func portableLists[K word]() lists[K] {
	return lists[K]{
		sample: samplePortable[K],
		part:   partPortable[K],
		filter: filterPortable[K],
		test:   testPortable[K],
		costs: costs{
			split: 2000, key: 3, block: 1500, row: 3,
			test: 6, chunk: 4, chunks: maxChunks, eager: 1, few: 12,
		},
	}
}

func withNarrow(l lists[uint64]) lists[uint64] {
	l.narrow = narrowPortable
	return l
}

func union[K word](list []K) (bits K) {
	for ; len(list) >= 4; list = list[4:] {
		bits |= list[0] | list[1] | list[2] | list[3]
	}
	for _, key := range list {
		bits |= key
	}
	return bits
}

// partPortable writes every key to both lists and advances in its own: no branch to mispredict.
func partPortable[K word](ones, zeros, list []K, bit uint) int {
	k, last := 0, len(zeros)-1
	for i, key := range list {
		ones[k], zeros[last-(i-k)] = key, key
		k += int(key >> (bit & 63) & 1)
	}
	return k
}

func filterPortable[K word](kept, list []K, bit uint) int {
	k := 0
	for _, key := range list {
		kept[k] = key
		k += int(^key >> (bit & 63) & 1)
	}
	return k
}

func narrowPortable(to []uint32, list []uint64, open uint64) {
	g := newGather(open)
	for i, key := range list {
		to[i] = uint32(g.farther(g.near(key)))
	}
}

// direct counts the disjoint pairs one by one.
func direct[K word](few, many []K) (pairs uint64) {
	for _, x := range few {
		k := 0
		for _, y := range many {
			if x&y == 0 {
				k++
			}
		}
		pairs += uint64(k)
	}
	return pairs
}

func samplePortable[K word](a, b []K, open K) (bit, product uint) {
	var x, y [64]uint64
	na, nb := turnPicked(&x, a), turnPicked(&y, b)
	bit, most := commonBit(&x, &y, uint64(open))
	return bit, share(most, na, nb)
}

// commonBit returns the open bit that most pairs of keys have in common, and their number.
func commonBit(x, y *[64]uint64, open uint64) (bit uint, most uint64) {
	best := -1
	for ; open != 0; open &= open - 1 {
		p := bits.TrailingZeros64(open)
		if score := bits.OnesCount64(x[p]) * bits.OnesCount64(y[p]); score > best {
			best, bit = score, uint(p)
		}
	}
	return bit, uint64(best)
}

// share returns a product of counts, of na and nb keys, in units of 1/4096.
func share(product uint64, na, nb int) uint {
	if na*nb == 64*64 {
		return uint(product)
	}
	return uint(product) * 4096 / uint(na*nb)
}

// turnPicked transposes up to 64 keys, spread over the list, and returns their number: bit i of
// word p is bit p of key i. to must be zero.
func turnPicked[K word](to *[64]uint64, list []K) int {
	n := min(len(list), len(to))
	step := len(list) / n
	for i := range n {
		to[i] = uint64(list[i*step])
	}
	bitmath.Transpose(to)
	return n
}

// gather packs chosen bits of a word in their order, like the instruction PEXT, in six rounds.
// Round i moves the bits whose number of gaps below has bit i by 2^i.
//
// Source: parallel suffix, [warren2013] section 7-4.
type gather struct {
	open uint64
	move [6]uint64
}

func newGather(open uint64) gather {
	g := gather{open: open}
	gaps := ^open << 1 // bits with a gap right below
	for i := range g.move {
		suffix := gaps
		for j := 1; j < 64; j <<= 1 {
			suffix ^= suffix << j
		}
		g.move[i] = suffix & open
		open = open ^ g.move[i] | g.move[i]>>(1<<i)
		gaps &^= suffix
	}
	return g
}

// testPortable is the leaf in Go: a test is an AND of one row per chunk, eight words each, and a
// count of the remaining bits.
func testPortable[K word](s *block, items, lanes []K, open K) (pairs uint64) {
	setPlanes(s, lanes)
	s.setTables(uint64(open))
	g := newGather(uint64(open))
	first, widths, chunks := &s.tables[0], s.width, min(s.chunks, maxChunks)
	for _, item := range items {
		x := g.farther(g.near(uint64(item)))
		width := widths[0] & 63
		r := &first[x&(1<<width-1)&(1<<maxWidth-1)]
		r0, r1, r2, r3, r4, r5, r6, r7 := r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]
		x >>= width
		for c := 1; c < chunks; c++ {
			width := widths[c] & 63
			t := &s.tables[c][x&(1<<width-1)&(1<<maxWidth-1)]
			x >>= width
			r0, r1, r2, r3, r4, r5, r6, r7 = r0&t[0], r1&t[1], r2&t[2], r3&t[3], r4&t[4], r5&t[5], r6&t[6], r7&t[7]
		}
		pairs += uint64(bits.OnesCount64(r0) + bits.OnesCount64(r1) + bits.OnesCount64(r2) + bits.OnesCount64(r3) +
			bits.OnesCount64(r4) + bits.OnesCount64(r5) + bits.OnesCount64(r6) + bits.OnesCount64(r7))
	}
	return pairs
}

// setPlanes transposes the lanes: bit i of plane p is bit p of lane i.
func setPlanes[K word](s *block, lanes []K) {
	for i := range s.valid {
		if s.valid[i] == 0 || len(lanes) < 64 {
			break
		}
		var x [64]uint64
		turnPicked(&x, lanes[:64])
		lanes = lanes[64:]
		for p := range size(^K(0)) {
			s.planes[p&63][i] = x[p&63]
		}
	}
}

// setTables fills the tables from the planes of the open bits, by doubling: row v of a chunk's
// table has the lanes that have none of the bits of v. Row 0 of the first chunk has the valid
// lanes.
func (s *block) setTables(open uint64) {
	first := s.valid
	for c := range min(s.chunks, maxChunks) {
		t := &s.tables[c]
		t[0] = first
		for i := range s.width[c] {
			p := &s.planes[bits.TrailingZeros64(open)&63]
			p0, p1, p2, p3, p4, p5, p6, p7 := p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]
			open &= open - 1
			for v := range 1 << i {
				from, to := &t[v&(len(t)-1)], &t[(1<<i+v)&(len(t)-1)]
				to[0], to[1], to[2], to[3] = from[0]&^p0, from[1]&^p1, from[2]&^p2, from[3]&^p3
				to[4], to[5], to[6], to[7] = from[4]&^p4, from[5]&^p5, from[6]&^p6, from[7]&^p7
			}
		}
		for w := range first {
			first[w] = ^uint64(0)
		}
	}
}

func (g *gather) pext(x uint64) uint64 { return g.farther(g.near(x)) }

// near is the first three rounds of pext. Each half is small enough for inlining.
func (g *gather) near(x uint64) uint64 {
	x &= g.open
	t := x & g.move[0]
	x = x ^ t | t>>1
	t = x & g.move[1]
	x = x ^ t | t>>2
	t = x & g.move[2]
	return x ^ t | t>>4
}

func (g *gather) farther(x uint64) uint64 {
	t := x & g.move[3]
	x = x ^ t | t>>8
	t = x & g.move[4]
	x = x ^ t | t>>16
	t = x & g.move[5]
	return x ^ t | t>>32
}
