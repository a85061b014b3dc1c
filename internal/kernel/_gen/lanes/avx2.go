package main

import (
	"math/bits"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const head = `
// Steps of the lane engine with AVX2: what portableStep of lanes_test.go does, for 32 states at
// once in four groups of 8 lanes. For each lane, with the words of laneLevel:
//
//	queen := free & -free                      // the lowest untried square
//	child := {columns | queen,
//		farUp | queen<<apart, farDown | queen>>apart,
//		(nearUp | queen) << gap, (nearDown | queen) >> gap}
//	if free &^= queen; free == 0 { take the next parent }
//	keep the child if every tested row has a free square, and every free column a row
//
// Sixteen registers do not hold two groups, so states in flight stay in memory, in
// laneLevel.flight, where each is used again four groups later. VPERMD has indices from two tables:
// lanesCompress compresses the living children, lanesExpand expands the next parents to the lanes
// that take them.
//
//	lane             0     1     2    ...   7
//	Y5  free         f0    f1    f2         f7       until the lanes are refilled
//	Y6  queen        q0    q1    q2         q7
//	Y7-Y11           words of the child
//	Y12              largest of its rows' words; while refilling, lanes that keep their state
//	Y13              what is set in all of them, then the living children
//	Y14 indices      Y15 all ones      Y0-Y5 scratch
//	BX  lanesCompress     CX lanesExpand
//	SI parents       DI children   R8 next parent, R9 last place with 32 of them
//	R10 next child, R11 end of steps              R12 solutions     R13 steps
//
// Needs AVX2 and POPCNT. Reason to exist: 2.9 ns per solution where the scalar kernel
// of that time needs 40 (docs/laboratory.md, "Lanes").
`

var (
	yFree  = Y5
	yT     = []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5} // includes yFree, which is in use from place to refill only
	yQueen = Y6
	yChild = []VecPhysical{Y7, Y8, Y9, Y10, Y11}
	yMost  = Y12
	yEvery = Y13
	yIndex = Y14
	yOnes  = Y15
)

// Tables of lane indices for every set of lanes: one compresses its members, the other expands the
// first lanes to the members.
var (
	compress, expand           Mem
	compressTable, expandTable = RBX, RCX
)

func tables() {
	table := func(name string, add func(member, number int) uint64) Mem {
		to := GLOBL(name, RODATA|NOPTR)
		for set := range 256 {
			word := uint64(0)
			for i, rest := 0, uint(set); rest != 0; i, rest = i+1, rest&(rest-1) {
				word |= add(bits.TrailingZeros(rest), i)
			}
			DATA(8*set, U64(word))
		}
		return to
	}
	compress = table("lanesCompress", func(member, i int) uint64 { return uint64(member) << (8 * i) })
	expand = table("lanesExpand", func(member, i int) uint64 { return uint64(i) << (8 * member) })
}

func begin(rows int) {
	LEAQ(expand, expandTable)
	if rows > 3 {
		LEAQ(compress, compressTable)
	}
	VPCMPEQD(yOnes, yOnes, yOnes)
}

func step(lane, rows int, blocked bool) {
	place(lane)
	refill(lane, blocked)
	switch {
	case rows == 3:
		count(blocked)
		return
	case rows-1 > tested:
		examine(1, blocked)
	default:
		examine(rows-1, blocked)
	}
	store()
}

// place makes a child of each lane: a queen on the lowest free square. The far side becomes the
// near side of the child. The remaining free squares stay in their register.
func place(lane int) {
	state := func(w int) Mem { return inFlight(w, lane) }
	VMOVDQU(state(free), yFree)
	VPADDD(yOnes, yFree, yMost)
	VPANDN(yFree, yMost, yQueen)
	VPAND(yMost, yFree, yFree)
	VPOR(state(columns), yQueen, yChild[columns])
	VPSLLVD(level(unsafe.Offsetof(at.apart)), yQueen, yChild[nearUp])
	VPSRLVD(level(unsafe.Offsetof(at.apart)), yQueen, yChild[nearDown])
	VPOR(state(nearUp), yQueen, yChild[farUp])
	VPOR(state(nearDown), yQueen, yChild[farDown])
	VPOR(state(farUp), yChild[nearUp], yChild[nearUp])
	VPOR(state(farDown), yChild[nearDown], yChild[nearDown])
	VPSLLVD(level(unsafe.Offsetof(at.gap)), yChild[farUp], yChild[farUp])
	VPSRLVD(level(unsafe.Offsetof(at.gap)), yChild[farDown], yChild[farDown])
}

