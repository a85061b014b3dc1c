// Command tally writes the assembly of package internal/kernel/tally.
//
//	go run ./tally -out zavx512_amd64.s -stubs zavx512_amd64.go
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
// Needs AVX-512 F and DQ and POPCNT. Nothing has to be aligned. It wants a node and a vector of
// options, and room for eight words behind what is kept. Reason to exist: docs/laboratory.md,
// "Symmetric solutions".
`

func main() {
	emit.Only(emit.Set{Write: extend, Heading: head})
}

func extend() {
	emit.Func("extendAVX512", "func(to, nodes *uint64, n int, options *uint64, vectors int) int",
		"extendAVX512 writes the nodes with the options that share no bit with them, and returns how many.")
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
