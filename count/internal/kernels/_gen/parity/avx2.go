package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

const head2 = `
// The inner steps of groups with AVX2. What the functions compute, in Go, is in portable.go.
//
// A vector is two registers. A test has a table of the bits of a nibble; counts of wider slots move
// within 128 bits. Tables of permutations move the keys, or the words, of a mask to the front. Signs
// of bytes, which additions shift, turn keys into planes.
//
// Needs AVX2, BMI1, BMI2 and POPCNT, but no alignment. A list of counters has at least one. filter
// takes a positive multiple of 4 keys, bounds one of 8; multiply takes one of 16 cells, at most
// 65,536.
`

func avx2() {
	orders := emit.Orders("orders", 64)
	filterHalf(orders)
	boundsHalf()
	masksHalf()
	for number, f := range layout.Nearby {
		testHalf(number, f)
	}
	full(half, "AVX2", " returns whether a slot of one of n counters is at least full, and prefetches the rows.")
	flush(half, "AVX2")
	multiplyHalf()
	hits(half, "AVX2", orders)
}

// placesHalf defines the doublewords of each mask, in order, 16 bytes per mask.
func placesHalf() Mem {
	var places []uint8
	for mask := range 16 {
		some := make([]uint8, 0, 16)
		for i := range 4 {
			if mask>>i&1 == 1 {
				some = append(some, uint8(i), 0, 0, 0)
			}
		}
		places = append(places, some[:cap(some)]...)
	}
	return emit.Bytes("places", len(places), func(i int) uint8 { return places[i] })
}

func filterHalf(table Mem) {
	emit.Func("filterAVX2", "func(to, keys *uint64, n int, queen uint64) int")
	to, key, n, orders := emit.Arg("to"), emit.Arg("keys"), emit.Arg("n"), GP64()
	LEAQ(table, orders)
	queen, zero, x := YMM(), YMM(), XMM()
	VMOVQ(emit.Arg("queen"), x)
	VPBROADCASTQ(x, queen)
	VPXOR(zero, zero, zero)
	start := GP64()
	MOVQ(to, start)
	Label("keys")
	keys, free, mask := YMM(), YMM(), GP64()
	VMOVDQU(Mem{Base: key}, keys)
	VPAND(queen, keys, free)
	VPCMPEQQ(zero, free, free)
	VMOVMSKPD(free, mask.As32())
	emit.Append(to, 64, keys, mask, orders)
	ADDQ(U8(32), key)
	SUBQ(U8(4), n)
	JNZ(LabelRef("keys"))
	emit.ReturnKeys(start, to, 64)
}

func boundsHalf() {
	emit.Func("boundsAVX2", "func(words, keys *uint64, n int, labels uint64)",
		"boundsAVX2 compares key 0 with key -1.")
	word, key, n := emit.Arg("words"), emit.Arg("keys"), emit.Arg("n")
	labels, zero, x := YMM(), YMM(), XMM()
	VMOVQ(emit.Arg("labels"), x)
	VPBROADCASTQ(x, labels)
	VPXOR(zero, zero, zero)
	Label("keys")
	var got [2]GPVirtual
	for i := range got {
		keys := YMM()
		got[i] = GP64()
		VMOVDQU(Mem{Base: key, Disp: 32 * i}, keys)
		VPXOR(Mem{Base: key, Disp: 32*i - 8}, keys, keys)
		VPAND(labels, keys, keys)
		VPCMPEQQ(zero, keys, keys)
		VMOVMSKPD(keys, got[i].As32())
	}
	SHLL(U8(4), got[1].As32())
	ORL(got[1].As32(), got[0].As32())
	NOTL(got[0].As32())
	MOVB(got[0].As8(), Mem{Base: word})
	INCQ(word)
	ADDQ(U8(64), key)
	SUBQ(U8(8), n)
	JNZ(LabelRef("keys"))
	emit.End()
}