func refill(lane int, blocked bool) {
	keep := yMost // all bits set in the lanes with a free square
	VPXOR(yEvery, yEvery, yEvery)
	VPCMPEQD(yEvery, yFree, keep)
	VMOVMSKPS(keep, EAX)
	VPXOR(yOnes, keep, keep)
	VPMOVZXBD(Mem{Base: expandTable, Index: RAX, Scale: 8}, yIndex)
	POPCNTL(EAX, EAX)
	for w := range words {
		VPERMD(word(from, w), yIndex, yT[w])
		VPBLENDVB(keep, inFlight(w, lane), yT[w], yT[w])
		VMOVDQU(yT[w], inFlight(w, lane))
	}
	LEAQ(Mem{Base: from, Index: RAX, Scale: 4}, from)
	VPOR(yT[columns], yT[nearUp], yQueen)
	if blocked {
		VPOR(level(unsafe.Offsetof(at.own)), yQueen, yQueen)
	}
	VPOR(yT[nearDown], yQueen, yQueen)
	VPOR(keep, yQueen, yQueen)
	VPANDN(yOnes, yQueen, yQueen)
	VPOR(yQueen, yFree, yFree) // one of the two is empty
	VMOVDQU(yFree, inFlight(free, lane))
}

func row(j int, blocked bool, t, u VecPhysical) {
	up, down := yChild[nearUp], yChild[nearDown]
	if j%2 == 1 {
		up, down = yChild[farUp], yChild[farDown]
	}
	if j < 2 {
		VPOR(up, down, t)
	} else {
		VPSLLVD(spreadAt(unsafe.Offsetof(at.shift), j), up, t)
		VPSRLVD(spreadAt(unsafe.Offsetof(at.shift), j), down, u)
		VPOR(u, t, t)
	}
	if blocked {
		VPOR(spreadAt(unsafe.Offsetof(at.blocked), j), t, t)
	}
	VPOR(yChild[columns], t, t)
}

func examine(rows int, blocked bool) {
	row(0, blocked, yMost, yT[0])
	if rows == 1 {
		VPCMPEQD(yOnes, yMost, yMost)
		VPXOR(yOnes, yMost, yEvery)
		return
	}
	row(1, blocked, yT[1], yT[0])
	VPAND(yMost, yT[1], yEvery)
	VPMAXUD(yT[1], yMost, yMost)
	for j := 2; j < rows; j++ {
		t, u := yT[2*(j%3)], yT[2*(j%3)+1]
		row(j, blocked, t, u)
		VPMAXUD(t, yMost, yMost)
		VPAND(t, yEvery, yEvery)
	}
	VPCMPEQD(yChild[columns], yEvery, yEvery)
	VPCMPEQD(yOnes, yMost, yMost)
	VPANDN(yEvery, yMost, yEvery)
}

func store() {
	VMOVMSKPS(yEvery, EAX)
	VPMOVZXBD(Mem{Base: compressTable, Index: RAX, Scale: 8}, yIndex)
	POPCNTL(EAX, EAX)
	for w := range words {
		VPERMD(yChild[w], yIndex, yChild[w])
		VMOVDQU(yChild[w], word(to, w))
	}
	LEAQ(Mem{Base: to, Index: RAX, Scale: 4}, to)
}

// count adds the solutions of the children, which have two open rows.
func count(blocked bool) {
	row(0, blocked, yT[0], yT[2])
	row(1, blocked, yT[1], yT[2])
	VPANDN(yOnes, yChild[columns], yQueen) // the two free columns
	VPSRLVD(spreadAt(unsafe.Offsetof(at.shift), 0), yQueen, yT[2])
	VPAND(yT[2], yQueen, yQueen) // not empty if they are on one diagonal
	VPXOR(yT[3], yT[3], yT[3])
	VPCMPEQD(yT[3], yQueen, yQueen)
	VPMAXUD(yT[0], yT[1], yMost)
	VPAND(yT[0], yT[1], yEvery)
	VPOR(yT[0], yT[1], yT[4])
	VPCMPEQD(yChild[columns], yEvery, yEvery)
	VPAND(yQueen, yEvery, yEvery)
	VPCMPEQD(yOnes, yMost, yMost)
	VPANDN(yEvery, yMost, yEvery)
	VPCMPEQD(yChild[columns], yT[4], yT[4]) // both rows have both columns
	VPAND(yEvery, yT[4], yT[4])
	for _, lanes := range []VecPhysical{yEvery, yT[4]} {
		VMOVMSKPS(lanes, EAX)
		POPCNTL(EAX, EAX)
		ADDQ(RAX, found)
	}
}

func move() {
	for w := range words {
		for i := range 4 {
			m := word(from, w)
			m.Disp += 32 * i
			VMOVDQU(m, yT[i])
		}
		for i := range 4 {
			m := word(parents, w)
			m.Disp += 32 * i
			VMOVDQU(yT[i], m)
		}
	}
}
