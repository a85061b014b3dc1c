package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	nosplit = attr.NOSPLIT
	rodata  = attr.RODATA | attr.NOPTR
)

const head16 = `
// Steps of the lane engine with AVX-512: what portableStep of lanes_test.go does, for
// 32 states at once in two groups of 16 lanes. For each lane, with the words of
// laneLevel:
//
//	queen := free & -free                      // the lowest square not tried
//	child := {columns | queen,
//		farUp | queen<<apart, farDown | queen>>apart,
//		(nearUp | queen) << gap, (nearDown | queen) >> gap}
//	if free &^= queen; free == 0 { take the next parent }
//	keep the child if every row that is looked at has a free square, and every free
//	column a row
//
// Lane i of each register belongs to one state:
//
//	lane             0     1     2    ...   15
//	Z0  columns      c0    c1    c2         c15      group 1; group 2 is in Z6 to Z11
//	Z1  nearUp       u0    u1    u2         u15
//	Z2  nearDown     d0    d1    d2         d15
//	Z3  farUp        v0    v1    v2         v15
//	Z4  farDown      e0    e1    e2         e15
//	Z5  free         f0    f1    f2         f15
//
//	Z12 all ones     Z13 apart     Z14 gap     Z15-Z19 shifts of a child's third to
//	seventh row      Z20 the number of each lane
//	Z21 queen, later the lanes of the living children, in order
//	Z22-Z26 words of the child     Z27 largest of its rows' words     Z28 what is set in
//	all of them      Z29-Z31 for the moment
//	K1-K3 tests      K4 lanes that take the next parent
//	SI parents       DI children   R8 next parent, R9 the last place with 32 of them
//	R10 next child, R11 where no step begins      R12 solutions     R13 steps
//
// Needs AVX-512 F and POPCNT. Nothing has to be aligned; the
// bounds are those of laneLevel. Reason to exist: 1.3 ns per solution where the scalar
// kernel of that time needs 40 (docs/laboratory.md, "Lanes").
//
// Two orders of the same instructions differ by a third of the time: a lane takes its
// next state right after its child is made, before that child is examined, so that the
// chain of the next step begins early enough for the processor to overlap the two.
`

// zmm writes steps with AVX-512: two groups of 16 lanes, all in registers.
type zmm struct{ lanes operand.Mem }

var z = [...]reg.Register{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}

// Vector registers that do not depend on the group; z[0:6] and z[6:12] are the states
// in flight.
var (
	zOnes  = z[12]
	zApart = z[13]
	zGap   = z[14]
	zShift = z[13:20] // from index 2 on
	zLanes = z[20]    // the number of each lane
	zQueen = z[21]
	zChild = z[22:27] // words of the children
	zMost  = z[27]    // largest of the rows' words: all ones if a row has no free square
	zEvery = z[28]    // intersection of the rows' words: the columns without a row
	zT     = z[29:32]
)

func (*zmm) name(rows int, blocked bool) string {
	if blocked {
		return fmt.Sprintf("lanes16Fill%dBlocked", rows)
	}
	return fmt.Sprintf("lanes16Fill%d", rows)
}

// tables writes the number of each lane.
func (v *zmm) tables(c *build.Context) {
	v.lanes = c.StaticGlobal("lanesNumbers")
	c.DataAttributes(rodata)
	for lane := range 16 {
		c.AddDatum(4*lane, operand.U32(lane))
	}
}

func (v *zmm) begin(c *build.Context, rows int, _ bool) {
	for g := range 2 {
		for w := range 6 {
			c.VMOVDQU32(inFlight(w, 16*g), z[6*g+w])
		}
	}
	c.VPTERNLOGD(operand.U8(0xff), zOnes, zOnes, zOnes)
	c.VPBROADCASTD(level(offApart), zApart)
	c.VPBROADCASTD(level(offGap), zGap)
	if rows == 3 {
		c.VPBROADCASTD(shiftAt(0), zShift[2])
	} else {
		c.VMOVDQU32(v.lanes, zLanes)
	}
	for j := 2; j < examined(rows); j++ {
		c.VPBROADCASTD(shiftAt(j), zShift[j])
	}
}

// examined returns the number of rows of a child that are looked at.
func examined(rows int) int {
	if rows-1 > tested {
		return 1
	}
	return rows - 1
}

func (v *zmm) step(c *build.Context, rows int, blocked bool) {
	for g := range 2 {
		v.place(c, z[6*g:6*g+6])
		v.refill(c, z[6*g:6*g+6], blocked)
		if rows == 3 {
			v.count(c, blocked)
			continue
		}
		v.examine(c, examined(rows), blocked)
		v.store(c)
	}
}

// refill gives the lanes without a free square the next parents, for the next step.
func (*zmm) refill(c *build.Context, s []reg.Register, blocked bool) {
	c.VPTESTNMD(s[free], s[free], reg.K4)
	c.KMOVW(reg.K4, reg.EAX)
	c.POPCNTL(reg.EAX, reg.EAX)
	for w := range words {
		c.VMOVDQU32(word(from, w), zT[w%2])
		c.VPEXPANDD(zT[w%2], reg.K4, s[w])
	}
	c.LEAQ(operand.Mem{Base: from, Index: reg.RAX, Scale: 4}, from)
	c.VPORD(s[columns], s[nearUp], zT[0])
	if blocked {
		c.VPORD_BCST(level(offOwn), zT[0], zT[0])
	}
	c.VPTERNLOGD(operand.U8(0x11), s[nearDown], zT[0], reg.K4, s[free]) // neither of the two
}

