package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// Layout of labelled keys and of words of hits, as package pairs has it.
const (
	labelShift = 52
	wordLanes  = 16
	evenMost   = 6  // chunks of an even test
	evenField  = 10 // bits of a chunk with its zeros
)

func labelled512() {
	index512()
	for chunks := 1; chunks <= evenMost; chunks++ {
		hits512(chunks)
	}
	hits512(0)
	expand512()
	directHits512()
	sumCells()
}

// index512 writes: the indices of cells that the labels of keys stand for.
func index512() {
	emit.Func("indexAVX512", "func(to *uint32, keys *uint64, n int, step uint32)",
		"indexAVX512 writes step times the label of each of n keys, n at least 1.")
	to, keys, n := emit.Arg("to"), emit.Arg("keys"), emit.Arg("n")
	step, s := VecVirtual(ZMM()), GP64()
	Load(Param("step"), s.As32())
	VPBROADCASTQ(s, step)
	wide.vectors("keys", keys, n, func(v VecVirtual, tail Register) {
		VPSRLQ(U8(labelShift), v, v)
		VPMULUDQ(step, v, v)
		if tail == nil {
			VPMOVQD(v, Mem{Base: to})
		} else {
			VPMOVQD(v, tail, Mem{Base: to})
		}
		ADDQ(U8(32), to)
	})
	emit.End()
}

// hits512 writes: the words of 16 lanes that items leave and that are not empty, with tags: for one
// to six chunks with ten bits each in the spread word, three of them zeros before the chunk; for
// any number, called 0, with fields without gaps.
func hits512(chunks int) {
	name, form := fmt.Sprintf("hits64x%dAVX512", chunks),
		"func(items *uint64, n int, tables *uint64, open, spread uint64, words, tags *uint16) int"
	if chunks == 0 {
		name, form = "hits64AVX512", "func(items *uint64, n int, tables *uint64, open uint64, fields *uint64, chunks "+
			"int, words, tags *uint16) int"
	}
	// The tags of an item: those of the one before plus 32.
	tag := emit.Bytes(name+"tags", 64, func(i int) uint8 { return uint8(i / 2 * (1 - i%2)) })
	more := emit.Bytes(name+"more", 2, func(i int) uint8 { return uint8(32 * (1 - i)) })
	emit.Func(name, form,
		name+" writes the words, 16 lanes each, that n items leave and that are not empty, n at least",
		"1, with 32 times the item's number plus that of the word, and returns how many.", "Whole vectors are stored.")
	items, n, tables, open := emit.Arg("items"), emit.Arg("n"), emit.Arg("tables"), emit.Arg("open")
	words, tags := emit.Arg("words"), emit.Arg("tags")
	tagged, step, count := ZMM(), ZMM(), GP64()
	VMOVDQU64(tag, tagged)
	VPBROADCASTW(more, step)
	XORQ(count, count)
	var spread, fields, number GPVirtual
	if chunks > 0 {
		spread = emit.Arg("spread")
	} else {
		fields, number = emit.Arg("fields"), emit.Arg("chunks")
	}
	Label("item")
	x, v := GP64(), ZMM()
	MOVQ(Mem{Base: items}, x)
	PEXTQ(open, x, x)
	if chunks > 0 {
		PDEPQ(spread, x, x)
		for c := range chunks {
			offset := x
			if c+1 < chunks {
				offset = GP64()
				MOVL(x.As32(), offset.As32())
				ANDL(U32(1<<evenField-1), offset.As32())
				SHRQ(U8(evenField), x)
			}
			row := Mem{Base: tables, Index: offset, Scale: 8, Disp: c * tableBytes}
			if c == 0 {
				VMOVDQA64(row, v)
			} else {
				VPANDQ(row, v, v)
			}
		}
	} else {
		VPTERNLOGQ(U8(0xff), v, v, v)
		andRows(v, x, tables, fields, number)
	}
	left, found, w, u := K(), GP64(), ZMM(), ZMM()
	VPTESTMW(v, v, left)
	VPCOMPRESSW_Z(v, left, w)
	VPCOMPRESSW_Z(tagged, left, u)
	VMOVDQU64(w, Mem{Base: words, Index: count, Scale: 2})
	VMOVDQU64(u, Mem{Base: tags, Index: count, Scale: 2})
	KMOVD(left, found.As32())
	POPCNTL(found.As32(), found.As32())
	ADDQ(found, count)
	VPADDW(step, tagged, tagged)
	ADDQ(U8(8), items)
	DECQ(n)
	JNZ(LabelRef("item"))
	Store(count, ReturnIndex(0))
	emit.End()
}

