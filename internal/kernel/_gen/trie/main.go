// Command trie writes the assembly of package internal/kernel/trie.
//
//	go run ./trie -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

const head = `
// The inner steps of groups with AVX-512. What the functions compute, in Go, is in portable.go.
//
//	byte         0    1    ...  63
//	vector       slot 0, 1, ... 63, 8 lanes each
//	counter      slot 0, 1, ... 63
//	cells        slots 0 to 31 in one vector, 32 to 63 in another     16 bits each
//
// Registers of masks: eight vectors, the words of which change places with those of eight others, and constants.
// Registers of test: one vector for each vector of masks, the lanes that the first squares leave, and a few for the counts of
// a last square.
//
// Needs AVX-512 F, BW, DQ, BITALG, VBMI and GFNI, and BMI2 and POPCNT. Nothing has to be aligned. A list of counters has one at
// least; multiply takes a positive multiple of 16 cells, at most 65,536. Reason to exist: docs/laboratory.md, "Parity classes".
`

// Sizes that package trie lays down.
const (
	vectorBytes = 64
	maxVectors  = 6
)

func main() {
	emit.Only(emit.Set{Heading: head, Write: func() {
		filter()
		masks()
		for vectors := 1; vectors <= maxVectors; vectors++ {
			test(vectors)
		}
		full()
		flush()
		multiply()
	}})
}

func filter() {
	emit.Func("filterAVX512", "func(to, keys *uint64, n int, queen uint64) int",
		"filterAVX512 copies the keys that have no bit of the queen, and returns how many they are.")
	to, key, n := emit.Arg("to"), emit.Arg("keys"), emit.Arg("n")
	queen := ZMM()
	VPBROADCASTQ(emit.Arg("queen"), queen)
	start := GP64()
	MOVQ(to, start)
	const unrolled = 4
	// vectors writes the keys of some vectors; the numbers of kept ones are known before the first is stored.
	vectors := func(number int) {
		keys, kept := make([]VecVirtual, number), make([]GPVirtual, number)
		for i := range number {
			keys[i], kept[i] = ZMM(), GP64()
			free := K()
			VMOVDQU64(Mem{Base: key, Disp: i * vectorBytes}, keys[i])
			VPTESTNMQ(queen, keys[i], free)
			VPCOMPRESSQ_Z(keys[i], free, keys[i])
			KMOVB(free, kept[i].As32())
			POPCNTL(kept[i].As32(), kept[i].As32())
		}
		for i := range number {
			VMOVDQU64(keys[i], Mem{Base: to})
			LEAQ(Mem{Base: to, Index: kept[i], Scale: 8}, to)
		}
		ADDQ(I32(number*vectorBytes), key)
	}
	SUBQ(U8(8*unrolled), n)
	JL(LabelRef("few"))
	Label("many")
	vectors(unrolled)
	SUBQ(U8(8*unrolled), n)
	JGE(LabelRef("many"))
	Label("few")
	ADDQ(U8(8*(unrolled-1)), n)
	JL(LabelRef("last"))
	Label("vector")
	vectors(1)
	SUBQ(U8(8), n)
	JGE(LabelRef("vector"))
	Label("last")
	ADDQ(U8(8), n)
	JZ(LabelRef("end"))
	all, valid, free, x, kept := GP64(), K(), K(), ZMM(), GP64()
	MOVQ(I32(255), all)
	BZHIQ(n, all, all)
	KMOVB(all.As32(), valid)
	VMOVDQU64_Z(Mem{Base: key}, valid, x)
	VPTESTNMQ(queen, x, valid, free)
	VPCOMPRESSQ_Z(x, free, x)
	VMOVDQU64(x, valid, Mem{Base: to})
	KMOVB(free, kept.As32())
	POPCNTL(kept.As32(), kept.As32())
	LEAQ(Mem{Base: to, Index: kept, Scale: 8}, to)
	Label("end")
	emit.ReturnKeys(start, to, 64)
}