// masksHalf makes the planes four slots at a time: 32 keys, with bytes of one position in one
// register.
func masksHalf() {
	emit.Func("masksAVX2", "func(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64)")
	lanes, last := GP64(), GP64()
	LEAQ(emit.Bytes("lanes", 16*8, func(i int) uint8 { // 8 quadwords of ones, then zeros
		if i < 8*8 {
			return 255
		}
		return 0
	}), lanes)
	MOVQ(U32(8), last)
	ones := YMM()
	VPCMPEQD(ones, ones, ones)
	bytes := emit.Bytes32("bytes", func(i int) uint8 { return uint8(i%2*8 + i%16/2) })
	keys, run, at, groups := emit.Arg("keys"), emit.Arg("runs"), emit.Arg("planes"), GP64()
	MOVQ(U32(16), groups)
	Label("group")
	// slot loads its first keys into two registers, with ones for missing keys.
	slot := func(i int) (v [2]VecVirtual) {
		start := Mem{Base: run, Disp: 16 * i}
		from, n, valid := GP64(), GP64(), GP64()
		MOVQ(start, from)
		MOVQ(Mem{Base: run, Disp: 16*i + 8}, n)
		SUBQ(from, n)
		CMPQ(n, last)
		CMOVQGT(last, n)
		MOVQ(lanes, valid)
		ADDQ(U8(64), valid)
		SHLQ(U8(3), n)
		SUBQ(n, valid)
		for p := range v {
			mask := YMM()
			v[p] = YMM()
			VMOVDQU(Mem{Base: valid, Disp: 32 * p}, mask)
			VPMASKMOVQ(Mem{Base: keys, Index: from, Scale: 8, Disp: 32 * p}, mask, v[p])
			VPXOR(ones, mask, mask)
			VPOR(mask, v[p], v[p])
		}
		SHRQ(U8(3), n)
		ADDQ(n, from)
		MOVQ(from, start)
		return v
	}
	var x [8]VecVirtual // two keys each of slot 0 or 1, and of slot 2 or 3
	for s := range 2 {
		low, high := slot(s), slot(s+2)
		for p := range low {
			for h, halves := range []uint8{0x20, 0x31} {
				y := YMM()
				VPERM2I128(U8(halves), high[p], low[p], y)
				VPSHUFB(bytes, y, y)
				x[4*s+2*p+h] = y
			}
		}
	}
	for b, v := range transposeHalf(x) {
		for i := range 8 {
			m := GP32()
			VPMOVMSKB(v, m)
			MOVL(m, Mem{Base: at, Disp: layout.VectorBytes * (8*b + 7 - i)})
			if i < 7 {
				VPADDB(v, v, v)
			}
		}
	}
	ADDQ(U8(4), at)
	ADDQ(U8(16*4), run)
	DECQ(groups)
	JNZ(LabelRef("group"))
	planes, to, square, n := emit.Arg("planes"), emit.Arg("to"), emit.Arg("squares"), emit.Arg("n")
	Label("square")
	number, rising, falling := GP64(), GP64(), GP64()
	for i, r := range []GPVirtual{number, rising, falling} {
		MOVWLZX(Mem{Base: square, Disp: 2 * i}, r.As32())
	}
	for p := range 2 {
		mask := YMM()
		VMOVDQU(Mem{Base: planes, Index: rising, Scale: 1, Disp: 32 * p}, mask)
		VPOR(Mem{Base: planes, Index: falling, Scale: 1, Disp: 32 * p}, mask, mask)
		VPXOR(ones, mask, mask)
		VMOVDQU(mask, Mem{Base: to, Index: number, Scale: 1, Disp: 32 * p})
	}
	ADDQ(U8(6), square)
	DECQ(n)
	JNZ(LabelRef("square"))
	emit.End()
}

