package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// avx2 writes the functions in vectors of 256 bits, which have no masks and no
// instruction to move lanes together.
func avx2() {
	table, masks := orders(), inUse()
	meetHalf(table, masks)
	keepHalf(table)
	flipHalf()
}

// broadcast loads a parameter into every lane of a vector.
func broadcast(name string) VecVirtual {
	v := YMM()
	VMOVQ(emit.Arg(name), v.AsX())
	VPBROADCASTQ(v.AsX(), v)
	return v
}

// orders defines the permutations that bring some of four keys to the front: for
// each mask of them an index for VPERMD, eight doublewords.
func orders() Mem {
	data := GLOBL("ordersAVX2", RODATA|NOPTR)
	for mask := range 16 {
		at := 32 * mask
		for _, in := range []int{1, 0} {
			for key := range 4 {
				if mask>>key&1 == in {
					DATA(at, U64(uint64(2*key)|uint64(2*key+1)<<32))
					at += 8
				}
			}
		}
	}
	return data
}

// inUse defines eight doublewords of ones and eight of zeros: the vector that begins
// n doublewords before the middle is a mask of the first n lanes.
func inUse() Mem {
	data := GLOBL("inUseAVX2", RODATA|NOPTR)
	for i := range 8 {
		ones := ^uint64(0)
		if i >= 4 {
			ones = 0
		}
		DATA(8*i, U64(ones))
	}
	return data
}

// meetHalf writes the kernel that lists the fitting pairs of two lists of quarter
// placements.
//
// Eight eastern placements lie in registers, one per lane, and all western ones pass
// by; a western check and key are broadcast. Keys that fit are moved to the front
// of their vector by a permutation from a table and stored whole: what is written
// behind them is overwritten by the next store, and at the end lies in the slack.
//
//	lane        0    1    2    3  | 4    5    6    7
//	Y0 checks   c0   c1   c2   c3   c4   c5   c6   c7     32 bits each
//	Y2 keys     k0   k1   k2   k3                         64 bits each
//	Y3 keys                         k4   k5   k6   k7
//	Y1 unfit    0    0    0    0    0    0    -1   -1     what fitting checks have in common
//
// No check has everything in common with one of the lanes not in use, which hold 0.
// Up to four eastern placements take half the work: their checks lie in lanes of 64
// bits.
func meetHalf(table, masks Mem) {
	emit.Func("meetAVX2", "func(dst *uint64, westChecks *uint32, westKeys *uint64, west int, eastChecks *uint32, eastKeys *uint64, east int, add uint64) int",
		"meetAVX2 writes westKeys[i] | eastKeys[j] | add to dst for all i < west, j < east whose",
		"checks have no common bit, and returns how many there are. dst has room for as many",
		"and 4 more; both numbers are at least 1.")
	dst := emit.Arg("dst")
	westChecks, westKeys, west := emit.Arg("westChecks"), emit.Arg("westKeys"), emit.Arg("west")
	eastChecks, eastKeys, east := emit.Arg("eastChecks"), emit.Arg("eastKeys"), emit.Arg("east")
	start, orders, inUse := GP64(), GP64(), GP64()
	MOVQ(dst, start)
	LEAQ(table, orders)
	LEAQ(masks, inUse)
	check, unfit, low, high := YMM(), YMM(), YMM(), YMM()
	add := broadcast("add")
	i, use := GP64(), GP64()

	// advance ends the loop over western placements and that over eastern ones.
	advance := func(row string, lanes int) {
		INCQ(i)
		CMPQ(i, west)
		JLT(LabelRef(row))
		ADDQ(U8(4*lanes), eastChecks)
		ADDQ(U8(8*lanes), eastKeys)
		SUBQ(U8(lanes), east)
		JG(LabelRef("block"))
	}

	Label("block")
	XORL(i.As32(), i.As32())
	VPXOR(unfit, unfit, unfit)
	CMPQ(east, U8(4))
	JLE(LabelRef("half"))
	CMPQ(east, U8(8))
	JLT(LabelRef("some"))
	VMOVDQU(Mem{Base: eastChecks}, check)
	VPOR(Mem{Base: eastKeys}, add, low)
	VPOR(Mem{Base: eastKeys, Disp: 32}, add, high)
	JMP(LabelRef("row"))

	Label("some")
	Comment("The last block has fewer lanes.")
	MOVQ(east, use)
	NEGQ(use)
	checks, first, last := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: inUse, Index: use, Scale: 4, Disp: 32}, checks)
	VPMOVSXDQ(Mem{Base: inUse, Index: use, Scale: 4, Disp: 32}, first)
	VPMOVSXDQ(Mem{Base: inUse, Index: use, Scale: 4, Disp: 48}, last)
	VPMASKMOVD(Mem{Base: eastChecks}, checks, check)
	VPMASKMOVQ(Mem{Base: eastKeys}, first, low)
	VPMASKMOVQ(Mem{Base: eastKeys, Disp: 32}, last, high)
	VPOR(low, add, low)
	VPOR(high, add, high)
	VPCMPEQD(unfit, checks, unfit)

	Label("row")
	common, key, kLow, kHigh := YMM(), YMM(), YMM(), YMM()
	VPBROADCASTD(Mem{Base: westChecks, Index: i, Scale: 4}, common)
	VPAND(common, check, common)
	VPCMPEQD(common, unfit, common)
	fits, front, back := GP32(), GP32(), GP32()
	VMOVMSKPS(common, fits)
	VPBROADCASTQ(Mem{Base: westKeys, Index: i, Scale: 8}, key)
	VPOR(key, low, kLow)
	VPOR(key, high, kHigh)
	MOVL(fits, front)
	MOVL(fits, back)
	ANDL(U8(0x0f), front)
	ANDL(U32(0xf0), back)
	POPCNTL(fits, fits)
	orderLow, orderHigh := YMM(), YMM()
	Comment("Indices are 32 bytes apart: back is 16 times the mask of its four lanes.")
	VMOVDQU(Mem{Base: orders, Index: back.As64(), Scale: 2}, orderHigh)
	POPCNTL(front, back)
	SHLL(U8(5), front)
	VMOVDQU(Mem{Base: orders, Index: front.As64(), Scale: 1}, orderLow)
	VPERMD(kLow, orderLow, kLow)
	VPERMD(kHigh, orderHigh, kHigh)
	VMOVDQU(kLow, Mem{Base: dst})
	VMOVDQU(kHigh, Mem{Base: dst, Index: back.As64(), Scale: 8})
	LEAQ(Mem{Base: dst, Index: fits.As64(), Scale: 8}, dst)
	advance("row", 8)
	JMP(LabelRef("done"))

	Label("half")
	Comment("The flags are those of the comparison with 4.")
	JLT(LabelRef("fewer"))
	VPMOVZXDQ(Mem{Base: eastChecks}, check)
	VPOR(Mem{Base: eastKeys}, add, low)
	JMP(LabelRef("halfRow"))

	Label("fewer")
	MOVQ(east, use)
	NEGQ(use)
	VMOVDQU(Mem{Base: inUse, Index: use, Scale: 4, Disp: 32}, checks.AsX())
	VPMOVSXDQ(checks.AsX(), first)
	VPMASKMOVD(Mem{Base: eastChecks}, checks.AsX(), check.AsX())
	VPMOVZXDQ(check.AsX(), check)
	VPMASKMOVQ(Mem{Base: eastKeys}, first, low)
	VPOR(low, add, low)
	VPCMPEQQ(unfit, first, unfit)

	Label("halfRow")
	VPBROADCASTD(Mem{Base: westChecks, Index: i, Scale: 4}, common)
	VPAND(common, check, common)
	VPCMPEQQ(common, unfit, common)
	VMOVMSKPD(common, fits)
	VPBROADCASTQ(Mem{Base: westKeys, Index: i, Scale: 8}, key)
	VPOR(key, low, key)
	POPCNTL(fits, front)
	SHLL(U8(5), fits)
	VMOVDQU(Mem{Base: orders, Index: fits.As64(), Scale: 1}, orderLow)
	VPERMD(key, orderLow, key)
	VMOVDQU(key, Mem{Base: dst})
	LEAQ(Mem{Base: dst, Index: front.As64(), Scale: 8}, dst)
	advance("halfRow", 4)

	Label("done")
	emit.ReturnKeys(start, dst, 64)
}