// masks makes the planes in two passes: the words of a vector are first slots of one byte of the keys, then parts of one plane.
func masks() {
	emit.Func("masksAVX512", "func(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64)",
		"masksAVX512 sets the masks of n squares for the first keys of 64 runs, and takes these from the runs.")
	keys, run, planes := emit.Arg("keys"), emit.Arg("runs"), emit.Arg("planes")
	load := func(name string, value func(i int) uint8) VecVirtual {
		v := ZMM()
		VMOVDQU64(emit.Bytes(name, vectorBytes, value), v)
		return v
	}
	matrices := load("matrices", func(i int) uint8 { return uint8((7-i%8)*8 + i/8) }) // byte i of key 7-k is byte k of word i
	bytes := load("bytes", func(i int) uint8 { return uint8(i%8*8 + i/8) })
	identity := load("identity", func(i int) uint8 { return 1 << (i % 8) })
	unused, at, left, eight, all := ZMM(), GP64(), GP64(), GP64(), GP64()
	VPTERNLOGD(U8(255), unused, unused, unused)
	MOVQ(planes, at)
	MOVQ(U32(8), left)
	MOVQ(U32(8), eight)
	MOVQ(U32(255), all)
	Label("slots")
	var v [8]VecVirtual
	for slot := range v {
		start, n, lanes := Mem{Base: run, Disp: 16 * slot}, GP64(), K()
		from, some := GP64(), GP64()
		MOVQ(start, from)
		MOVQ(Mem{Base: run, Disp: 16*slot + 8}, n)
		SUBQ(from, n)
		CMPQ(n, eight)
		CMOVQGT(eight, n)
		BZHIQ(n, all, some)
		KMOVB(some.As32(), lanes)
		v[slot] = ZMM()
		VMOVDQA64(unused, v[slot])
		VMOVDQU64(Mem{Base: keys, Index: from, Scale: 8}, lanes, v[slot])
		ADDQ(n, from)
		MOVQ(from, start)
		VPERMB(v[slot], matrices, v[slot])
		VGF2P8AFFINEQB(U8(0), v[slot], identity, v[slot])
	}
	for i, x := range transpose(v) {
		VPERMB(x, bytes, x)
		VMOVDQU64(x, Mem{Base: at, Disp: 8 * vectorBytes * i})
	}
	ADDQ(I32(16*8), run)
	ADDQ(I32(vectorBytes), at)
	DECQ(left)
	JNZ(LabelRef("slots"))
	MOVQ(planes, at)
	MOVQ(eight, left)
	Label("planes")
	for i := range v {
		v[i] = ZMM()
		VMOVDQU64(Mem{Base: at, Disp: vectorBytes * i}, v[i])
	}
	for i, x := range transpose(v) {
		VMOVDQU64(x, Mem{Base: at, Disp: vectorBytes * i})
	}
	ADDQ(I32(8*vectorBytes), at)
	DECQ(left)
	JNZ(LabelRef("planes"))
	to, square, n := emit.Arg("to"), emit.Arg("squares"), emit.Arg("n")
	Label("square")
	mask, number, rising, falling := ZMM(), GP64(), GP64(), GP64()
	MOVWLZX(Mem{Base: square}, number.As32())
	MOVBLZX(Mem{Base: square, Disp: 2}, rising.As32())
	MOVBLZX(Mem{Base: square, Disp: 3}, falling.As32())
	for _, r := range []GPVirtual{number, rising, falling} {
		SHLQ(U8(6), r)
	}
	VMOVDQU64(Mem{Base: planes, Index: rising, Scale: 1}, mask)
	VPTERNLOGQ(U8(0x01), Mem{Base: planes, Index: falling, Scale: 1}, mask, mask) // on neither
	VMOVDQU64(mask, Mem{Base: to, Index: number, Scale: 1})
	ADDQ(U8(4), square)
	DECQ(n)
	JNZ(LabelRef("square"))
	emit.End()
}

// transpose returns vectors the words of which are those of one place in v.
func transpose(v [8]VecVirtual) (to [8]VecVirtual) {
	for odd := range 2 {
		var u [4]VecVirtual // of two vectors, the words of even or of odd places
		for i := range u {
			u[i] = ZMM()
			if odd == 0 {
				VPUNPCKLQDQ(v[2*i+1], v[2*i], u[i])
			} else {
				VPUNPCKHQDQ(v[2*i+1], v[2*i], u[i])
			}
		}
		for half, pairs := range []uint8{0x44, 0xee} {
			w := [2]VecVirtual{ZMM(), ZMM()}
			for i := range w {
				VSHUFI64X2(U8(pairs), u[2*i+1], u[2*i], w[i])
			}
			for i, places := range []uint8{0x88, 0xdd} {
				x := ZMM()
				VSHUFI64X2(U8(places), w[1], w[0], x)
				to[4*half+2*i+odd] = x
			}
		}
	}
	return to
}

