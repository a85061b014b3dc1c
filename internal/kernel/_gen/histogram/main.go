// Command histogram writes the assembly of package internal/kernel/histogram.
//
//	go run ./histogram -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"queens/internal/kernel/_gen/emit"
)

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
// The last row uses lines of 16-bit numbers, see lines.go:
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
	emit.File(map[string]emit.Set{"": {Heading: head, Write: func() {
		extend()
		last("weighAVX512", "(found, sum uint64)", false)
		last("countAVX512", "(found uint64)", true)
	}}})
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

func extend() {
	emit.Func("extendAVX512", "func(to, nodes *uint64, n int, options *uint64, vectors int) int")
	to, node, n := emit.Arg("to"), emit.Arg("nodes"), emit.Arg("n")
	options, vectors := emit.Arg("options"), emit.Arg("vectors")
	start := GP64()
	MOVQ(to, start)
	Label("node")
	x := ZMM()
	VPBROADCASTQ(Mem{Base: node}, x)
	at, left := GP64(), GP64()
	MOVQ(options, at)
	MOVQ(vectors, left)
	Label("vector")
	option, child, fits, kept := ZMM(), ZMM(), K(), GP64()
	VMOVDQU64(Mem{Base: at}, option)
	VPTESTNMQ(option, x, fits)
	VPORQ(option, x, child)
	VPCOMPRESSQ_Z(child, fits, child)
	VMOVDQU64(child, Mem{Base: to})
	KMOVB(fits, kept.As32())
	POPCNTQ(kept, kept)
	LEAQ(Mem{Base: to, Index: kept, Scale: 8}, to)
	ADDQ(U8(64), at)
	DECQ(left)
	JNZ(LabelRef("vector"))
	ADDQ(U8(8), node)
	DECQ(n)
	JNZ(LabelRef("node"))
	SUBQ(start, to)
	SHRQ(U8(3), to)
	Store(to, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