// transposeHalf returns, for each position, the words at that position in each 128 bits of x.
func transposeHalf(x [8]VecVirtual) (to [8]VecVirtual) {
	unpack := func(lowOf, highOf func(...Op), first, second VecVirtual) (low, high VecVirtual) {
		low, high = YMM(), YMM()
		lowOf(second, first, low)
		highOf(second, first, high)
		return low, high
	}
	var y [2][4]VecVirtual // positions 0 to 3, and 4 to 7
	for i := range 4 {
		y[0][i], y[1][i] = unpack(VPUNPCKLWD, VPUNPCKHWD, x[2*i], x[2*i+1])
	}
	for upper := range y {
		var z [2][2]VecVirtual // two positions each
		for i := range 2 {
			z[0][i], z[1][i] = unpack(VPUNPCKLDQ, VPUNPCKHDQ, y[upper][2*i], y[upper][2*i+1])
		}
		for i := range z {
			at := 4*upper + 2*i
			to[at], to[at+1] = unpack(VPUNPCKLQDQ, VPUNPCKHQDQ, z[i][0], z[i][1])
		}
	}
	return to
}

func multiplyHalf() {
	emit.Func("multiplyAVX2", "func(a, b *uint16, n int) (products, sumA, sumB, most uint64)")
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	products, sumA, sumB, most, low := YMM(), YMM(), YMM(), YMM(), YMM()
	for _, v := range []VecVirtual{products, sumA, sumB, most} {
		VPXOR(v, v, v)
	}
	VPCMPEQD(low, low, low)
	VPSRLQ(U8(32), low, low)
	Label("cells")
	for p := range 2 {
		x, y, product := YMM(), YMM(), YMM()
		VPMOVZXWD(Mem{Base: a, Disp: 16 * p}, x)
		VPMOVZXWD(Mem{Base: b, Disp: 16 * p}, y)
		VPMULLD(x, y, product)
		VPADDD(x, sumA, sumA)
		VPADDD(y, sumB, sumB)
		VPMAXUD(x, most, most)
		VPMAXUD(y, most, most)
		half.add(low, product, products)
	}
	ADDQ(U8(32), a)
	ADDQ(U8(32), b)
	SUBQ(U8(16), n)
	JNZ(LabelRef("cells"))
	emit.StoreSum(products, 0)
	for i, sum := range []VecVirtual{sumA, sumB} {
		total := YMM()
		VPXOR(total, total, total)
		half.add(low, sum, total)
		emit.StoreSum(total, 1+i)
	}
	storeMost(most, 3)
	emit.End()
}

func storeMost(most VecVirtual, result int) {
	x1, x2, out := XMM(), XMM(), GP64()
	VEXTRACTI128(U8(1), most, x1)
	VPMAXUD(x1, most.AsX(), x1)
	for _, shuffle := range []uint8{0x4e, 0xb1} {
		VPSHUFD(U8(shuffle), x1, x2)
		VPMAXUD(x2, x1, x1)
	}
	VMOVD(x1, out.As32())
	Store(out, ReturnIndex(result))
}

func collectHalf(word, meta Register, orders Mem) func(lanes []VecVirtual, x, y, label Register) {
	first := emit.Bytes("numbers", 16, func(i int) uint8 { return uint8(max(0, 1-i%4) * i / 4) })
	steps := emit.Bytes("steps", 16, func(i int) uint8 { return uint8(max(0, 1-i%4) * 4) })
	numbers, step, zero := XMM(), XMM(), YMM()
	VMOVDQU(first, numbers)
	VMOVDQU(steps, step)
	VPXOR(zero, zero, zero)
	return func(lanes []VecVirtual, x, y, label Register) {
		metas, tables, places := XMM(), GP64(), GP64()
		VMOVD(label.(GPVirtual).As32(), metas)
		VPBROADCASTD(metas, metas)
		VPADDD(numbers, metas, metas)
		LEAQ(orders, tables)
		LEAQ(placesHalf(), places)
		for p := range 2 {
			both, empty, kept, some, count := YMM(), YMM(), XMM(), GP64(), GP64()
			VMOVDQU(Mem{Base: x, Disp: 32 * p}, both)
			VPAND(Mem{Base: y, Disp: 32 * p}, both, both)
			VPAND(lanes[p], both, both)
			VPCMPEQQ(zero, both, empty)
			VMOVMSKPD(empty, some.As32())
			XORL(U8(15), some.As32())
			VMOVDQU(emit.First(both, some, tables), Mem{Base: word})
			POPCNTL(some.As32(), count.As32())
			SHLQ(U8(4), some)
			VMOVDQU(Mem{Base: places, Index: some, Scale: 1}, kept)
			VPERMILPS(kept, metas, kept)
			VMOVDQU(kept, Mem{Base: meta})
			LEAQ(Mem{Base: word, Index: count, Scale: 8}, word)
			LEAQ(Mem{Base: meta, Index: count, Scale: 4}, meta)
			if p == 0 {
				VPADDD(step, metas, metas)
			}
		}
	}
}