// test adds the counts of sets of so many vectors.
func test(vectors int) {
	emit.Func(fmt.Sprintf("test%dAVX512", vectors), "func(counters, masks *uint64, stride, firsts int, list *uint8) (tests uint64)",
		"It adds the counts of the leaf placements of a node with this number of vectors, and returns how many they are.")
	counters, masks, stride := emit.Arg("counters"), emit.Arg("masks"), emit.Arg("stride")
	firsts, list, tests := emit.Arg("firsts"), emit.Arg("list"), GP64()
	XORQ(tests, tests)
	SHLQ(U8(6), stride)
	square, upper := GP64(), GP64()
	// at returns where the mask of the square is in each vector.
	at := func() (list []Mem) {
		for v := range vectors {
			m := Mem{Base: square}
			if v >= 3 {
				m.Base = upper
			}
			if v%3 > 0 {
				m.Index, m.Scale = stride, uint8(v%3)
			}
			list = append(list, m)
		}
		if vectors > 3 {
			LEAQ(Mem{Base: square, Index: stride, Scale: 2}, upper)
			ADDQ(stride, upper)
		}
		return list
	}
	next := func(disp int) []Mem {
		MOVBLZX(Mem{Base: list, Disp: disp}, square.As32())
		SHLQ(U8(6), square)
		ADDQ(masks, square)
		return at()
	}
	left := make([]VecVirtual, vectors)
	for v := range left {
		left[v] = ZMM()
	}

	Label("number")
	last, sets := GP64(), GP64()
	MOVBLZX(Mem{Base: list}, last.As32())
	TESTQ(last, last)
	JZ(LabelRef("end"))
	MOVWLZX(Mem{Base: list, Disp: 1}, sets.As32())
	ADDQ(U8(3), list)
	of := GP64()
	MOVQ(last, of)
	IMULQ(sets, of)
	ADDQ(of, tests)

	Label("set")
	rest := GP64()
	MOVQ(firsts, rest)
	DECQ(rest)
	JL(LabelRef("none"))
	for v, m := range next(0) {
		VMOVDQU64(m, left[v])
	}
	INCQ(list)
	Label("first")
	DECQ(rest)
	JL(LabelRef("lasts"))
	for v, m := range next(0) {
		VPANDQ(m, left[v], left[v])
	}
	INCQ(list)
	JMP(LabelRef("first"))
	Label("none")
	LEAQ(Mem{Base: masks, Index: stride, Scale: 1, Disp: -vectorBytes}, square)
	for v, m := range at() {
		VMOVDQU64(m, left[v])
	}
	Label("lasts")
	MOVQ(last, rest)
	Label("last")
	counter, sum := GP64(), [2]VecVirtual{}
	MOVWLZX(Mem{Base: list, Disp: 1}, counter.As32())
	SHLQ(U8(6), counter)
	ADDQ(counters, counter)
	for v, m := range next(0) {
		x := ZMM()
		VPANDQ(m, left[v], x)
		VPOPCNTB(x, x)
		if v < 2 {
			sum[v] = x
		} else {
			VPADDB(x, sum[v%2], sum[v%2])
		}
	}
	if vectors > 1 {
		VPADDB(sum[1], sum[0], sum[0])
	}
	VPADDUSB(Mem{Base: counter}, sum[0], sum[0])
	VMOVDQU64(sum[0], Mem{Base: counter})
	ADDQ(U8(3), list)
	DECQ(rest)
	JNZ(LabelRef("last"))
	DECQ(sets)
	JNZ(LabelRef("set"))
	JMP(LabelRef("number"))
	Label("end")
	Store(tests, ReturnIndex(0))
	emit.End()
}

// counterOf loads where the counter of a use is.
func counterOf(use, counters Register) GPVirtual {
	at := GP64()
	MOVWLZX(Mem{Base: use}, at.As32())
	SHLQ(U8(6), at)
	ADDQ(counters, at)
	return at
}

