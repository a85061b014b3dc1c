package orbit

import "math/bits"

// wide is a permutation p of order nibbleOrder+1 to MaxAtlasOrder, or one of such an
// order with a queen taken away, with its inverse. It does what packed does where
// rows do not fit four bits.
type wide struct {
	rows [MaxAtlasOrder]uint8 // by column
	cols [MaxAtlasOrder]uint8 // by row
}

// widen returns w, of order n.
func (w packed) widen(n int) (b wide) {
	for c, r := range w.unpack(n) {
		b.rows[c], b.cols[r] = uint8(r), uint8(c)
	}
	return b
}

// without returns b of order n without the queen of column c.
func (b *wide) without(n, c int) (s wide) {
	r := int(b.rows[c])
	drop(&s.rows, &b.rows, n, c)
	drop(&s.cols, &b.cols, n, r)
	return s
}

// drop copies the first n values without value k to s; values above the one left
// out go down by one.
func drop(s, values *[MaxAtlasOrder]uint8, n, k int) {
	out := values[k]
	for i := range k {
		s[i] = lowered(values[i], out)
	}
	for i := k + 1; i < n; i++ {
		s[i-1] = lowered(values[i], out)
	}
}

// lowered returns v, one less if it is above out.
func lowered(v, out uint8) uint8 { return v - (out-v)>>7 } // the difference wraps: both are below 128

// solvedWithout reports whether b of order n without the queen of column c is a
// solution.
func (b *wide) solvedWithout(n, c int) bool {
	var rising, falling uint64
	for i := range n {
		if i == c {
			continue
		}
		queen := uint64(1) << lowered(b.rows[i], b.rows[c])
		if (rising|falling)&queen != 0 {
			return false
		}
		rising, falling = (rising|queen)>>1, (falling|queen)<<1
	}
	return true
}

// least returns the least of the eight images of b of order m.
func (b *wide) least(m int) packed {
	last := uint8(m - 1)
	alive := uint8(0xFF) // images not yet known to be greater than another
	for i := 0; i < m && alive&(alive-1) != 0; i++ {
		p, q, x, y := b.rows[i], b.rows[m-1-i], b.cols[i], b.cols[m-1-i]
		values := [...]uint8{p, last - p, q, last - q, x, last - x, y, last - y}
		lowest, equal := last, uint8(0)
		for rest := alive; rest != 0; rest &= rest - 1 {
			k := bits.TrailingZeros8(rest)
			switch v := values[k]; {
			case v < lowest:
				lowest, equal = v, 1<<k
			case v == lowest:
				equal |= 1 << k
			}
		}
		alive = equal
	}
	return b.image(m, bits.TrailingZeros8(alive))
}

// image returns image k of b of order m: bit 0 of k stands for the complement, bit 1
// for the reverse, bit 2 for the inverse, which is taken first.
func (b *wide) image(m, k int) packed {
	values := &b.rows
	if k&4 != 0 {
		values = &b.cols
	}
	flip := uint8(0)
	if k&1 != 0 {
		flip = uint8(m - 1)
	}
	var image [MaxAtlasOrder]uint8
	for i := range m {
		v := values[i]
		if k&2 != 0 {
			v = values[m-1-i]
		}
		if flip != 0 {
			v = flip - v
		}
		image[i] = v
	}
	return packBytes(image[:m])
}

// borderHash returns a number that is the same for all images of b of order n >= 5
// without the queen of column c, at a fifth of the price of the least image: a sum
// over the four sides of the border of what stands in the two lines along it.
func (b *wide) borderHash(n, c int) uint64 {
	r := int(b.rows[c])
	return sideHash(&b.rows, n, c, 0, 1) + sideHash(&b.rows, n, c, n-1, -1) +
		sideHash(&b.cols, n, r, 0, 1) + sideHash(&b.cols, n, r, n-1, -1)
}

// sideHash returns the hash of the two lines from the given one in direction step,
// without line k.
func sideHash(values *[MaxAtlasOrder]uint8, n, k, line, step int) uint64 {
	if line == k {
		line += step
	}
	next := line + step
	if next == k {
		next += step
	}
	u, v := lowered(values[line], values[k]), lowered(values[next], values[k])
	return sideHashes[min(sideIndex(u, v), sideIndex(uint8(n-2)-u, uint8(n-2)-v))]
}

// sideIndex returns the number of a pair of values.
func sideIndex(u, v uint8) int { return int(u)<<5 | int(v) }

// sideHashes holds a number for each pair of values, without any pattern.
var sideHashes = func() (table [MaxAtlasOrder << 5]uint64) {
	for i := range table {
		x := uint64(i+1) * 0x9E37_79B9_7F4A_7C15
		x = (x ^ x>>30) * 0xBF58_476D_1CE4_E5B9
		x = (x ^ x>>27) * 0x94D0_49BB_1331_11EB
		table[i] = x ^ x>>31
	}
	return table
}()
