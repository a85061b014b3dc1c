package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

// Offsets in package parity's sparseEntry and columnSet.
const (
	entryMasks, entrySet, entryFree, entryWord, entryLanes, entryBytes = 0, 8, 16, 24, 32, 96

	setColumns, setBytes = 320, 864
)

// hits handles a leaf node of a batch in each round: its placements are bits of a word, 8i+j for
// queens in the free columns i and j. orders are permutations, for AVX2.
func hits(w width, set string, orders Mem) {
	emit.Func("hits"+set, "func(words *uint64, metas *uint32, masks *uint64, keys *int, entries *uint64, n int, sets *uint16, "+
		"allowed *uint64, firstMasks, secondMasks, firstRow, secondRow int) (found, tests uint64)")
	word, meta, entry := emit.Arg("words"), emit.Arg("metas"), emit.Arg("entries")
	// There are few registers: these two stay in memory.
	n, tests := inMemory(Param("n")), inMemory(ReturnIndex(1))
	var collect func(lanes []VecVirtual, x, y, label Register)
	if w == whole {
		collect = collectWhole(word, meta)
	} else {
		collect = collectHalf(word, meta, orders)
	}
	inReach := loadReach(w)
	MOVQ(I32(0), tests)
	Label("entry")
	columnsOf, at, label := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: entry, Disp: entryWord}, at)
	SHLQ(U8(3), at)
	ADDQ(emit.Arg("keys"), at)
	CMPQ(Mem{Base: at}, U8(0))
	JZ(LabelRef("next"))
	lanes := inReach(at, entry)
	first, second, each, row := GP64(), GP64(), GP64(), GP64()
	Load(Param("firstRow"), row)
	MOVBLZX(Mem{Base: entry, Index: row, Scale: 1, Disp: entryFree}, first.As32())
	Load(Param("secondRow"), row)
	MOVBLZX(Mem{Base: entry, Index: row, Scale: 1, Disp: entryFree}, second.As32())
	MOVQ(U64(0x0101010101010101), each)
	IMULQ(each, second)
	IMULQ(each, first) // bit i of byte i, then 128 there, then 255
	MOVQ(U64(0x8040201008040201), row)
	ANDQ(row, first)
	MOVQ(U64(0x7f7f7f7f7f7f7f7f), row)
	ADDQ(row, first)
	ANDNQ(first, row, first)
	MOVQ(first, row)
	SHRQ(U8(7), row)
	MOVQ(first, each)
	SUBQ(row, first)
	ORQ(each, first)
	ANDQ(second, first)
	Load(Param("allowed"), row)
	MOVQ(Mem{Base: entry, Disp: entrySet}, columnsOf)
	ANDQ(Mem{Base: row, Index: columnsOf, Scale: 8}, first)
	JZ(LabelRef("next"))
	IMUL3Q(I32(setBytes), columnsOf, columnsOf)
	ADDQ(emit.Arg("sets"), columnsOf)
	rest, number := first, GP64()
	POPCNTQ(rest, number)
	ADDQ(number, tests)
	of := [2]GPVirtual{GP64(), GP64()} // masks of the rows
	for i, name := range []string{"firstMasks", "secondMasks"} {
		Load(Param("masks"), of[i])
		ADDQ(Mem{Base: entry, Disp: entryMasks}, of[i])
		ADDQ(emit.Arg(name), of[i])
	}
	Label("placement")
	bit, x, y := GP64(), GP64(), GP64()
	TZCNTQ(rest, bit)
	BLSRQ(rest, rest)
	MOVWLZX(Mem{Base: columnsOf, Index: bit, Scale: 2}, label.As32())
	SHLL(U8(16), label.As32())
	ORQ(Mem{Base: entry, Disp: entryWord}, label)
	MOVQ(bit, y)
	SHRQ(U8(3), bit)
	ANDQ(U8(7), y)
	MOVWLZX(Mem{Base: columnsOf, Index: bit, Scale: 2, Disp: setColumns}, x.As32())
	MOVWLZX(Mem{Base: columnsOf, Index: y, Scale: 2, Disp: setColumns}, y.As32())
	ADDQ(of[0], x)
	ADDQ(of[1], y)
	collect(lanes, x, y, label)
	TESTQ(rest, rest)
	JNZ(LabelRef("placement"))
	Label("next")
	ADDQ(U8(entryBytes), entry)
	DECQ(n)
	JNZ(LabelRef("entry"))
	SUBQ(emit.Arg("words"), word)
	SHRQ(U8(3), word)
	Store(word, ReturnIndex(0))
	emit.End()
}

// loadReach returns a function that loads the lanes of a leaf node that have one of the first keys,
// as many as there are at an address.
func loadReach(w width) func(keys, entry Register) []VecVirtual {
	ones, before := w.register(), []VecVirtual(nil) // keys in the words before
	for p := range layout.VectorBytes / int(w) {
		v := w.register()
		w.move(emit.Bytes(fmt.Sprint("before", p), int(w), func(i int) uint8 {
			return uint8(64 * ((p*int(w) + i) / 8) >> (8 * (i % 8)))
		}), v)
		before = append(before, v)
	}
	if w == whole {
		VPTERNLOGD(U8(255), ones, ones, ones)
	} else {
		VPCMPEQD(ones, ones, ones)
	}
	return func(keys, entry Register) (lanes []VecVirtual) {
		for p, words := range before {
			x, at := w.register(), Mem{Base: entry, Disp: entryLanes + p*int(w)}
			VPBROADCASTQ(Mem{Base: keys}, x)
			VPSUBUSW(words, x, x)
			VPSLLVQ(x, ones, x)
			if w == whole {
				VPANDNQ(at, x, x)
			} else {
				VPANDN(at, x, x)
			}
			lanes = append(lanes, x)
		}
		return lanes
	}
}

func inMemory(c gotypes.Component) Mem {
	at, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return at.Addr
}

// collectWhole returns a function that writes the words of a placement.
func collectWhole(word, meta Register) func(lanes []VecVirtual, x, y, label Register) {
	numbers := YMM()
	VMOVDQU(emit.Bytes("lanes", 32, func(i int) uint8 { return uint8(max(0, 1-i%4) * i / 4) }), numbers)
	return func(lanes []VecVirtual, x, y, label Register) {
		metas, both, some, kept, count := YMM(), ZMM(), K(), YMM(), GP64()
		VPBROADCASTD(label.(GPVirtual).As32(), metas)
		VPADDD(numbers, metas, metas)
		VMOVDQU64(Mem{Base: x}, both)
		VPANDQ(Mem{Base: y}, both, both)
		VPANDQ(lanes[0], both, both)
		VPTESTMQ(both, both, some)
		VPCOMPRESSQ_Z(both, some, both)
		VMOVDQU64(both, Mem{Base: word})
		VPCOMPRESSD_Z(metas, some, kept)
		VMOVDQU(kept, Mem{Base: meta})
		KMOVB(some, count.As32())
		POPCNTL(count.As32(), count.As32())
		LEAQ(Mem{Base: word, Index: count, Scale: 8}, word)
		LEAQ(Mem{Base: meta, Index: count, Scale: 4}, meta)
	}
}
