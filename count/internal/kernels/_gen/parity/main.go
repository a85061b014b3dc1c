// Command parity writes the assembly of package count/internal/kernels/parity.
//
//	go run ./parity -set avx512 -out zavx512_amd64.s -stubs zavx512_amd64.go
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

const head = `
// The inner steps of groups with AVX-512. What the functions compute, in Go, is in portable.go.
//
//	byte         0    1    ...  63
//	vector       slot 0, 1, ... 63, 8 lanes each
//	counter      slot 0, 1, ... 63
//
// Registers of masks: eight vectors, the words of which change places with those of eight others,
// and constants. Registers of test: one vector for each vector of masks, and where the counts of
// wider slots go.
//
// Needs AVX-512 F, BW, DQ, BITALG, VPOPCNTDQ, VBMI and GFNI, and BMI2 and POPCNT, but no alignment.
// Bounds are found with AVX2. Reason to exist:
// docs/laboratory.md, "Parity classes".
`

func main() {
	emit.File(map[string]emit.Set{
		"avx512": {Heading: head, Write: func() {
			filter()
			runs()
			needs()
			masks(false)
			masks(true)
			for number, f := range layout.Forms {
				test(number, f)
			}
			full(whole, "AVX512", " is fullAVX2.")
			flush(whole, "AVX512")
			multiply(false)
			multiply(true)
			hits(whole, "AVX512", Mem{})
			labels()
			below()
			drain()
		}},
		"avx2": {Heading: head2, Write: avx2},
		"neon": {Heading: headNEON, Text: neon},
	})
}

