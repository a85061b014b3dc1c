package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"queens/internal/kernel/_gen/emit"
)

// avx512 writes the functions in vectors of 512 bits.
func avx512() {
	meet()
	keep()
	flip()
}

// meet writes the kernel that lists the fitting pairs of two lists of quarter
// placements.
//
// Sixteen eastern placements lie in registers, one per lane, and all western ones
// pass by; a western check and key are broadcast. Lanes that fit are
// compressed to the front and stored whole: what is written behind them is
// overwritten by the next store, and at the end lies in the slack.
//
//	lane      0    1    ...  7    | 8    ...  15
//	Z0 check  c0   c1        c7     c8        c15     32 bits each
//	Z1 key    k0   k1        k7                       64 bits each
//	Z2 key                          k8        k15
//	K1 lanes  1    1         1      1         0       in use
func meet() {
	emit.Func("meetAVX512", "func(dst *uint64, westChecks *uint32, westKeys *uint64, west int, eastChecks *uint32, eastKeys *uint64, east int, add uint64) int",
		"meetAVX512 writes westKeys[i] | eastKeys[j] | add to dst for all i < west, j < east whose",
		"checks have no common bit, and returns how many there are. dst has room for as many",
		"and 8 more; both numbers are at least 1.")
	dst := emit.Arg("dst")
	westChecks := emit.Arg("westChecks")
	westKeys := emit.Arg("westKeys")
	west := emit.Arg("west")
	eastChecks := emit.Arg("eastChecks")
	eastKeys := emit.Arg("eastKeys")
	east := GP64()
	Load(Param("east"), east)
	start := GP64()
	MOVQ(dst, start)
	add := ZMM()
	addWord := emit.Arg("add")
	VPBROADCASTQ(addWord, add)

	lanes, ones := K(), GP32()
	MOVL(U32(0xffff), ones)
	KMOVW(ones, lanes)
	check, low, high := ZMM(), ZMM(), ZMM()

	Label("block")
	CMPQ(east, Imm(16))
	JGE(LabelRef("load"))
	Comment("The last block has fewer lanes.")
	MOVL(U32(0xffff), ones)
	BZHIL(east.As32(), ones, ones)
	KMOVW(ones, lanes)

	Label("load")
	upper := K()
	KSHIFTRW(Imm(8), lanes, upper)
	VMOVDQU32_Z(Mem{Base: eastChecks}, lanes, check)
	VMOVDQU64_Z(Mem{Base: eastKeys}, lanes, low)
	VMOVDQU64_Z(Mem{Base: eastKeys, Disp: 64}, upper, high)
	VPORQ(add, low, low)
	VPORQ(add, high, high)
	i := GP64()
	XORQ(i, i)

	Label("row")
	fits, fitsHigh := K(), K()
	VPTESTNMD_BCST(Mem{Base: westChecks, Index: i, Scale: 4}, check, lanes, fits)
	KSHIFTRW(Imm(8), fits, fitsHigh)
	kLow, kHigh := ZMM(), ZMM()
	VPORQ_BCST(Mem{Base: westKeys, Index: i, Scale: 8}, low, kLow)
	VPORQ_BCST(Mem{Base: westKeys, Index: i, Scale: 8}, high, kHigh)
	VPCOMPRESSQ(kLow, fits, kLow)
	VPCOMPRESSQ(kHigh, fitsHigh, kHigh)
	both, front := GP32(), GP32()
	KMOVW(fits, both)
	MOVBLZX(both.As8(), front)
	POPCNTL(front, front)
	POPCNTL(both, both)
	VMOVDQU64(kLow, Mem{Base: dst})
	VMOVDQU64(kHigh, Mem{Base: dst, Index: front.As64(), Scale: 8})
	LEAQ(Mem{Base: dst, Index: both.As64(), Scale: 8}, dst)
	INCQ(i)
	CMPQ(i, west)
	JLT(LabelRef("row"))

	ADDQ(Imm(64), eastChecks)
	ADDQ(Imm(128), eastKeys)
	SUBQ(Imm(16), east)
	JG(LabelRef("block"))

	emit.ReturnKeys(start, dst, 64)
}

// keep writes the kernel that drops keys from a list. Eight keys are read before
// eight are written, and never behind them, so the list may be its own target.
func keep() {
	emit.Func("keepAVX512", "func(keys *uint64, n int, mask, bits uint64) int",
		"keepAVX512 moves the keys with the given bits under mask to the front and returns their",
		"number. It may change up to 7 words behind the keys.")
	from := GP64()
	Load(Param("keys"), from)
	n := GP64()
	Load(Param("n"), n)
	mask, bits := ZMM(), ZMM()
	VPBROADCASTQ(emit.Arg("mask"), mask)
	VPBROADCASTQ(emit.Arg("bits"), bits)
	start, to := GP64(), GP64()
	MOVQ(from, start)
	MOVQ(from, to)
	lanes, ones := K(), GP32()
	MOVL(U32(0xff), ones)
	KMOVB(ones, lanes)

	Label("loop")
	CMPQ(n, Imm(8))
	JGE(LabelRef("full"))
	BZHIL(n.As32(), ones, ones)
	KMOVB(ones, lanes)
	Label("full")
	keys, some, stay, count := ZMM(), ZMM(), K(), GP32()
	VMOVDQU64(Mem{Base: from}, keys)
	VPANDQ(mask, keys, some)
	VPCMPEQQ(bits, some, lanes, stay)
	VPCOMPRESSQ(keys, stay, keys)
	KMOVB(stay, count)
	POPCNTL(count, count)
	VMOVDQU64(keys, Mem{Base: to})
	LEAQ(Mem{Base: to, Index: count.As64(), Scale: 8}, to)
	ADDQ(Imm(64), from)
	SUBQ(Imm(8), n)
	JG(LabelRef("loop"))

	emit.ReturnKeys(start, to, 64)
}

// flip writes the kernel that exchanges the two fields of keys.
func flip() {
	emit.Func("flipAVX512", "func(keys *uint64, n int, field uint64)",
		"flipAVX512 exchanges the lowest field bits of each of n keys with the field bits above",
		"them and leaves the others. It may change up to 7 words behind the keys.")
	keys := emit.Arg("keys")
	n := emit.Arg("n")
	field := emit.Arg("field")
	count := XMM()
	VMOVQ(field, count)
	word, low, high, rest := GP64(), ZMM(), ZMM(), ZMM()
	MOVQ(I32(-1), word)
	BZHIQ(field, word, word)
	VPBROADCASTQ(word, low)
	VPSLLQ(count, low, high)
	VPORQ(low, high, rest)

	JMP(LabelRef("check"))
	Label("loop")
	key, down, up := ZMM(), ZMM(), ZMM()
	VMOVDQU64(Mem{Base: keys}, key)
	VPSRLQ(count, key, down)
	VPSLLQ(count, key, up)
	VPANDQ(low, down, down)
	VPANDQ(high, up, up)
	VPANDNQ(key, rest, key)
	Comment("key | down | up")
	VPTERNLOGQ(Imm(0xfe), down, up, key)
	VMOVDQU64(key, Mem{Base: keys})
	ADDQ(Imm(64), keys)
	SUBQ(Imm(8), n)
	Label("check")
	CMPQ(n, Imm(0))
	JG(LabelRef("loop"))
	emit.End()
}
