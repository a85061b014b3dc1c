package pairs

import "math/bits"

// hot

// testPortable is the leaf in Go: a test is an AND of one row per chunk, eight
// words each, and a count of what is left.
func testPortable[K word](s *block, items, lanes []K, open K) (pairs uint64) {
	s.setTables(gatherPlanes(s, lanes), uint64(open))
	g := newGather(uint64(open))
	first, mask := &s.tables[0], uint64(1)<<s.width[0]-1
	for _, item := range items {
		x := g.pext(uint64(item))
		r := first[x&mask&(1<<maxWidth-1)]
		x >>= s.width[0]
		for c := 1; c < s.chunks && c < maxChunks; c++ {
			t := &s.tables[c][x&(1<<s.width[c]-1)&(1<<maxWidth-1)]
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
	for i := range s.valid {
		if s.valid[i] == 0 || len(lanes) < 64 {
			break
		}
		var x [64]uint64
		for k, key := range lanes[:64] {
			x[k] = uint64(key)
		}
		lanes = lanes[64:]
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
	for c := range min(s.chunks, maxChunks) {
		t := &s.tables[c]
		t[0] = first
		for i := range s.width[c] {
			p := &planes[bits.TrailingZeros64(open)&63]
			open &= open - 1
			for v := range 1 << i {
				from, to := &t[v&(len(t)-1)], &t[(1<<i+v)&(len(t)-1)]
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
			a, b := &x[k&63], &x[(k+j)&63]
			t := (*a>>j ^ *b) & mask
			*a ^= t << j
			*b ^= t
		}
		mask ^= mask << (j >> 1)
	}
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