// expand512 writes: the indices of the cells of words of hits.
func expand512() {
	emit.Func("expandAVX512", "func(index *uint32, words, tags *uint16, n int, items, lanes *uint32) int",
		"expandAVX512 writes, for each bit of n words, the index of its item plus that of its lane, and returns",
		"how many there are. Whole vectors are stored.")
	index, words, tags, n := emit.Arg("index"), emit.Arg("words"), emit.Arg("tags"), emit.Arg("n")
	items, lanes := emit.Arg("items"), emit.Arg("lanes")
	start := GP64()
	MOVQ(index, start)
	TESTQ(n, n)
	JZ(LabelRef("done"))
	LEAQ(Mem{Base: words, Index: n, Scale: 2}, words)
	LEAQ(Mem{Base: tags, Index: n, Scale: 2}, tags)
	NEGQ(n)
	Label("word")
	word, tag, item, in, v := GP64(), GP64(), GP64(), K(), ZMM()
	MOVWLZX(Mem{Base: words, Index: n, Scale: 2}, word.As32())
	MOVWLZX(Mem{Base: tags, Index: n, Scale: 2}, tag.As32())
	KMOVW(word.As32(), in)
	MOVL(tag.As32(), item.As32())
	SHRL(U8(5), item.As32())
	ANDL(U8(31), tag.As32())
	SHLL(U8(6), tag.As32())
	VMOVDQU64(Mem{Base: lanes, Index: tag, Scale: 1}, v)
	VPCOMPRESSD_Z(v, in, v)
	VPADDD_BCST(Mem{Base: items, Index: item, Scale: 4}, v, v)
	VMOVDQU64(v, Mem{Base: index})
	POPCNTL(word.As32(), word.As32())
	LEAQ(Mem{Base: index, Index: word, Scale: 4}, index)
	INCQ(n)
	JNZ(LabelRef("word"))
	Label("done")
	emit.ReturnKeys(start, index, 32)
}

// directHits512 writes: one item compared with lanes.
func directHits512() {
	emit.Func("directHitsAVX512", "func(index *uint32, key uint64, lanes *uint64, n int, item, step uint32) int",
		"directHitsAVX512 writes, for each of n lanes that is disjoint with key, item plus step times the lane's",
		"label, and returns how many there are. key has no label. Whole vectors are stored.")
	index, list, n := emit.Arg("index"), emit.Arg("lanes"), emit.Arg("n")
	k, key, step, item := GP64(), ZMM(), ZMM(), YMM()
	Load(Param("key"), k)
	VPBROADCASTQ(k, key)
	s, i := GP64(), GP64()
	Load(Param("step"), s.As32())
	VPBROADCASTQ(s, step)
	Load(Param("item"), i.As32())
	VPBROADCASTD(i.As32(), item)
	start := GP64()
	MOVQ(index, start)
	wide.vectors("keys", list, n, func(v VecVirtual, tail Register) {
		fits, c, next := K(), GP64(), "next"
		if tail == nil {
			VPTESTNMQ(v, key, fits)
		} else {
			VPTESTNMQ(v, key, tail, fits)
			next = "last"
		}
		KMOVB(fits, c.As32())
		TESTL(c.As32(), c.As32())
		JZ(LabelRef(next))
		VPCOMPRESSQ_Z(v, fits, v)
		VPSRLQ(U8(labelShift), v, v)
		VPMULUDQ(step, v, v)
		VPMOVQD(v, v.AsY())
		VPADDD(item, v.AsY(), v.AsY())
		VMOVDQU(v.AsY(), Mem{Base: index})
		POPCNTL(c.As32(), c.As32())
		LEAQ(Mem{Base: index, Index: c, Scale: 4}, index)
		Label(next)
	})
	emit.ReturnKeys(start, index, 32)
}

func sumCells() {
	emit.Func("sum16AVX512", "func(cells *uint16, index *uint32, n int) uint64",
		"sum16AVX512 returns the sum of n cells.")
	cells, index, n := emit.Arg("cells"), emit.Arg("index"), emit.Arg("n")
	low, high, mask := ZMM(), ZMM(), ZMM()
	VPXORQ(low, low, low)
	VPXORQ(high, high, high)
	VPTERNLOGQ(U8(0xff), mask, mask, mask)
	VPSRLQ(U8(64-16), mask, mask)
	narrow.vectors("indices", index, n, func(v VecVirtual, tail Register) {
		in, cell, upper := K(), ZMM(), ZMM()
		if tail == nil {
			KXNORW(in, in, in)
		} else {
			KMOVW(tail, in)
		}
		VPXORD(cell, cell, cell)
		VPGATHERDD(Mem{Base: cells, Index: v, Scale: 2}, in, cell)
		VPSRLQ(U8(32), cell, upper)
		VPANDQ(mask, cell, cell)
		VPANDQ(mask, upper, upper)
		VPADDQ(cell, low, low)
		VPADDQ(upper, high, high)
	})
	VPADDQ(high, low, low)
	emit.StoreSum512(low, 0)
	emit.End()
}