// keepHalf writes the kernel that drops keys from a list. Four keys are read before
// four are written, and never behind them, so the list may be its own target.
func keepHalf(table Mem) {
	emit.Func("keepAVX2", "func(keys *uint64, n int, mask, bits uint64) int",
		"keepAVX2 moves the keys with the given bits under mask to the front and returns their",
		"number. It may change up to 3 words behind the keys.")
	from, n := emit.Arg("keys"), emit.Arg("n")
	mask, bits := broadcast("mask"), broadcast("bits")
	start, to, orders, lanes := GP64(), GP64(), GP64(), GP32()
	MOVQ(from, start)
	MOVQ(from, to)
	LEAQ(table, orders)
	MOVL(U32(0x0f), lanes)

	Label("loop")
	CMPQ(n, U8(4))
	JGE(LabelRef("full"))
	BZHIL(n.As32(), lanes, lanes)
	Label("full")
	keys, some, order, stay, count := YMM(), YMM(), YMM(), GP32(), GP32()
	VMOVDQU(Mem{Base: from}, keys)
	VPAND(mask, keys, some)
	VPCMPEQQ(bits, some, some)
	VMOVMSKPD(some, stay)
	ANDL(lanes, stay)
	POPCNTL(stay, count)
	SHLL(U8(5), stay)
	VMOVDQU(Mem{Base: orders, Index: stay.As64(), Scale: 1}, order)
	VPERMD(keys, order, keys)
	VMOVDQU(keys, Mem{Base: to})
	LEAQ(Mem{Base: to, Index: count.As64(), Scale: 8}, to)
	ADDQ(U8(32), from)
	SUBQ(U8(4), n)
	JG(LabelRef("loop"))

	emit.ReturnKeys(start, to, 64)
}

// flipHalf writes the kernel that exchanges the two fields of keys.
func flipHalf() {
	emit.Func("flipAVX2", "func(keys *uint64, n int, field uint64)",
		"flipAVX2 exchanges the lowest field bits of each of n keys with the field bits above",
		"them and leaves the others. It may change up to 3 words behind the keys.")
	keys, n, field := emit.Arg("keys"), emit.Arg("n"), emit.Arg("field")
	count, word := XMM(), GP64()
	low, high, both := YMM(), YMM(), YMM()
	VMOVQ(field, count)
	MOVQ(I32(-1), word)
	BZHIQ(field, word, word)
	VMOVQ(word, low.AsX())
	VPBROADCASTQ(low.AsX(), low)
	VPSLLQ(count, low, high)
	VPOR(low, high, both)

	JMP(LabelRef("check"))
	Label("loop")
	key, down, up := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: keys}, key)
	VPSRLQ(count, key, down)
	VPSLLQ(count, key, up)
	VPAND(low, down, down)
	VPAND(high, up, up)
	VPANDN(key, both, key)
	VPOR(down, up, up)
	VPOR(key, up, key)
	VMOVDQU(key, Mem{Base: keys})
	ADDQ(U8(32), keys)
	SUBQ(U8(4), n)
	Label("check")
	CMPQ(n, U8(0))
	JG(LabelRef("loop"))
	emit.End()
}
