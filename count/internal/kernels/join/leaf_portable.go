package join

import "math/bits"

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