func filter() {
	emit.Func("filterAVX512", "func(to, keys *uint64, n int, queen uint64) int")
	to, key, n := emit.Arg("to"), emit.Arg("keys"), emit.Arg("n")
	queen := ZMM()
	VPBROADCASTQ(emit.Arg("queen"), queen)
	start := GP64()
	MOVQ(to, start)
	const unrolled = 4
	type vectors struct {
		keys []VecVirtual
		kept []GPVirtual
	}
	newVectors := func(number int) (v vectors) {
		for range number {
			v.keys, v.kept = append(v.keys, ZMM()), append(v.kept, GP64())
		}
		return v
	}
	load := func(v vectors) {
		for i, x := range v.keys {
			free := K()
			VMOVDQU64(Mem{Base: key, Disp: i * layout.VectorBytes}, x)
			VPTESTNMQ(queen, x, free)
			VPCOMPRESSQ_Z(x, free, x)
			KMOVB(free, v.kept[i].As32())
			POPCNTL(v.kept[i].As32(), v.kept[i].As32())
		}
		ADDQ(I32(len(v.keys)*layout.VectorBytes), key)
	}
	store := func(v vectors) {
		for i, x := range v.keys {
			VMOVDQU64(x, Mem{Base: to})
			LEAQ(Mem{Base: to, Index: v.kept[i], Scale: 8}, to)
		}
	}
	// Load the next vectors before storing the current ones: loads that the processor considers
	// dependent on stores wait for older ones.
	now, next, one := newVectors(unrolled), newVectors(unrolled), newVectors(1)
	SUBQ(U8(8*unrolled), n)
	JL(LabelRef("few"))
	load(now)
	SUBQ(U8(8*unrolled), n)
	JL(LabelRef("stored"))
	Label("many")
	load(next)
	store(now)
	for i := range unrolled {
		VMOVDQA64(next.keys[i], now.keys[i])
		MOVQ(next.kept[i], now.kept[i])
	}
	SUBQ(U8(8*unrolled), n)
	JGE(LabelRef("many"))
	Label("stored")
	store(now)
	Label("few")
	ADDQ(U8(8*(unrolled-1)), n)
	JL(LabelRef("last"))
	Label("vector")
	load(one)
	store(one)
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

// masks makes the planes in two passes: the words of a vector are first slots of one byte of the
// keys, then parts of one plane. The keys of straight ones come in sequence, so slots beyond their
// number are idle.
func masks(straight bool) {
	name, places := "masksAVX512", "runs *int"
	if straight {
		name, places = "straightAVX512", "count int"
	}
	emit.Func(name, "func(to, keys *uint64, "+places+", squares *uint16, n int, planes *uint64)")
	keys, planes := emit.Arg("keys"), emit.Arg("planes")
	load := func(name string, value func(i int) uint8) VecVirtual {
		v := ZMM()
		VMOVDQU64(emit.Bytes(name, layout.VectorBytes, value), v)
		return v
	}
	// byte i of key 7-k is byte k of word i
	matrices := load("matrices", func(i int) uint8 { return uint8((7-i%8)*8 + i/8) })
	bytes := load("bytes", func(i int) uint8 { return uint8(i%8*8 + i/8) })
	identity := load("identity", func(i int) uint8 { return 1 << (i % 8) })
	unused, at, left := ZMM(), GP64(), GP64()
	VPTERNLOGD(U8(255), unused, unused, unused)
	MOVQ(planes, at)
	MOVQ(U32(8), left)
	of := slotsOfRuns
	if straight {
		of = slotsInSequence
	}
	slot, next := of(keys, unused, at, left)
	Label("slots")
	var v [8]VecVirtual
	for i := range v {
		start, lanes := slot(i)
		v[i] = ZMM()
		VMOVDQA64(unused, v[i])
		VMOVDQU64(start, lanes, v[i])
		VPERMB(v[i], matrices, v[i])
		VGF2P8AFFINEQB(U8(0), v[i], identity, v[i])
	}
	for i, x := range transpose(v) {
		VPERMB(x, bytes, x)
		VMOVDQU64(x, Mem{Base: at, Disp: 8 * layout.VectorBytes * i})
	}
	next()
	Label("all")
	MOVQ(planes, at)
	MOVQ(U32(8), left)
	Label("planes")
	for i := range v {
		v[i] = ZMM()
		VMOVDQU64(Mem{Base: at, Disp: layout.VectorBytes * i}, v[i])
	}
	for i, x := range transpose(v) {
		VMOVDQU64(x, Mem{Base: at, Disp: layout.VectorBytes * i})
	}
	ADDQ(I32(8*layout.VectorBytes), at)
	DECQ(left)
	JNZ(LabelRef("planes"))
	to, square, n := emit.Arg("to"), emit.Arg("squares"), emit.Arg("n")
	Label("square")
	mask, number, rising, falling := ZMM(), GP64(), GP64(), GP64()
	for i, r := range []GPVirtual{number, rising, falling} {
		MOVWLZX(Mem{Base: square, Disp: 2 * i}, r.As32())
	}
	VMOVDQU64(Mem{Base: planes, Index: rising, Scale: 1}, mask)
	VPTERNLOGQ(U8(0x01), Mem{Base: planes, Index: falling, Scale: 1}, mask, mask) // on neither
	VMOVDQU64(mask, Mem{Base: to, Index: number, Scale: 1})
	ADDQ(U8(6), square)
	DECQ(n)
	JNZ(LabelRef("square"))
	emit.End()
}

// slotsOfRuns returns functions that load the place of the keys of a slot, and which lanes it has,
// and that go to the next eight slots.
func slotsOfRuns(keys, _, at, left Register) (slot func(i int) (start Mem, lanes Register), next func()) {
	run, all, eight := emit.Arg("runs"), GP64(), GP64()
	MOVQ(U32(255), all)
	MOVQ(U32(8), eight)
	return func(i int) (Mem, Register) {
			start, from, n, some, lanes := Mem{Base: run, Disp: 16 * i}, GP64(), GP64(), GP64(), K()
			MOVQ(start, from)
			MOVQ(Mem{Base: run, Disp: 16*i + 8}, n)
			SUBQ(from, n)
			CMPQ(n, eight)
			CMOVQGT(eight, n)
			BZHIQ(n, all, some)
			KMOVB(some.As32(), lanes)
			ADDQ(from, n)
			MOVQ(n, start)
			return Mem{Base: keys, Index: from, Scale: 8}, lanes
		}, func() {
			ADDQ(I32(16*8), run)
			ADDQ(I32(layout.VectorBytes), at)
			DECQ(left)
			JNZ(LabelRef("slots"))
		}
}

// slotsInSequence is slotsOfRuns for keys in sequence.
func slotsInSequence(keys, idle, at, left Register) (slot func(i int) (start Mem, lanes Register), next func()) {
	count, ones, most := emit.Arg("count"), GP64(), GP64()
	MOVQ(I32(-1), ones)
	MOVQ(U32(64), most)
	var lanes Register // of all eight slots
	return func(i int) (Mem, Register) {
			of := K()
			if i == 0 {
				some := GP64()
				MOVQ(count, some)
				CMPQ(some, most)
				CMOVQGT(most, some) // BZHIQ takes eight bits of it
				BZHIQ(some, ones, some)
				KMOVQ(some, of)
				lanes = of
			} else {
				KSHIFTRQ(U8(8*i), lanes, of)
			}
			return Mem{Base: keys, Disp: layout.VectorBytes * i}, of
		}, func() {
			ADDQ(I32(8*layout.VectorBytes), keys)
			ADDQ(I32(layout.VectorBytes), at)
			DECQ(left)
			JZ(LabelRef("all"))
			SUBQ(most, count)
			JG(LabelRef("slots"))
			Label("idle")
			for i := range 8 {
				VMOVDQU64(idle, Mem{Base: at, Disp: 8 * layout.VectorBytes * i})
			}
			ADDQ(I32(layout.VectorBytes), at)
			DECQ(left)
			JNZ(LabelRef("idle"))
		}
}

// transpose returns vectors of the words at one position in v.
func transpose(v [8]VecVirtual) (to [8]VecVirtual) {
	for odd := range 2 {
		var u [4]VecVirtual // of two vectors, the words at even or odd positions
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

// width is the number of bytes of a vector in one register.
type width int

const (
	whole width = 64 // AVX-512
	half  width = 32 // AVX2
)

func (w width) register() VecVirtual {
	if w == whole {
		return ZMM()
	}
	return YMM()
}

func (w width) move(from, to Op) {
	if w == whole {
		VMOVDQU64(from, to)
		return
	}
	VMOVDQU(from, to)
}

func (w width) and(a, b, to Op) {
	if w == whole {
		VPANDQ(a, b, to)
		return
	}
	VPAND(a, b, to)
}

func (w width) clear(v VecVirtual) {
	if w == whole {
		VPXORQ(v, v, v)
		return
	}
	VPXOR(v, v, v)
}

// parts returns the number of registers of a vector.
func (w width) parts() int { return layout.VectorBytes / int(w) }

// add adds the upper and the lower halves of the quadwords of x, which it changes, to a sum. low has
// the bits of lower halves.
func (w width) add(low, x, sum VecVirtual) {
	upper := w.register()
	VPSRLQ(U8(32), x, upper)
	w.and(low, x, x)
	VPADDQ(upper, sum, sum)
	VPADDQ(x, sum, sum)
}

// test adds the counts of sets of vectors of a form.
func test(number int, f layout.Form) {
	t := newTest(fmt.Sprintf("test%dAVX512", number), f, whole, 1)
	var places []VecVirtual // of the counts of wider slots
	for i := range f.Wider {
		v := ZMM()
		VMOVDQU64(Mem{Base: t.index, Disp: layout.VectorBytes * i}, v)
		places = append(places, v)
	}
	var kept []VecVirtual // lanes that the last pair leaves
	t.chunks(func(v, _ int, lanes VecVirtual, to Mem) {
		VMOVDQU64(lanes, t.left(to, v))
	}, func(_ int, lanes VecVirtual) {
		kept = append(kept, lanes)
	}, func(first Mem, _ int) VecVirtual {
		var sum []VecVirtual
		for v, lanes := range kept {
			x := ZMM()
			VPANDQ(t.left(first, v), lanes, x)
			if v < f.Bytes {
				VPOPCNTB(x, x)
			} else {
				count := map[int]func(ops ...Op){16: VPOPCNTW, 32: VPOPCNTD, 64: VPOPCNTQ}
				count[f.Wider[v-f.Bytes]](x, x)
				VPERMB(x, places[v-f.Bytes], x)
			}
			sum = append(sum, x)
		}
		for len(sum) > 1 { // those that are ready first
			VPADDB(sum[1], sum[0], sum[0])
			sum = append(sum[2:], sum[0])
		}
		return sum[0]
	})
	Label("end")
	Store(t.number, ReturnIndex(0))
	emit.End()
}

// tests is a function that adds the counts of a list, of some parts of each vector.
type tests struct {
	form                         layout.Form
	width                        width
	parts                        int
	counters, masks, index, list GPVirtual
	lefts, number                GPVirtual
}

func newTest(name string, f layout.Form, w width, parts int) *tests {
	emit.Func(name, "func(counters, masks, index *uint64, list *uint8, left *uint64) (tests uint64)")
	t := &tests{
		form: f, width: w, parts: parts,
		counters: emit.Arg("counters"), masks: emit.Arg("masks"), index: emit.Arg("index"),
		list: emit.Arg("list"), lefts: emit.Arg("left"), number: GP64(),
	}
	XORQ(t.number, t.number)
	return t
}

// left is where lanes of a first pair are, one stride after another.
func (t *tests) left(first Mem, i int) Mem {
	first.Disp += i * layout.LeftStride * int(t.width)
	return first
}

// eachPart loads the lanes of each part of each vector that the next pair of squares of the list
// leaves.
func (t *tests) eachPart(do func(v, p int, lanes VecVirtual)) {
	var squares [2]GPVirtual
	for i := range squares {
		squares[i] = GP64()
		MOVBLZX(Mem{Base: t.list, Disp: i}, squares[i].As32())
		SHLL(U8(6), squares[i].As32())
	}
	for v := range t.form.Vectors() {
		for p := range t.parts {
			x, at := t.width.register(), v*layout.MaskStride*layout.VectorBytes+p*int(t.width)
			t.width.move(Mem{Base: t.masks, Index: squares[0], Scale: 1, Disp: at}, x)
			t.width.and(Mem{Base: t.masks, Index: squares[1], Scale: 1, Disp: at}, x, x)
			do(v, p, x)
		}
	}
}

// chunks writes the loops: first stores lanes of a first pair, last keeps those of a last pair, and
// sum counts those that both leave. The chunks end at label "end".
func (t *tests) chunks(first func(v, p int, lanes VecVirtual, to Mem), last func(p int, lanes VecVirtual),
	sum func(first Mem, p int) VecVirtual,
) {
	Label("chunk")
	firsts, lasts, to, rest := GP64(), GP64(), GP64(), GP64()
	MOVBLZX(Mem{Base: t.list}, firsts.As32())
	TESTQ(firsts, firsts)
	JZ(LabelRef("end"))
	MOVBLZX(Mem{Base: t.list, Disp: 1}, lasts.As32())
	ADDQ(U8(2), t.list)
	MOVQ(t.lefts, to)
	Label("first")
	t.eachPart(func(v, p int, lanes VecVirtual) { first(v, p, lanes, Mem{Base: to}) })
	ADDQ(U8(2), t.list)
	ADDQ(U8(t.width), to)
	DECQ(firsts)
	JNZ(LabelRef("first"))

	TESTQ(lasts, lasts)
	JZ(LabelRef("chunk"))
	Label("last")
	MOVBLZX(Mem{Base: t.list, Disp: 2}, rest.As32())
	ADDQ(rest, t.number)
	PREFETCHT0(Mem{Base: t.list, Disp: 1024}) // lists of large orders come from memory
	t.eachPart(func(_, p int, lanes VecVirtual) { last(p, lanes) })
	ADDQ(U8(3), t.list)
	Label("test")
	var sums []VecVirtual
	var cells []Mem
	for _, at := range twoTests(t.list, bits.TrailingZeros(uint(t.width))) {
		for p := range t.parts {
			sums = append(sums, sum(Mem{Base: t.lefts, Index: at.first, Scale: 1}, p))
			cells = append(cells,
				Mem{Base: t.counters, Index: at.counter, Scale: layout.CounterStep, Disp: p * int(t.width)})
		}
	}
	for i, sum := range sums { // all are loaded before one is stored
		VPADDUSB(cells[i], sum, sum)
	}
	for i, sum := range sums {
		t.width.move(sum, cells[i])
	}
	ADDQ(U8(2*layout.TestBytes), t.list)
	SUBQ(U8(2), rest)
	JNZ(LabelRef("test"))
	DECQ(lasts)
	JNZ(LabelRef("last"))
	JMP(LabelRef("chunk"))
}

// placed is the offset of the masks of a first pair, and the number of a counter.
type placed struct{ first, counter GPVirtual }

// twoTests loads two tests of a list at once: on Zen 5 each load, however short, takes as long as
// one of half a vector.
func twoTests(list Register, shift int) (tests [2]placed) {
	x := GP64()
	MOVQ(Mem{Base: list}, x)
	for i := range tests {
		t := placed{GP64(), GP64()}
		if i > 0 {
			SHRQ(U8(8*layout.TestBytes), x)
		}
		MOVBLZX(x.As8(), t.first.As32())
		SHLL(U8(shift), t.first.As32())
		MOVL(x.As32(), t.counter.As32())
		SHRL(U8(8), t.counter.As32())
		MOVWLZX(t.counter.As16(), t.counter.As32())
		tests[i] = t
	}
	return tests
}

func rowOf(label, slab Register) GPVirtual {
	at := GP64()
	MOVWLZX(Mem{Base: label}, at.As32())
	SHLQ(U8(7), at)
	ADDQ(slab, at)
	return at
}