// place makes a child of each lane: a queen on the lowest free square. What was the
// far side is the near one of the child.
func (*zmm) place(c *build.Context, s []reg.Register) {
	c.VPADDD(zOnes, s[free], zT[0])
	c.VPANDND(s[free], zT[0], zQueen)
	c.VPANDD(zT[0], s[free], s[free])
	c.VPORD(zQueen, s[columns], zChild[columns])
	c.VPSLLVD(zApart, zQueen, zT[0])
	c.VPSRLVD(zApart, zQueen, zT[1])
	c.VPORD(zQueen, s[nearUp], zChild[farUp])
	c.VPORD(zQueen, s[nearDown], zChild[farDown])
	c.VPORD(zT[0], s[farUp], zChild[nearUp])
	c.VPORD(zT[1], s[farDown], zChild[nearDown])
	c.VPSLLVD(zGap, zChild[farUp], zChild[farUp])
	c.VPSRLVD(zGap, zChild[farDown], zChild[farDown])
}

// row computes what is not free in the j-th row of the children.
func (*zmm) row(c *build.Context, j int, blocked bool, t, u reg.Register) {
	up, down := zChild[nearUp], zChild[nearDown]
	if j%2 == 1 {
		up, down = zChild[farUp], zChild[farDown]
	}
	if j < 2 {
		c.VPORD(up, down, t)
		if blocked {
			c.VPTERNLOGD_BCST(operand.U8(0xfe), blockedAt(j), zChild[columns], t)
		} else {
			c.VPORD(zChild[columns], t, t)
		}
		return
	}
	c.VPSLLVD(zShift[j], up, t)
	c.VPSRLVD(zShift[j], down, u)
	c.VPTERNLOGD(operand.U8(0xfe), zChild[columns], u, t)
	if blocked {
		c.VPORD_BCST(blockedAt(j), t, t)
	}
}

// examine sets K2 for the children that are not dead.
func (v *zmm) examine(c *build.Context, rows int, blocked bool) {
	most, every := zMost, zEvery
	if rows == 1 {
		v.row(c, 0, blocked, zT[0], zT[1])
		c.VPCMPUD(operand.U8(4), zOnes, zT[0], reg.K2)
		return
	}
	v.row(c, 0, blocked, zT[0], zT[1])
	v.row(c, 1, blocked, every, zT[1])
	c.VPMAXUD(zT[0], every, most)
	c.VPANDD(zT[0], every, every)
	for j := 2; j < rows; j += 2 {
		v.row(c, j, blocked, zT[0], zT[1])
		c.VPMAXUD(zT[0], most, most)
		if j+1 == rows {
			c.VPANDD(zT[0], every, every)
			break
		}
		v.row(c, j+1, blocked, zT[1], zT[2])
		c.VPMAXUD(zT[1], most, most)
		c.VPTERNLOGD(operand.U8(0x80), zT[0], zT[1], every)
	}
	c.VPCMPEQD(every, zChild[columns], reg.K1)
	c.VPCMPUD(operand.U8(4), zOnes, most, reg.K2)
	c.KANDW(reg.K1, reg.K2, reg.K2)
}

// store appends the living children to their array. One VPCOMPRESSD of the lanes'
// numbers and a VPERMD per word are faster than a VPCOMPRESSD per word.
func (*zmm) store(c *build.Context) {
	c.KMOVW(reg.K2, reg.EAX)
	c.POPCNTL(reg.EAX, reg.EAX)
	c.VPCOMPRESSD_Z(zLanes, reg.K2, zQueen)
	for w := range words {
		c.VPERMD(zChild[w], zQueen, zChild[w])
		c.VMOVDQU32(zChild[w], word(to, w))
	}
	c.LEAQ(operand.Mem{Base: to, Index: reg.RAX, Scale: 4}, to)
}

// count adds the solutions of the children, which have two open rows.
func (v *zmm) count(c *build.Context, blocked bool) {
	v.row(c, 0, blocked, zT[0], zT[2])
	v.row(c, 1, blocked, zT[1], zT[2])
	c.VPANDND(zOnes, zChild[columns], zQueen) // the two free columns
	c.VPSRLVD(zShift[2], zQueen, zT[2])
	c.VPMAXUD(zT[0], zT[1], zMost)
	c.VPANDD(zT[0], zT[1], zEvery)
	c.VPORD(zT[0], zT[1], zT[0])
	c.VPTESTNMD(zT[2], zQueen, reg.K1) // not on one diagonal
	c.VPCMPEQD(zEvery, zChild[columns], reg.K1, reg.K2)
	c.VPCMPUD(operand.U8(4), zOnes, zMost, reg.K2, reg.K2)
	c.VPCMPEQD(zT[0], zChild[columns], reg.K2, reg.K3) // both rows have both columns
	c.KMOVW(reg.K2, reg.EAX)
	c.POPCNTL(reg.EAX, reg.EAX)
	c.ADDQ(reg.RAX, found)
	c.KMOVW(reg.K3, reg.EAX)
	c.POPCNTL(reg.EAX, reg.EAX)
	c.ADDQ(reg.RAX, found)
}

func (*zmm) end(c *build.Context) {
	for g := range 2 {
		for w := range 6 {
			c.VMOVDQU32(z[6*g+w], inFlight(w, 16*g))
		}
	}
}

func (*zmm) move(c *build.Context) {
	for w := range words {
		first, second := word(from, w), word(from, w)
		second.Disp += 64
		c.VMOVDQU32(first, zT[0])
		c.VMOVDQU32(second, zT[1])
		first, second = word(parents, w), word(parents, w)
		second.Disp += 64
		c.VMOVDQU32(zT[0], first)
		c.VMOVDQU32(zT[1], second)
	}
}
