// Command lanes writes the steps of the lane engine of package internal/kernel in Go assembly.
//
//	go run ./lanes -out zlanes8_amd64.s -stubs zlanes8_amd64.go
package main

import (
	"fmt"
	"strings"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// Sizes of package kernel.
const (
	maxRows = 11
	tested  = 7
	limit   = 1120
	flight  = 32
)

// Words of a state in flight, by index.
const (
	columns = iota
	nearUp
	nearDown
	farUp
	farDown
	words // waiting states have only those above
	free  = words
)

type spread [8]uint32

// at is laneLevel of package kernel, for offsets.
var at struct {
	words  [words][limit + 64]uint32
	flight [words + 1][flight]uint32

	apart, gap     spread
	blocked, shift [tested]spread
	own            spread

	head, tail, steps, found int64
}

// Registers of every step. A pointer to an array is the address of word 0 of a state; the other
// words follow at distances of the size of at.words[0].
var (
	parents  = RSI
	children = RDI
	from     = R8  // next parent to take
	fromEnd  = R9  // last place of from with 32 parents
	to       = R10 // place of the next child
	toEnd    = R11 // first place of to at which no step begins
	found    = R12
	steps    = R13
)

func main() {
	check := fmt.Sprintf("\n// It does not compile if the assembly is for another one.\n"+
		"func _(level *laneLevel) { _ = (*%T)(level) }\n", at)
	emit.File(map[string]emit.Set{"": {Heading: head, Check: strings.ReplaceAll(check, "main.", ""), Write: func() {
		tables()
		for rows := 3; rows <= maxRows; rows++ {
			function(rows, false)
			function(rows, true)
		}
	}}})
}

func function(rows int, blocked bool) {
	name := fmt.Sprintf("lanes8Fill%d", rows)
	if blocked {
		name += "Blocked"
	}
	emit.Func(name, "func(parents *laneLevel, children *laneLevel)")
	Load(Param("parents"), parents)
	head, tail := level(unsafe.Offsetof(at.head)), level(unsafe.Offsetof(at.tail))
	MOVQ(head, RAX)
	LEAQ(Mem{Base: parents, Index: RAX, Scale: 4}, from)
	MOVQ(tail, RAX)
	LEAQ(Mem{Base: parents, Index: RAX, Scale: 4, Disp: -4 * flight}, fromEnd)
	childrenTail := Mem{Base: children, Disp: tail.Disp}
	if rows > 3 {
		Load(Param("children"), children)
		MOVQ(childrenTail, RAX)
		LEAQ(Mem{Base: children, Index: RAX, Scale: 4}, to)
		LEAQ(Mem{Base: children, Disp: 4 * limit}, toEnd)
	} else {
		XORL(found.As32(), found.As32())
	}
	XORL(steps.As32(), steps.As32())
	begin(rows)
	JMP(LabelRef("check"))

	Label("step")
	for group := range 4 {
		step(8*group, rows, blocked)
	}
	INCQ(steps)
	Label("check")
	CMPQ(from, fromEnd)
	JHI(LabelRef("done"))
	if rows > 3 {
		CMPQ(to, toEnd)
		JCS(LabelRef("step"))
	} else {
		JMP(LabelRef("step"))
	}

	Label("done")
	ADDQ(steps, level(unsafe.Offsetof(at.steps)))
	if rows > 3 {
		SUBQ(children, to)
		SHRQ(U8(2), to)
		MOVQ(to, childrenTail)
	} else {
		ADDQ(found, level(unsafe.Offsetof(at.found)))
	}
	CMPQ(from, fromEnd)
	JHI(LabelRef("few"))
	SUBQ(parents, from) // parents are left for another call
	SHRQ(U8(2), from)
	MOVQ(from, head)
	JMP(LabelRef("return"))

	Label("few")
	move()
	SUBQ(from, fromEnd) // remaining parents, less 32, in bytes
	ADDQ(I32(4*flight), fromEnd)
	SHRQ(U8(2), fromEnd)
	MOVQ(fromEnd, tail)
	MOVQ(I32(0), head)
	Label("return")
	emit.End()
}

func word(pointer Register, w int) Mem {
	return Mem{Base: pointer, Disp: w * int(unsafe.Sizeof(at.words[0]))}
}

func level(offset uintptr) Mem { return Mem{Base: parents, Disp: int(offset)} }

func inFlight(w, lane int) Mem {
	return level(unsafe.Offsetof(at.flight) + unsafe.Sizeof(at.flight[0])*uintptr(w) + 4*uintptr(lane))
}

// spreadAt is number i of a list of numbers for each lane.
func spreadAt(list uintptr, i int) Mem { return level(list + unsafe.Sizeof(spread{})*uintptr(i)) }
