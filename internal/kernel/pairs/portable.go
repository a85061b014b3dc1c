package pairs

import "math/bits"

// portable is the whole algorithm in Go, and the twin of every operation of the
// kernels in assembly.
var portable = Kernel{
	Name:    "portable",
	Summary: "splitting, and blocks of 512 lanes as eight words, in Go",
	Usable:  always,
	narrow:  portableLists[uint32](),
	wide:    withNarrow(portableLists[uint64]()),
}

// portableLists returns the operations for one kind of key.
func portableLists[K word]() lists[K] {
	return lists[K]{
		or:     orPortable[K],
		sample: samplePortable[K],
		part:   partPortable[K],
		filter: filterPortable[K],
		direct: directPortable[K],
		test:   testPortable[K],
		costs: costs{
			split: 4000, key: 3, block: 3000, row: 6,
			test: 14, chunk: 8, chunks: maxChunks, eager: 1.5, few: 12, swap: 1,
		},
	}
}

// withNarrow adds the one operation that 32-bit keys do not have.
func withNarrow(l lists[uint64]) lists[uint64] {
	l.narrow = narrowPortable
	return l
}

func orPortable[K word](list []K) (union K) {
	for _, key := range list {
		union |= key
	}
	return union
}

// partPortable writes every key to both lists and moves on in the one where it
// belongs: no branch to mispredict.
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
		to[i] = uint32(g.pext(key))
	}
}

func directPortable[K word](a, b []K) (pairs uint64) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, x := range a {
		k := 0
		for _, y := range b {
			if x&y == 0 {
				k++
			}
		}
		pairs += uint64(k)
	}
	return pairs
}

// samplePortable counts the bits of up to 64 keys of each list by turning them
// around: word p of the transpose has a bit for each key with bit p.
func samplePortable[K word](a, b []K, open K) (bit, product uint) {
	var x, y [64]uint64
	na, nb := pick(&x, a), pick(&y, b)
	transpose(&x)
	transpose(&y)
	best := -1
	for rest := uint64(open); rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		if score := bits.OnesCount64(x[p]) * bits.OnesCount64(y[p]); score > best {
			best, bit = score, uint(p)
		}
	}
	return bit, uint(best) * 4096 / uint(na*nb)
}

// pick takes up to 64 keys, spread over the list, and returns their number.
func pick[K word](to *[64]uint64, list []K) int {
	n := min(len(list), len(to))
	step := len(list) / n
	for i := range n {
		to[i] = uint64(list[i*step])
	}
	return n
}

// testPortable is the leaf in Go: a test is an AND of one row per chunk, eight
// words each, and a count of what is left.
func testPortable[K word](s *block, items, lanes []K, open K) (pairs uint64) {
	s.setTables(gatherPlanes(s, lanes), uint64(open))
	g := newGather(uint64(open))
	for _, item := range items {
		x := g.pext(uint64(item))
		r := s.tables[0][x&(1<<maxWidth-1)&(1<<s.width[0]-1)]
		x >>= s.width[0]
		for c := 1; c < s.chunks; c++ {
			t := &s.tables[c][x&(1<<maxWidth-1)&(1<<s.width[c]-1)]
			x >>= s.width[c]
			for i := range r {
				r[i] &= t[i]
			}
		}
		for _, w := range r {
			pairs += uint64(bits.OnesCount64(w))
		}
	}
	return pairs
}

// gatherPlanes sets the planes of the block: bit i of plane p is bit p of lane i.
func gatherPlanes[K word](s *block, lanes []K) *[64]row {
	for i := range len(s.valid) {
		if s.valid[i] == 0 {
			break
		}
		var x [64]uint64
		for k, key := range lanes[64*i:][:64] {
			x[k] = uint64(key)
		}
		transpose(&x)
		for p := range x {
			s.planes[p][i] = x[p]
		}
	}
	return &s.planes
}

// setTables fills the tables from the planes of the open bits: row v of a
// chunk's table has the lanes that have none of the bits of v. Rows come by
// doubling; only valid lanes are in row 0 of the first chunk.
func (s *block) setTables(planes *[64]row, open uint64) {
	first := s.valid
	for c := range s.chunks {
		t := &s.tables[c]
		t[0] = first
		for i := range s.width[c] {
			p := &planes[bits.TrailingZeros64(open)]
			open &= open - 1
			for v := range 1 << i {
				from, to := &t[v], &t[1<<i+v]
				for w := range to {
					to[w] = from[w] &^ p[w]
				}
			}
		}
		for w := range first {
			first[w] = ^uint64(0)
		}
	}
}

// transpose turns a square of 64 x 64 bits around its diagonal: bit i of word k
// becomes bit k of word i. Six rounds exchange ever smaller squares.
func transpose(x *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (x[k]>>j ^ x[k+j]) & mask
			x[k] ^= t << j
			x[k+j] ^= t
		}
		mask ^= mask << (j >> 1)
	}
}

// gather moves chosen bits of a word together, in their order, as the
// instruction PEXT does: six rounds, round i moving by 2^i those bits whose
// number of gaps below has bit i.
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

// pext returns the chosen bits of x, moved together.
func (g *gather) pext(x uint64) uint64 {
	x &= g.open
	for i, move := range g.move {
		t := x & move
		x = x ^ t | t>>(1<<i)
	}
	return x
}
