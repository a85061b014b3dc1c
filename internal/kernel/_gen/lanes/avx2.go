package main

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const head8 = `
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

// States in flight stay in memory, in four groups of 8 lanes.
type ymm struct{ compress, expand operand.Mem }

var y = [...]reg.Register{
	reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13,
	reg.Y14, reg.Y15,
}

var (
	yFree  = y[5]
	yT     = y[0:6] // includes yFree, which is in use from place to refill only
	yQueen = y[6]
	yChild = y[7:12]
	yMost  = y[12]
	yEvery = y[13]
	yIndex = y[14]
	yOnes  = y[15]
)

// Tables of lane indices.
var (
	compressTable = reg.RBX
	expandTable   = reg.RCX
)

func (*ymm) name(rows int, blocked bool) string {
	if blocked {
		return fmt.Sprintf("lanes8Fill%dBlocked", rows)
	}
	return fmt.Sprintf("lanes8Fill%d", rows)
}

// tables writes two tables of lane indices for every set of lanes: one compresses its members, the
// other expands the first lanes to the members.
func (v *ymm) tables(c *build.Context) {
	v.compress = c.StaticGlobal("lanesCompress")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for set := range 256 {
		word := uint64(0)
		for i, rest := 0, set; rest != 0; i, rest = i+1, rest&(rest-1) {
			word |= uint64(bits.TrailingZeros(uint(rest))) << (8 * i)
		}
		c.AddDatum(8*set, operand.U64(word))
	}
	v.expand = c.StaticGlobal("lanesExpand")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for set := range 256 {
		word := uint64(0)
		for i, rest := 0, set; rest != 0; i, rest = i+1, rest&(rest-1) {
			word |= uint64(i) << (8 * bits.TrailingZeros(uint(rest)))
		}
		c.AddDatum(8*set, operand.U64(word))
	}
}

func (v *ymm) begin(c *build.Context, rows int, _ bool) {
	c.LEAQ(v.expand, expandTable)
	if rows > 3 {
		c.LEAQ(v.compress, compressTable)
	}
	c.VPCMPEQD(yOnes, yOnes, yOnes)
}

func (v *ymm) step(c *build.Context, rows int, blocked bool) {
	for g := range 4 {
		v.place(c, 8*g)
		v.refill(c, 8*g, blocked)
		if rows == 3 {
			v.count(c, blocked)
			continue
		}
		v.examine(c, examined(rows), blocked)
		v.store(c)
	}
}

// place makes a child of each lane: a queen on the lowest free square. The far side becomes the
// near side of the child. The remaining free squares stay in their register.
func (*ymm) place(c *build.Context, lane int) {
	state := func(w int) operand.Mem { return inFlight(w, lane) }
	c.VMOVDQU(state(free), yFree)
	c.VPADDD(yOnes, yFree, yMost)
	c.VPANDN(yFree, yMost, yQueen)
	c.VPAND(yMost, yFree, yFree)
	c.VPOR(state(columns), yQueen, yChild[columns])
	c.VPSLLVD(level(offApart), yQueen, yChild[nearUp])
	c.VPSRLVD(level(offApart), yQueen, yChild[nearDown])
	c.VPOR(state(nearUp), yQueen, yChild[farUp])
	c.VPOR(state(nearDown), yQueen, yChild[farDown])
	c.VPOR(state(farUp), yChild[nearUp], yChild[nearUp])
	c.VPOR(state(farDown), yChild[nearDown], yChild[nearDown])
	c.VPSLLVD(level(offGap), yChild[farUp], yChild[farUp])
	c.VPSRLVD(level(offGap), yChild[farDown], yChild[farDown])
}

func (*ymm) refill(c *build.Context, lane int, blocked bool) {
	keep := yMost // all bits set in the lanes with a free square
	c.VPXOR(yEvery, yEvery, yEvery)
	c.VPCMPEQD(yEvery, yFree, keep)
	c.VMOVMSKPS(keep, reg.EAX)
	c.VPXOR(yOnes, keep, keep)
	c.VPMOVZXBD(operand.Mem{Base: expandTable, Index: reg.RAX, Scale: 8}, yIndex)
	c.POPCNTL(reg.EAX, reg.EAX)
	for w := range words {
		c.VPERMD(word(from, w), yIndex, yT[w])
		c.VPBLENDVB(keep, inFlight(w, lane), yT[w], yT[w])
		c.VMOVDQU(yT[w], inFlight(w, lane))
	}
	c.LEAQ(operand.Mem{Base: from, Index: reg.RAX, Scale: 4}, from)
	c.VPOR(yT[columns], yT[nearUp], yQueen)
	if blocked {
		c.VPOR(level(offOwn), yQueen, yQueen)
	}
	c.VPOR(yT[nearDown], yQueen, yQueen)
	c.VPOR(keep, yQueen, yQueen)
	c.VPANDN(yOnes, yQueen, yQueen)
	c.VPOR(yQueen, yFree, yFree) // one of the two is empty
	c.VMOVDQU(yFree, inFlight(free, lane))
}

func examined(rows int) int {
	if rows-1 > tested {
		return 1
	}
	return rows - 1
}

func (*ymm) row(c *build.Context, j int, blocked bool, t, u reg.Register) {
	up, down := yChild[nearUp], yChild[nearDown]
	if j%2 == 1 {
		up, down = yChild[farUp], yChild[farDown]
	}
	if j < 2 {
		c.VPOR(up, down, t)
	} else {
		c.VPSLLVD(shiftAt(j), up, t)
		c.VPSRLVD(shiftAt(j), down, u)
		c.VPOR(u, t, t)
	}
	if blocked {
		c.VPOR(blockedAt(j), t, t)
	}
	c.VPOR(yChild[columns], t, t)
}

func (v *ymm) examine(c *build.Context, rows int, blocked bool) {
	v.row(c, 0, blocked, yMost, yT[0])
	if rows == 1 {
		c.VPCMPEQD(yOnes, yMost, yMost)
		c.VPXOR(yOnes, yMost, yEvery)
		return
	}
	v.row(c, 1, blocked, yT[1], yT[0])
	c.VPAND(yMost, yT[1], yEvery)
	c.VPMAXUD(yT[1], yMost, yMost)
	for j := 2; j < rows; j++ {
		t, u := yT[2*(j%3)], yT[2*(j%3)+1]
		v.row(c, j, blocked, t, u)
		c.VPMAXUD(t, yMost, yMost)
		c.VPAND(t, yEvery, yEvery)
	}
	c.VPCMPEQD(yChild[columns], yEvery, yEvery)
	c.VPCMPEQD(yOnes, yMost, yMost)
	c.VPANDN(yEvery, yMost, yEvery)
}

func (*ymm) store(c *build.Context) {
	c.VMOVMSKPS(yEvery, reg.EAX)
	c.VPMOVZXBD(operand.Mem{Base: compressTable, Index: reg.RAX, Scale: 8}, yIndex)
	c.POPCNTL(reg.EAX, reg.EAX)
	for w := range words {
		c.VPERMD(yChild[w], yIndex, yChild[w])
		c.VMOVDQU(yChild[w], word(to, w))
	}
	c.LEAQ(operand.Mem{Base: to, Index: reg.RAX, Scale: 4}, to)
}

// count adds the solutions of the children, which have two open rows.
func (v *ymm) count(c *build.Context, blocked bool) {
	v.row(c, 0, blocked, yT[0], yT[2])
	v.row(c, 1, blocked, yT[1], yT[2])
	c.VPANDN(yOnes, yChild[columns], yQueen) // the two free columns
	c.VPSRLVD(shiftAt(0), yQueen, yT[2])
	c.VPAND(yT[2], yQueen, yQueen) // not empty if they are on one diagonal
	c.VPXOR(yT[3], yT[3], yT[3])
	c.VPCMPEQD(yT[3], yQueen, yQueen)
	c.VPMAXUD(yT[0], yT[1], yMost)
	c.VPAND(yT[0], yT[1], yEvery)
	c.VPOR(yT[0], yT[1], yT[4])
	c.VPCMPEQD(yChild[columns], yEvery, yEvery)
	c.VPAND(yQueen, yEvery, yEvery)
	c.VPCMPEQD(yOnes, yMost, yMost)
	c.VPANDN(yEvery, yMost, yEvery)
	c.VPCMPEQD(yChild[columns], yT[4], yT[4]) // both rows have both columns
	c.VPAND(yEvery, yT[4], yT[4])
	for _, lanes := range []reg.Register{yEvery, yT[4]} {
		c.VMOVMSKPS(lanes, reg.EAX)
		c.POPCNTL(reg.EAX, reg.EAX)
		c.ADDQ(reg.RAX, found)
	}
}

func (*ymm) move(c *build.Context) {
	for w := range words {
		for i := range 4 {
			m := word(from, w)
			m.Disp += 32 * i
			c.VMOVDQU(m, yT[i])
		}
		for i := range 4 {
			m := word(parents, w)
			m.Disp += 32 * i
			c.VMOVDQU(yT[i], m)
		}
	}
}
