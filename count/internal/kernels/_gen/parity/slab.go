package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

// full finds full slots.
func full(w width, set, comment string) {
	emit.Func("full"+set, "func(slab *uint16, counters *uint64, labels *uint16, n int, full uint64) uint64",
		"full"+set+comment)
	slab, counter, label, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("labels"), emit.Arg("n")
	most, least, over := w.register(), w.register(), GP64()
	w.clear(most)
	Label("counter")
	for p := range w.parts() {
		VPMAXUB(Mem{Base: counter, Disp: int(w) * p}, most, most)
	}
	row := rowOf(label, slab)
	for line := range 2 {
		PREFETCHT0(Mem{Base: row, Disp: layout.VectorBytes * line})
	}
	nextCounter(counter, label, n)
	if w == whole {
		slots := K()
		VPBROADCASTB(emit.Arg("full").As32(), least)
		VPCMPUB(U8(5), least, most, slots) // not less
		KMOVQ(slots, over)
	} else {
		x := XMM()
		VMOVQ(emit.Arg("full"), x)
		VPBROADCASTB(x, least)
		VPMAXUB(least, most, least)
		VPCMPEQB(least, most, most) // not less
		VPMOVMSKB(most, over.As32())
	}
	Store(over, ReturnIndex(0))
	emit.End()
}

// flush adds counters to their cells, and clears them.
func flush(w width, set string) {
	emit.Func("flush"+set, "func(slab *uint16, counters *uint64, labels *uint16, n int)")
	slab, counter, label, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("labels"), emit.Arg("n")
	zero := w.register()
	w.clear(zero)
	Label("counter")
	row := rowOf(label, slab)
	for p := range 2 * w.parts() {
		cells, at := w.register(), Mem{Base: row, Disp: int(w) * p}
		VPMOVZXBW(Mem{Base: counter, Disp: int(w) / 2 * p}, cells)
		VPADDUSW(at, cells, cells)
		w.move(cells, at)
	}
	for p := range w.parts() {
		w.move(zero, Mem{Base: counter, Disp: int(w) * p})
	}
	nextCounter(counter, label, n)
	emit.End()
}

// nextCounter ends a loop over counters and their labels.
func nextCounter(counter, label, n Register) {
	ADDQ(U8(layout.VectorBytes), counter)
	ADDQ(U8(2), label)
	DECQ(n)
	JNZ(LabelRef("counter"))
}

// multiply takes cells of 16 bits below 32,768, so that sums of two products fit 32 bits, or bytes.
func multiply(bytes bool) {
	name, comment, size := "multiplyAVX512", "If most exceeds 32,767, the rest is wrong.", 2
	if bytes {
		name, comment, size = "multiplyBytesAVX512", "Cells are bytes. There are at most 16,384 rows.", 1
	}
	emit.Func(name, "func(a, b *uint16, rows int, columns uint64) (products, sumA, sumB, most uint64)",
		name+" handles some columns of rows of 64 cells. "+comment)
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("rows")
	columns := [2]Register{K(), K()}
	KMOVQ(emit.Arg("columns"), columns[0])
	KSHIFTRQ(U8(32), columns[0], columns[1])
	products, sumA, sumB, most, low, ones, zero := ZMM(), ZMM(), ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	for _, v := range []VecVirtual{products, sumA, sumB, most, zero} {
		VPXORQ(v, v, v)
	}
	VPTERNLOGD(U8(255), low, low, low)
	VPSRLW(U8(15), low, ones)
	VPSRLQ(U8(32), low, low)
	Label("row")
	for half := range size {
		x, y, product, u, v := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
		atA, atB := Mem{Base: a, Disp: layout.VectorBytes * half}, Mem{Base: b, Disp: layout.VectorBytes * half}
		if bytes {
			VMOVDQU8_Z(atA, columns[0], x)
			VMOVDQU8_Z(atB, columns[0], y)
			VPSADBW(x, zero, u)
			VPSADBW(y, zero, v)
			VPADDQ(u, sumA, sumA)
			VPADDQ(v, sumB, sumB)
			VPMAXUB(x, most, most)
			VPMAXUB(y, most, most)
			for _, unpack := range []func(ops ...Op){VPUNPCKLBW, VPUNPCKHBW} {
				unpack(zero, x, u)
				unpack(zero, y, v)
				VPMADDWD(u, v, product)
				VPADDD(product, products, products)
			}
			continue
		}
		VMOVDQU16_Z(atA, columns[half], x)
		VMOVDQU16_Z(atB, columns[half], y)
		VPMADDWD(x, y, product)
		VPMADDWD(x, ones, u)
		VPMADDWD(y, ones, v)
		VPADDD(u, sumA, sumA)
		VPADDD(v, sumB, sumB)
		VPMAXUW(x, most, most)
		VPMAXUW(y, most, most)
		whole.add(low, product, products)
	}
	ADDQ(I32(size*layout.VectorBytes), a)
	ADDQ(I32(size*layout.VectorBytes), b)
	DECQ(n)
	JNZ(LabelRef("row"))
	for i, sum := range []VecVirtual{products, sumA, sumB} {
		total := sum
		if bytes == (i == 0) { // of doublewords
			total = ZMM()
			VPXORQ(total, total, total)
			whole.add(low, sum, total)
		}
		emit.StoreSum512(total, i)
	}
	if bytes {
		upper := ZMM()
		VPSRLW(U8(8), most, upper)
		VPMAXUB(upper, most, most)
		VPSLLW(U8(8), most, most)
		VPSRLW(U8(8), most, most)
	}
	lower, upper := YMM(), YMM() // cells as doublewords
	VEXTRACTI64X4(U8(1), most, lower)
	VPMAXUW(lower, most.AsY(), lower)
	VPSRLD(U8(16), lower, upper)
	VPSLLD(U8(16), lower, lower)
	VPSRLD(U8(16), lower, lower)
	VPMAXUD(upper, lower, lower)
	storeMost(lower, 3)
	emit.End()
}
