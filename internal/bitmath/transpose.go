package bitmath

// Transpose moves bit i of word k to bit k of word i: first bytes between words eight apart, then
// bits between neighbours.
func Transpose(x *[64]uint64) {
	const s8, s16, s32 = 0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff
	const s1, s2, s4 = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f
	for i := range 8 {
		v := (*[64 - 7]uint64)(x[i:])
		a, b, c, d, e, f, g, h := v[0], v[8], v[16], v[24], v[32], v[40], v[48], v[56]
		a, e = exchange(a, e, 32, s32)
		b, f = exchange(b, f, 32, s32)
		c, g = exchange(c, g, 32, s32)
		d, h = exchange(d, h, 32, s32)
		a, c = exchange(a, c, 16, s16)
		b, d = exchange(b, d, 16, s16)
		e, g = exchange(e, g, 16, s16)
		f, h = exchange(f, h, 16, s16)
		v[0], v[8] = exchange(a, b, 8, s8)
		v[16], v[24] = exchange(c, d, 8, s8)
		v[32], v[40] = exchange(e, f, 8, s8)
		v[48], v[56] = exchange(g, h, 8, s8)
	}
	for i := 0; i < 64; i += 8 {
		v := (*[8]uint64)(x[i:])
		a, b, c, d, e, f, g, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
		a, e = exchange(a, e, 4, s4)
		b, f = exchange(b, f, 4, s4)
		c, g = exchange(c, g, 4, s4)
		d, h = exchange(d, h, 4, s4)
		a, c = exchange(a, c, 2, s2)
		b, d = exchange(b, d, 2, s2)
		e, g = exchange(e, g, 2, s2)
		f, h = exchange(f, h, 2, s2)
		v[0], v[1] = exchange(a, b, 1, s1)
		v[2], v[3] = exchange(c, d, 1, s1)
		v[4], v[5] = exchange(e, f, 1, s1)
		v[6], v[7] = exchange(g, h, 1, s1)
	}
}

// exchange swaps the bits of x in mask, after the shift, with those of y.
func exchange(x, y uint64, shift int, mask uint64) (uint64, uint64) {
	t := (x>>shift ^ y) & mask
	return x ^ t<<shift, y ^ t
}
