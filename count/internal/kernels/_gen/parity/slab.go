package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

func full() {
	emit.Func("fullAVX512", "func(slab *uint16, counters *uint64, labels *uint16, n int, full uint64) uint64",
		"fullAVX512 is fullAVX2.")
	slab, counter, label, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("labels"), emit.Arg("n")
	most, least, over, out := ZMM(), ZMM(), K(), GP64()
	VPXORQ(most, most, most)
	Label("counter")
	VPMAXUB(Mem{Base: counter}, most, most)
	row := rowOf(label, slab)
	for line := range 2 {
		PREFETCHT0(Mem{Base: row, Disp: layout.VectorBytes * line})
	}
	ADDQ(U8(layout.VectorBytes), counter)
	ADDQ(U8(2), label)
	DECQ(n)
	JNZ(LabelRef("counter"))
	VPBROADCASTB(emit.Arg("full").As32(), least)
	VPCMPUB(U8(5), least, most, over) // not less
	KMOVQ(over, out)
	Store(out, ReturnIndex(0))
	emit.End()
}

func flush() {
	emit.Func("flushAVX512", "func(slab *uint16, counters *uint64, labels *uint16, n int)")
	slab, counter, label, n := emit.Arg("slab"), emit.Arg("counters"), emit.Arg("labels"), emit.Arg("n")
	zero := ZMM()
	VPXORQ(zero, zero, zero)
	Label("counter")
	row := rowOf(label, slab)
	for half := range 2 {
		cells, at := ZMM(), Mem{Base: row, Disp: layout.VectorBytes * half}
		VPMOVZXBW(Mem{Base: counter, Disp: layout.VectorBytes / 2 * half}, cells)
		VPADDUSW(at, cells, cells)
		VMOVDQU64(cells, at)
	}
	VMOVDQU64(zero, Mem{Base: counter})
	ADDQ(U8(layout.VectorBytes), counter)
	ADDQ(U8(2), label)
	DECQ(n)
	JNZ(LabelRef("counter"))
	emit.End()
}

// multiply takes cells below 32,768, so that sums of two products fit 32 bits.
func multiply() {
	emit.Func("multiplyAVX512", "func(a, b *uint16, rows int, columns uint64) (products, sumA, sumB, most uint64)",
		"multiplyAVX512 handles some columns of rows of 64 cells. If most exceeds 32,767, the rest is wrong.")
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("rows")
	columns := [2]Register{K(), K()}
	KMOVQ(emit.Arg("columns"), columns[0])
	KSHIFTRQ(U8(32), columns[0], columns[1])
	products, sumA, sumB, most, low, ones := ZMM(), ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	for _, v := range []VecVirtual{products, sumA, sumB, most} {
		VPXORQ(v, v, v)
	}
	VPTERNLOGD(U8(255), low, low, low)
	VPSRLW(U8(15), low, ones)
	VPSRLQ(U8(32), low, low)
	// add adds the upper and the lower halves of quadwords.
	add := func(x, sum VecVirtual) {
		upper := ZMM()
		VPSRLQ(U8(32), x, upper)
		VPANDQ(low, x, x)
		VPADDQ(upper, sum, sum)
		VPADDQ(x, sum, sum)
	}
	Label("row")
	for half := range 2 {
		x, y, product, u, v := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
		VMOVDQU16_Z(Mem{Base: a, Disp: layout.VectorBytes * half}, columns[half], x)
		VMOVDQU16_Z(Mem{Base: b, Disp: layout.VectorBytes * half}, columns[half], y)
		VPMADDWD(x, y, product)
		VPMADDWD(x, ones, u)
		VPMADDWD(y, ones, v)
		VPADDD(u, sumA, sumA)
		VPADDD(v, sumB, sumB)
		VPMAXUW(x, most, most)
		VPMAXUW(y, most, most)
		add(product, products)
	}
	ADDQ(I32(2*layout.VectorBytes), a)
	ADDQ(I32(2*layout.VectorBytes), b)
	DECQ(n)
	JNZ(LabelRef("row"))
	emit.StoreSum512(products, 0)
	for i, sum := range []VecVirtual{sumA, sumB} {
		total := ZMM()
		VPXORQ(total, total, total)
		add(sum, total)
		emit.StoreSum512(total, 1+i)
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
