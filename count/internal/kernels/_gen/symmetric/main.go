// Command symmetric writes the assembly of package count/internal/kernels/symmetric.
//
//	go run ./symmetric -set avx512 -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
)

const headHalf = `
// Extending nodes with AVX2. What it computes, in Go, is extendPortable in kernel.go; AVX-512 does
// the same with vectors twice as long.
//
//	node         four times the node
//	option       four options of the row
//	mask         those that share no bit with the node, which a table of permutations moves
//	             to the front
//
// Needs AVX2 and POPCNT, no alignment, at least one node and one vector of 8 options, and room for
// four more words after the result.
`

const head = `
// Extending nodes with AVX-512. What it computes, in Go, is extendPortable in kernel.go:
//
//	for each node, for each option: to[n] = node | option; if they share no bit: n++
//
//	register     lane 0 ... 7
//	node         eight times the node
//	option       eight options of the row
//	mask         the lanes that share no bit with the node
//
// Needs AVX-512 F and DQ and POPCNT, no alignment, at least one node and one vector of options, and
// room for eight more words after the result. Reason to exist: docs/laboratory.md, "Symmetric
// solutions".
//
// The last row uses lines of 16-bit numbers, see type lines:
//
//	picked       bits of the node, of 21 options each: the first bit of each option, the
//	             second ones, the third ones
//	free         the options that share none of the three with the node
//	line         the numbers of the free options, 0 for the others; 1 is added to each
//	             number and stored, or pairs of them are added to lanes of 32 bits
//
// Needs AVX-512 BITALG and BW, BMI2, at least one node, and room for 32 numbers after the start of
// each line.
`

func main() {
	emit.File(map[string]emit.Set{
		"avx2": {Heading: headHalf, Write: extendHalf},
		"avx512": {Heading: head, Write: func() {
			extendWhole()
			last("weighAVX512", "(found, sum uint64)", false)
			last("countAVX512", "(found uint64)", true)
		}},
	})
}

func last(name, results string, count bool) {
	emit.Func(name, "func(nodes *uint64, n int, pick *byte, options uint64, low, high *uint32, lowMask, split, "+
		"highMask uint64, lines *uint16) "+results)
	node, n, full := emit.Arg("nodes"), emit.Arg("n"), emit.Arg("options")
	low, high, lowMask, split, highMask := emit.Arg("low"), emit.Arg("high"), emit.Arg("lowMask"), emit.Arg("split"),
		emit.Arg("highMask")
	pick := ZMM()
	VMOVDQU64(Mem{Base: emit.Arg("pick")}, pick)
	lines := emit.Arg("lines")
	found, one, sum := GP64(), ZMM(), ZMM()
	XORQ(found, found)
	if count {
		VPTERNLOGD(U8(255), one, one, one) // -1
	} else {
		VPXORQ(sum, sum, sum)
		VPTERNLOGD(U8(255), one, one, one)
		VPABSW(one, one)
	}
	Label("node")
	x, k, free, t := ZMM(), K(), GP64(), GP64()
	VPBROADCASTQ(Mem{Base: node}, x)
	VPSHUFBITQMB(pick, x, k)
	KMOVQ(k, free)
	MOVQ(free, t)
	SHRQ(U8(21), t)
	ORQ(t, free)
	SHRQ(U8(21), t)
	ORQ(t, free)
	ANDNQ(full, free, free)
	POPCNTQ(free, t)
	ADDQ(t, found)
	at, i := GP64(), GP64()
	MOVQ(Mem{Base: node}, t)
	MOVQ(t, i)
	ANDQ(lowMask, i)
	MOVL(Mem{Base: low, Index: i, Scale: 4}, at.As32())
	SHRXQ(split, t, t)
	ANDQ(highMask, t)
	ADDL(Mem{Base: high, Index: t, Scale: 4}, at.As32())
	lanes, line := K(), ZMM()
	KMOVD(free.As32(), lanes)
	where := Mem{Base: lines, Index: at, Scale: 2}
	VMOVDQU16_Z(where, lanes, line)
	if count {
		VPSUBW(one, line, line)
		VMOVDQU16(line, lanes, where)
	} else {
		VPMADDWD(one, line, line)
		VPADDD(line, sum, sum)
	}
	ADDQ(U8(8), node)
	DECQ(n)
	JNZ(LabelRef("node"))
	if !count {
		low, high := ZMM(), YMM()
		VEXTRACTI64X4(U8(1), sum, high)
		VPMOVZXDQ(sum.AsY(), low)
		sum := ZMM()
		VPMOVZXDQ(high, sum)
		VPADDQ(low, sum, sum)
		emit.StoreSum512(sum, 1)
	}
	Store(found, ReturnIndex(0))
	emit.End()
}

func extendWhole() {
	extend("extendAVX512", ZMM, func() func(to, at GPVirtual, node VecVirtual) {
		return func(to, at GPVirtual, node VecVirtual) {
			option, child, fits, kept := ZMM(), ZMM(), K(), GP64()
			VMOVDQU64(Mem{Base: at}, option)
			VPTESTNMQ(option, node, fits)
			VPORQ(option, node, child)
			VPCOMPRESSQ_Z(child, fits, child)
			VMOVDQU64(child, Mem{Base: to})
			KMOVB(fits, kept.As32())
			POPCNTQ(kept, kept)
			LEAQ(Mem{Base: to, Index: kept, Scale: 8}, to)
		}
	})
}

func extendHalf() {
	extend("extendAVX2", YMM, func() func(to, at GPVirtual, node VecVirtual) {
		orders, zero := GP64(), YMM()
		LEAQ(emit.Orders("orders", 64), orders)
		VPXOR(zero, zero, zero)
		return func(to, at GPVirtual, node VecVirtual) {
			PREFETCHT0(Mem{Base: at, Disp: 2048}) // for lists longer than a row
			for half := range 2 {
				option, child, fits, kept := YMM(), YMM(), YMM(), GP64()
				VMOVDQU(Mem{Base: at, Disp: 32 * half}, option)
				VPAND(option, node, fits)
				VPOR(option, node, child)
				VPCMPEQQ(zero, fits, fits)
				VMOVMSKPD(fits, kept.As32())
				emit.Append(to, 64, child, kept, orders)
			}
		}
	})
}

// extend writes a function that begins with start. What this returns extends a node with 8 options.
func extend(name string, vector func() VecVirtual, start func() func(to, at GPVirtual, node VecVirtual)) {
	emit.Func(name, "func(to, nodes *uint64, n int, options *uint64, vectors int) int")
	to, node, n := emit.Arg("to"), emit.Arg("nodes"), emit.Arg("n")
	options, vectors := emit.Arg("options"), emit.Arg("vectors")
	begin := GP64()
	MOVQ(to, begin)
	step := start()
	Label("node")
	x := vector()
	VPBROADCASTQ(Mem{Base: node}, x)
	at, left := GP64(), GP64()
	MOVQ(options, at)
	MOVQ(vectors, left)
	Label("vector")
	step(to, at, x)
	ADDQ(U8(64), at)
	DECQ(left)
	JNZ(LabelRef("vector"))
	ADDQ(U8(8), node)
	DECQ(n)
	JNZ(LabelRef("node"))
	emit.ReturnKeys(begin, to, 64)
}