// rowOf loads where the row of a use is.
func rowOf(use, slab Register) GPVirtual {
	at := GP64()
	MOVWLZX(Mem{Base: use, Disp: 2}, at.As32())
	SHLQ(U8(7), at)
	ADDQ(slab, at)
	return at
}

func full() {
	emit.Func("fullAVX512", "func(slab *uint16, counters *uint64, used *uint16, n int, full uint64) uint64",
		"fullAVX512 returns the slots where one of n counters is at least full, and fetches the rows.")
	slab, counters, use, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("used"), emit.Arg("n")
	most, least, over, out := ZMM(), ZMM(), K(), GP64()
	VPXORQ(most, most, most)
	Label("use")
	VPMAXUB(Mem{Base: counterOf(use, counters)}, most, most)
	row := rowOf(use, slab)
	PREFETCHT0(Mem{Base: row})
	PREFETCHT0(Mem{Base: row, Disp: vectorBytes})
	ADDQ(U8(4), use)
	DECQ(n)
	JNZ(LabelRef("use"))
	VPBROADCASTB(emit.Arg("full").As32(), least)
	VPCMPUB(U8(5), least, most, over) // not less
	KMOVQ(over, out)
	Store(out, ReturnIndex(0))
	emit.End()
}

func flush() {
	emit.Func("flushAVX512", "func(slab *uint16, counters *uint64, used *uint16, n int)",
		"flushAVX512 adds n counters to their rows and clears them.")
	slab, counters, use, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("used"), emit.Arg("n")
	zero := ZMM()
	VPXORQ(zero, zero, zero)
	Label("use")
	counter, row := counterOf(use, counters), rowOf(use, slab)
	for half := range 2 {
		cells := ZMM()
		at := Mem{Base: row, Disp: half * vectorBytes}
		VPMOVZXBW(Mem{Base: counter, Disp: half * vectorBytes / 2}, cells)
		VPADDUSW(at, cells, cells)
		VMOVDQU64(cells, at)
	}
	VMOVDQU64(zero, Mem{Base: counter})
	ADDQ(U8(4), use)
	DECQ(n)
	JNZ(LabelRef("use"))
	emit.End()
}

func multiply() {
	emit.Func("multiplyAVX512", "func(a, b *uint16, n int) (products, sumA, sumB, most uint64)",
		"multiplyAVX512 returns the sum of products of n cells, their sums, and the largest cell.")
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	products, sumA, sumB, most, low := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	for _, v := range []VecVirtual{products, sumA, sumB, most} {
		VPXORQ(v, v, v)
	}
	VPTERNLOGD(U8(255), low, low, low)
	VPSRLQ(U8(32), low, low)
	// add adds the upper and the lower halves of quadwords.
	add := func(x, sum VecVirtual) {
		upper := ZMM()
		VPSRLQ(U8(32), x, upper)
		VPANDQ(low, x, x)
		VPADDQ(upper, sum, sum)
		VPADDQ(x, sum, sum)
	}
	Label("cells")
	x, y, product := ZMM(), ZMM(), ZMM()
	VPMOVZXWD(Mem{Base: a}, x)
	VPMOVZXWD(Mem{Base: b}, y)
	VPMULLD(x, y, product)
	VPADDD(x, sumA, sumA)
	VPADDD(y, sumB, sumB)
	VPMAXUD(x, most, most)
	VPMAXUD(y, most, most)
	add(product, products)
	ADDQ(U8(32), a)
	ADDQ(U8(32), b)
	SUBQ(U8(16), n)
	JNZ(LabelRef("cells"))
	emit.StoreSum512(products, 0)
	for i, sum := range []VecVirtual{sumA, sumB} {
		total := ZMM()
		VPXORQ(total, total, total)
		add(sum, total)
		emit.StoreSum512(total, 1+i)
	}
	y1, x1, x2, out := YMM(), XMM(), XMM(), GP64()
	VEXTRACTI64X4(U8(1), most, y1)
	VPMAXUD(y1, most.AsY(), y1)
	VEXTRACTI128(U8(1), y1, x1)
	VPMAXUD(x1, y1.AsX(), x1)
	for _, shuffle := range []uint8{0x4e, 0xb1} {
		VPSHUFD(U8(shuffle), x1, x2)
		VPMAXUD(x2, x1, x1)
	}
	VMOVD(x1, out.As32())
	Store(out, ReturnIndex(3))
	emit.End()
}