// testHalf adds the counts of sets of vectors of a form, one half of the labels after the other if
// both take too many registers. Lanes of a nibble are an index in the table of counts, since the last
// pair has no other bits.
func testHalf(number int, f layout.Form) {
	parts := 2
	if f.Vectors() > 2 {
		parts = 1
	}
	t := newTest(fmt.Sprintf("test%dAVX2", number), f, half, parts)
	counts := emit.Bytes32("counts", func(i int) uint8 { return uint8(bits.OnesCount8(uint8(i % 16))) })
	nibble := emit.Bytes("nibble", 32, func(int) uint8 { return 15 })
	ones, zero := YMM(), YMM()
	if len(f.Wider) > 0 {
		VPXOR(zero, zero, zero)
		VMOVDQU(emit.Bytes("ones", 32, func(int) uint8 { return 1 }), ones)
	}
	start, step := GP64(), GP64()
	if parts == 1 {
		MOVQ(t.list, start)
		MOVQ(I32(int(half)), step)
	}
	nibbles := func(low VecVirtual) (high VecVirtual) {
		high = YMM()
		VPSRLW(U8(4), low, high)
		return high
	}
	left := func(first Mem, v, p, upper int) Mem { return t.left(first, (2*v+upper)*parts+p) }
	kept := make([][][2]VecVirtual, parts) // lanes that the last pair leaves
	t.chunks(func(v, p int, low VecVirtual, to Mem) {
		VMOVDQU(low, left(to, v, p, 0))
		VMOVDQU(nibbles(low), left(to, v, p, 1))
	}, func(p int, low VecVirtual) {
		high := nibbles(low)
		VPAND(nibble, low, low)
		VPAND(nibble, high, high)
		kept[p] = append(kept[p], [2]VecVirtual{low, high})
	}, func(first Mem, p int) (sum VecVirtual) {
		for v, lanes := range kept[p] {
			x, y := YMM(), YMM()
			for i, z := range []VecVirtual{x, y} {
				VPAND(left(first, v, p, i), lanes[i], z)
				VPSHUFB(z, counts, z)
			}
			VPADDB(y, x, x)
			if v >= f.Bytes {
				switch f.Wider[v-f.Bytes] {
				case 64:
					VPSADBW(zero, x, x)
				case 32:
					VPMADDUBSW(ones, x, x)
					VPSRLD(U8(16), x, y)
					VPADDB(y, x, x)
				case 16:
					VPMADDUBSW(ones, x, x)
				}
				VPSHUFB(Mem{Base: t.index, Disp: layout.VectorBytes*(v-f.Bytes) + int(half)*p}, x, x)
			}
			if v > 0 {
				VPADDB(sum, x, x)
			}
			sum = x
		}
		return sum
	})
	Label("end")
	if parts == 1 {
		MOVQ(start, t.list)
		for _, base := range []Register{t.counters, t.masks, t.index} {
			ADDQ(step, base)
		}
		NEGQ(step)
		JS(LabelRef("chunk"))
		SHRQ(U8(1), t.number) // each has been counted twice
	}
	Store(t.number, ReturnIndex(0))
	emit.End()
}
