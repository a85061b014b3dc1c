package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

// words loads eight constant quadwords below 256.
func words(name string, value func(i int) int) VecVirtual {
	v := ZMM()
	VPMOVZXBQ(emit.Bytes(name, 8, func(i int) uint8 { return uint8(value(i)) }), v)
	return v
}

// runs lists where labels begin, then moves the starts, and the ends after them, to the slots of
// the labels there.
func runs() {
	emit.Func("runsAVX512", "func(runs *int, keys *uint64, n int, starts *uint64)",
		"runsAVX512 finds the runs of keys with labels from bit 58 on.")
	key, n, starts := emit.Arg("keys"), emit.Arg("n"), emit.Arg("starts")
	all, eight, first := GP64(), GP64(), GP64()
	MOVQ(U32(255), all)
	MOVQ(U32(8), eight)
	MOVQ(starts, first)
	numbers, step := words("iota", func(i int) int { return i }), words("eights", func(int) int { return 8 })
	one, found, before := words("ones", func(int) int { return 1 }), ZMM(), ZMM()
	VPXORQ(found, found, found)
	VPTERNLOGD(U8(255), before, before, before)
	total := GP64()
	MOVQ(n, total)
	Label("keys")
	some, valid, bound, now, last, bit, places, count := GP64(), K(), K(), ZMM(), ZMM(), ZMM(), YMM(), GP64()
	MOVQ(n, some)
	CMPQ(some, eight)
	CMOVQGT(eight, some)
	BZHIQ(some, all, some)
	KMOVB(some.As32(), valid)
	VMOVDQU64_Z(Mem{Base: key}, valid, now)
	VPSRLQ(U8(58), now, now)
	VALIGNQ(U8(7), before, now, last)
	VPCMPUQ(U8(4), last, now, valid, bound)
	VPSLLVQ_Z(now, one, valid, bit)
	VPORQ(bit, found, found)
	VPMOVQD(numbers, places)
	VPCOMPRESSD_Z(places, bound, places)
	VMOVDQU(places, Mem{Base: starts})
	KMOVB(bound, count.As32())
	POPCNTL(count.As32(), count.As32())
	LEAQ(Mem{Base: starts, Index: count, Scale: 4}, starts)
	VPADDQ(step, numbers, numbers)
	VMOVDQA64(now, before)
	ADDQ(U8(layout.VectorBytes), key)
	SUBQ(U8(8), n)
	JG(LabelRef("keys"))
	MOVL(total.As32(), Mem{Base: starts})
	upper, labels := YMM(), GP64()
	VEXTRACTI64X4(U8(1), found, upper)
	VPOR(upper, found.AsY(), upper)
	VEXTRACTI128(U8(1), upper, found.AsX())
	VPOR(found.AsX(), upper.AsX(), upper.AsX())
	VPSHUFD(U8(0x4e), upper.AsX(), found.AsX())
	VPOR(found.AsX(), upper.AsX(), upper.AsX())
	VMOVQ(upper.AsX(), labels)
	run, left, half := emit.Arg("runs"), GP64(), [2]VecVirtual{}
	for i := range half {
		half[i] = words([]string{"lower", "upper"}[i], func(k int) int { return 4*i + k/2 + k%2*8 })
	}
	MOVQ(eight, left)
	Label("slots")
	there, from, to, pairs := K(), ZMM(), ZMM(), ZMM()
	KMOVB(labels.As32(), there)
	MOVBLZX(labels.As8(), count.As32())
	POPCNTL(count.As32(), count.As32())
	SHRQ(U8(8), labels)
	VPMOVZXDQ(Mem{Base: first}, from)
	VPMOVZXDQ(Mem{Base: first, Disp: 4}, to)
	VPEXPANDQ_Z(from, there, from)
	VPEXPANDQ_Z(to, there, to)
	for i := range half {
		VMOVDQA64(from, pairs)
		VPERMT2Q(to, half[i], pairs)
		VMOVDQU64(pairs, Mem{Base: run, Disp: layout.VectorBytes * i})
	}
	LEAQ(Mem{Base: first, Index: count, Scale: 4}, first)
	ADDQ(U32(2*layout.VectorBytes), run)
	DECQ(left)
	JNZ(LabelRef("slots"))
	emit.End()
}

// needs counts the labels with each need.
func needs() {
	emit.Func("needsAVX512", "func(needs *uint8, runs *int, scratch *uint64)", "needsAVX512 is needsOf.")
	of, run, scratch := emit.Arg("needs"), emit.Arg("runs"), emit.Arg("scratch")
	from, to := words("even", func(i int) int { return 2 * i }), words("odd", func(i int) int { return 2*i + 1 })
	more, most := words("sevens", func(int) int { return 7 }), words("most", func(int) int { return layout.MaxNeed })
	at, left := GP64(), GP64()
	MOVQ(scratch, at)
	MOVQ(U32(8), left)
	Label("runs")
	x, y, a, b := ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU64(Mem{Base: run}, x)
	VMOVDQU64(Mem{Base: run, Disp: layout.VectorBytes}, y)
	VMOVDQA64(x, a)
	VPERMT2Q(y, from, a)
	VMOVDQA64(x, b)
	VPERMT2Q(y, to, b)
	VPSUBQ(a, b, b)
	VPADDQ(more, b, b)
	VPSRLQ(U8(3), b, b)
	VPMINUQ(most, b, b)
	VPMOVQB(b, Mem{Base: at})
	ADDQ(U8(8), at)
	ADDQ(U32(2*layout.VectorBytes), run)
	DECQ(left)
	JNZ(LabelRef("runs"))
	all, need, one, equal, count := ZMM(), ZMM(), ZMM(), K(), GP64()
	VMOVDQU64(Mem{Base: scratch}, all)
	VPXORQ(need, need, need)
	VPTERNLOGD(U8(255), one, one, one)
	MOVQ(U32(layout.MaxNeed+1), left)
	Label("need")
	VPCMPEQB(need, all, equal)
	KMOVQ(equal, count)
	POPCNTQ(count, count)
	MOVB(count.As8(), Mem{Base: of})
	VPSUBB(one, need, need)
	INCQ(of)
	DECQ(left)
	JNZ(LabelRef("need"))
	emit.End()
}
