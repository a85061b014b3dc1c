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

// labels takes whole vectors.
func labels() {
	emit.Func("labelsAVX512", "func(to *uint16, keys *uint64, vectors, lowest int)")
	to, key, n := emit.Arg("to"), emit.Arg("keys"), emit.Arg("vectors")
	lowest, x := XMM(), ZMM()
	VMOVQ(emit.Arg("lowest"), lowest)
	Label("vector")
	VMOVDQU64(mem(key, 0), x)
	VPSRLQ(lowest, x, x)
	VPMOVQW(x, mem(to, 0))
	ADDQ(U8(layout.VectorBytes), key)
	ADDQ(U8(layout.VectorBytes/4), to)
	DECQ(n)
	JNZ(LabelRef("vector"))
	emit.End()
}

// below compares limits with the first label of each row of 32 labels, then with those of the last
// row that begins below the limit.
func below() {
	const row = 64 // bytes
	emit.Func("belowAVX512", "func(number *int, apart int, labels *uint16, rows int, limits *uint16, n int)")
	number, apart, label := emit.Arg("number"), emit.Arg("apart"), emit.Arg("labels")
	limit, n := emit.Arg("limits"), emit.Arg("n")
	SHLQ(U8(3), apart)
	places, all, rows := ZMM(), K(), K() // with a bit for each row
	VMOVDQU64(emit.Bytes("rows", 64, func(i int) uint8 { return uint8(row * (i / 4) >> (8 * (i % 4))) }), places)
	last, bits := emit.Arg("rows"), GP64()
	MOVQ(I32(-1), bits)
	BZHIQ(last, bits, bits)
	KMOVW(bits.As32(), rows)
	KMOVW(bits.As32(), all)
	wide, firsts := ZMM(), YMM()
	VPXORQ(wide, wide, wide)
	VPGATHERDD(Mem{Base: label, Index: places, Scale: 1}, all, wide)
	VPMOVDW(wide, firsts)
	Label("limit")
	of, less, in := ZMM(), K(), K()
	at, count := GP64(), GP64()
	VPBROADCASTW(mem(limit, 0), of)
	VPCMPUW(U8(1), of.AsY(), firsts, rows, less)
	KMOVW(less, at.As32())
	POPCNTL(at.As32(), at.As32())
	SUBL(U8(1), at.As32())
	ADCL(U8(0), at.As32())
	SHLL(U8(5), at.As32())
	VPCMPUW(U8(6), Mem{Base: label, Index: at, Scale: 2}, of, in) // the limit is greater
	KMOVD(in, count.As32())
	POPCNTL(count.As32(), count.As32())
	ADDL(count.As32(), at.As32())
	MOVQ(at, mem(number, 0))
	ADDQ(apart, number)
	ADDQ(U8(2), limit)
	DECQ(n)
	JNZ(LabelRef("limit"))
	emit.End()
}

// drain takes less than 256 words, eight at a time.
func drain() {
	const each = 8
	emit.Func("drainAVX512", "func(hits *uint32, words *uint64, metas *uint32, n int, labels *uint16, width int) int")
	hit, first, firstMeta, left := emit.Arg("hits"), emit.Arg("words"), emit.Arg("metas"), emit.Arg("n")
	label, start, width, minusOne, half := emit.Arg("labels"), GP64(), YMM(), ZMM(), YMM()
	MOVQ(hit, start)
	VPBROADCASTD(emit.Arg("width").As32(), width)
	VPTERNLOGD(U8(255), minusOne, minusOne, minusOne)
	VPSRLD(U8(16), minusOne.AsY(), half)
	Label("round")
	word, meta, to, toMeta := GP64(), GP64(), GP64(), GP64()
	for _, r := range []Register{word, to} {
		MOVQ(first, r)
	}
	for _, r := range []Register{meta, toMeta} {
		MOVQ(firstMeta, r)
	}
	Label("words")
	in, gathered, more, count := K(), K(), K(), GP64()
	lanes, lowest, metas := ZMM(), ZMM(), YMM()
	MOVL(U32(1<<each-1), count.As32())
	BZHIL(left.As32(), count.As32(), count.As32())
	KMOVB(count.As32(), in)
	KMOVB(count.As32(), gathered)
	VMOVDQU64_Z(mem(word, 0), in, lanes)
	VMOVDQU(mem(meta, 0), metas)
	VPADDQ(minusOne, lanes, lowest)
	VPANDNQ(lowest, lanes, lowest) // ones below the lowest
	at, cell, of := ZMM(), YMM(), YMM()
	VPOPCNTQ(lowest, at)
	VPMOVQD(at, at.AsY())
	VPANDD(half, metas, cell)
	VPSLLD(U8(6), cell, cell)
	VPADDD(at.AsY(), cell, cell)
	VPXOR(of, of, of)
	VPGATHERDD(Mem{Base: label, Index: cell, Scale: 2}, gathered, of)
	VPANDD(half, of, of)
	VPSRLD(U8(16), metas, cell)
	VPMULLD(width, cell, cell)
	VPADDD(cell, of, of)
	VMOVDQU(of, mem(hit, 0))
	POPCNTL(count.As32(), count.As32())
	LEAQ(Mem{Base: hit, Index: count, Scale: 4}, hit)
	// Remove the lowest.
	VPADDQ(minusOne, lanes, lowest)
	VPANDQ(lowest, lanes, lanes)
	VPTESTMQ(lanes, lanes, more)
	VPCOMPRESSQ_Z(lanes, more, lanes)
	VMOVDQU64(lanes, mem(to, 0))
	VPCOMPRESSD_Z(metas, more, metas)
	VMOVDQU(metas, mem(toMeta, 0))
	KMOVB(more, count.As32())
	POPCNTL(count.As32(), count.As32())
	LEAQ(Mem{Base: to, Index: count, Scale: 8}, to)
	LEAQ(Mem{Base: toMeta, Index: count, Scale: 4}, toMeta)
	ADDQ(U8(8*each), word)
	ADDQ(U8(4*each), meta)
	SUBQ(U8(each), left)
	JG(LabelRef("words"))
	MOVQ(to, left)
	SUBQ(first, left)
	SHRQ(U8(3), left)
	JNZ(LabelRef("round"))
	SUBQ(start, hit)
	SHRQ(U8(2), hit)
	Store(hit, ReturnIndex(0))
	emit.End()
}

func mem(base Register, disp int) Mem { return Mem{Base: base, Disp: disp} }
