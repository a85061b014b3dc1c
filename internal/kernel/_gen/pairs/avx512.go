package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// Sizes that package pairs lays down.
const (
	rowBytes   = 64
	tableBytes = 128 * rowBytes
	narrowMost = 7 // chunks of a narrow test: as many as registers hold their fields
)

func avx512() {
	for _, k := range []key{narrow, wide} {
		k.or()
		k.sample()
		k.filter(false)
		k.direct()
		k.turn()
	}
	narrow.filter(true)
	wide.part()
	narrowKeys()
	planes()
	tables()
	for chunks := 1; chunks <= narrowMost; chunks++ {
		narrowTest(chunks)
	}
	wideTest()
}

// key is a kind of key, with the instructions that differ between them.
type key struct {
	bits     int
	typ      string
	load     func(...Op)             // to and from memory
	loadZ    func(from, mask, to Op) // lanes outside the mask become zero
	test     func(...Op)
	testn    func(...Op)
	compress func(from, mask, to Op)
	spread   func(...Op) // broadcast from a general register
}

var (
	narrow = key{32, "uint32", VMOVDQU32, VMOVDQU32_Z, VPTESTMD, VPTESTNMD, VPCOMPRESSD_Z, VPBROADCASTD}
	wide   = key{64, "uint64", VMOVDQU64, VMOVDQU64_Z, VPTESTMQ, VPTESTNMQ, VPCOMPRESSQ_Z, VPBROADCASTQ}
)

func (k key) bytes() int { return k.bits / 8 }

func (k key) perVector() int { return 512 / k.bits }

func (k key) name(what string) string { return fmt.Sprintf("%s%dAVX512", what, k.bits) }

func (k key) as(r GPVirtual) Op {
	if k.bits == 32 {
		return r.As32()
	}
	return r.As64()
}

func (k key) loadKey(param string) GPVirtual {
	r := GP64()
	Load(Param(param), k.as(r).(Register))
	return r
}

// bitVector returns a vector with bit number (parameter "bit") of each key set.
func (k key) bitVector() VecVirtual {
	bit, one, v := emit.Arg("bit"), GP64(), ZMM()
	MOVL(U32(1), one.As32())
	SHLXQ(bit, one, one)
	k.spread(k.as(one), v)
	return v
}

// tailMask returns a mask of the first n lanes, n less than a vector has.
func tailMask(n Register) Register {
	m, k := GP64(), K()
	MOVQ(I32(-1), m)
	BZHIQ(n, m, m)
	KMOVQ(m, k)
	return k
}

// vectors writes a loop over list, n keys: body for whole vectors, and once with
// a mask for what is left. list and n are used up.
func (k key) vectors(label string, list, n Register, body func(v VecVirtual, tail Register)) {
	JMP(LabelRef(label + "Check"))
	Label(label + "Loop")
	v := ZMM()
	k.load(Mem{Base: list}, v)
	body(v, nil)
	ADDQ(U32(64), list)
	SUBQ(U32(uint32(k.perVector())), n)
	Label(label + "Check")
	CMPQ(n, U32(uint32(k.perVector())))
	JGE(LabelRef(label + "Loop"))
	TESTQ(n, n)
	JZ(LabelRef(label + "Done"))
	tail := tailMask(n)
	last := ZMM()
	k.loadZ(Mem{Base: list}, tail, last)
	body(last, tail)
	Label(label + "Done")
}

// or writes: the union of all keys.
func (k key) or() {
	emit.Func(k.name("or"), fmt.Sprintf("func(list *%s, n int) %[1]s", k.typ),
		k.name("or")+" returns the union of n keys.")
	list, n := emit.Arg("list"), emit.Arg("n")
	acc := []VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	for _, a := range acc {
		VPXORQ(a, a, a)
	}
	JMP(LabelRef("fourCheck"))
	Label("four")
	for i, a := range acc {
		VPORQ(Mem{Base: list, Disp: 64 * i}, a, a)
	}
	ADDQ(U32(256), list)
	SUBQ(U32(uint32(4*k.perVector())), n)
	Label("fourCheck")
	CMPQ(n, U32(uint32(4*k.perVector())))
	JGE(LabelRef("four"))
	k.vectors("one", list, n, func(v VecVirtual, _ Register) { VPORQ(v, acc[0], acc[0]) })
	VPORQ(acc[1], acc[0], acc[0])
	VPORQ(acc[3], acc[2], acc[2])
	VPORQ(acc[2], acc[0], acc[0])
	y := YMM()
	VEXTRACTI64X4(U8(1), acc[0], y)
	VPOR(y, acc[0].AsY(), y)
	x := XMM()
	VEXTRACTI128(U8(1), y, x)
	VPOR(x, y.AsX(), x)
	t := XMM()
	VPSHUFD(U8(0x4e), x, t)
	VPOR(t, x, x)
	if k.bits == 32 {
		VPSHUFD(U8(0xb1), x, t)
		VPOR(t, x, x)
	}
	out := GP64()
	VMOVQ(x, out)
	Store(k.as(out).(Register), ReturnIndex(0))
	emit.End()
}

// sample writes: the bit whose product of counts in two samples is largest.
//
// A key, moved to a mask register, adds one to the byte counters of its bits:
// two instructions for a key, or for two narrow ones.
func (k key) sample() {
	emit.Func(k.name("sample"), fmt.Sprintf("func(a *%s, stepA, takeA int, b *%[1]s, stepB, takeB int, open %[1]s) "+
		"(bit, product uint64)", k.typ),
		k.name("sample")+" reads takeA times 8 bytes of a, stepA bytes apart, and of b as well, and",
		"returns the open bit with the largest product of the numbers of keys that",
		"have it, and the product.")
	one := ZMM()
	c := GP64()
	MOVL(U32(0x01010101), c.As32())
	VPBROADCASTD(c.As32(), one)
	counts := func(list, step, take string) VecVirtual {
		p, s, n := emit.Arg(list), emit.Arg(step), emit.Arg(take)
		acc := []VecVirtual{ZMM(), ZMM()}
		m := []Register{K(), K()}
		for _, a := range acc {
			VPXORQ(a, a, a)
		}
		SUBQ(U32(2), n)
		JL(LabelRef(list + "Odd"))
		Label(list + "Loop")
		KMOVQ(Mem{Base: p}, m[0])
		KMOVQ(Mem{Base: p, Index: s, Scale: 1}, m[1])
		VPADDB(one, acc[0], m[0], acc[0])
		VPADDB(one, acc[1], m[1], acc[1])
		LEAQ(Mem{Base: p, Index: s, Scale: 2}, p)
		SUBQ(U32(2), n)
		JGE(LabelRef(list + "Loop"))
		Label(list + "Odd")
		ADDQ(U32(2), n)
		JZ(LabelRef(list + "Done"))
		KMOVQ(Mem{Base: p}, m[0])
		VPADDB(one, acc[0], m[0], acc[0])
		Label(list + "Done")
		VPADDB(acc[1], acc[0], acc[0])
		if k.bits == 32 {
			y := YMM()
			VEXTRACTI64X4(U8(1), acc[0], y)
			VPADDB(y, acc[0].AsY(), acc[0].AsY())
		}
		return acc[0]
	}
	x, y := counts("a", "stepA", "takeA"), counts("b", "stepB", "takeB")
	open := k.loadKey("open")
	products := []VecVirtual{}
	for half := range k.bits / 32 {
		u, v, p, m := ZMM(), ZMM(), ZMM(), K()
		if half == 1 {
			hx, hy := YMM(), YMM()
			VEXTRACTI64X4(U8(1), x, hx)
			VEXTRACTI64X4(U8(1), y, hy)
			VPMOVZXBW(hx, u)
			VPMOVZXBW(hy, v)
			h := GP64()
			MOVQ(open, h)
			SHRQ(U8(32), h)
			KMOVD(h.As32(), m)
		} else {
			VPMOVZXBW(x.AsY(), u)
			VPMOVZXBW(y.AsY(), v)
			KMOVD(open.As32(), m)
		}
		VPMULLW(u, v, p)
		VMOVDQU16_Z(p, m, p)
		products = append(products, p)
	}
	most := ZMM()
	VMOVDQA64(products[0], most)
	if len(products) == 2 {
		VPMAXUW(products[1], most, most)
	}
	h := YMM()
	VEXTRACTI64X4(U8(1), most, h)
	VPMAXUW(h, most.AsY(), h)
	q := XMM()
	VEXTRACTI128(U8(1), h, q)
	VPMAXUW(q, h.AsX(), q)
	all := XMM()
	VPCMPEQW(all, all, all)
	VPXOR(all, q, q)
	VPHMINPOSUW(q, q)
	VPXOR(all, q, q)
	product := GP64()
	VMOVD(q, product.As32())
	MOVWLZX(product.As16(), product.As32())
	VPBROADCASTW(q, most)
	where := GP64()
	for half := len(products) - 1; half >= 0; half-- {
		m := K()
		VPCMPEQW(most, products[half], m)
		if half == 1 {
			KMOVD(m, where.As32())
			SHLQ(U8(32), where)
			continue
		}
		low := GP64()
		KMOVD(m, low.As32())
		if len(products) == 2 {
			ORQ(low, where)
		} else {
			where = low
		}
	}
	TZCNTQ(where, where)
	Store(where, ReturnIndex(0))
	Store(product, ReturnIndex(1))
	emit.End()
}

// part writes: the partition of a list by a bit, for 64-bit keys. A permutation
// from a table brings the keys with the bit to the front of a vector and leaves
// the others behind them; the vector is stored at both ends of what is free.
// That is faster than compressing twice. For narrow keys it is not: they are
// filtered twice.
func (k key) part() {
	orders := orders(k.name("orders"), 8, 1)
	emit.Func(k.name("part"), fmt.Sprintf("func(ones, end, list *%s, n int, bit uint) int", k.typ),
		k.name("part")+" copies the keys of list that have the bit to ones, the others to what",
		"lies before end, and returns how many have it. Whole vectors are stored.")
	bit := k.bitVector()
	ones, end := emit.Arg("ones"), emit.Arg("end")
	list, n := emit.Arg("list"), emit.Arg("n")
	start, table := GP64(), GP64()
	MOVQ(ones, start)
	LEAQ(orders, table)
	k.vectors("part", list, n, func(v VecVirtual, tail Register) {
		in, c := K(), GP64()
		if tail == nil {
			order, x := ZMM(), ZMM()
			k.test(bit, v, in)
			KMOVB(in, c.As32())
			VPMOVZXBQ(Mem{Base: table, Index: c, Scale: 8}, order)
			VPERMQ(v, order, x)
			VMOVDQU64(x, Mem{Base: ones})
			VMOVDQU64(x, Mem{Base: end, Disp: -64})
			POPCNTL(c.As32(), c.As32())
			LEAQ(Mem{Base: ones, Index: c, Scale: 8}, ones)
			LEAQ(Mem{Base: end, Index: c, Scale: 8, Disp: -64}, end)
			return
		}
		x, y, out := ZMM(), ZMM(), K()
		k.test(bit, v, tail, in)
		k.testn(bit, v, tail, out)
		k.compress(v, in, x)
		k.compress(v, out, y)
		VMOVDQU64(x, Mem{Base: ones})
		KMOVB(in, c.As32())
		POPCNTL(c.As32(), c.As32())
		LEAQ(Mem{Base: ones, Index: c, Scale: 8}, ones)
		KMOVB(out, c.As32())
		POPCNTL(c.As32(), c.As32())
		front := tailMask(c)
		NEGQ(c)
		VMOVDQU64(y, front, Mem{Base: end, Index: c, Scale: 8})
	})
	emit.ReturnKeys(start, ones, k.bits)
}

// filter writes: the keys of a list with or without a bit.
func (k key) filter(with bool) {
	what, name, test := "do not have", k.name("filter"), k.testn
	if with {
		what, name, test = "have", k.name("choose"), k.test
	}
	emit.Func(name, fmt.Sprintf("func(kept, list *%s, n int, bit uint) int", k.typ),
		fmt.Sprintf("%s copies the keys of list that %s the bit to kept and returns how", name, what),
		"many there are. Whole vectors are stored.")
	bit := k.bitVector()
	kept, list, n := emit.Arg("kept"), emit.Arg("list"), emit.Arg("n")
	start := GP64()
	MOVQ(kept, start)
	k.vectors("filter", list, n, func(v VecVirtual, tail Register) {
		out := K()
		if tail == nil {
			test(bit, v, out)
		} else {
			test(bit, v, tail, out)
		}
		x, c := ZMM(), GP64()
		k.compress(v, out, x)
		k.load(x, Mem{Base: kept})
		KMOVW(out, c.As32())
		POPCNTL(c.As32(), c.As32())
		LEAQ(Mem{Base: kept, Index: c, Scale: uint8(k.bytes())}, kept)
	})
	emit.ReturnKeys(start, kept, k.bits)
}

// direct writes: the comparison of a few keys with many.
func (k key) direct() {
	emit.Func(k.name("direct"), fmt.Sprintf("func(few *%s, nFew int, many *%[1]s, nMany int) uint64", k.typ),
		k.name("direct")+" returns the number of disjoint pairs of few and many keys, comparing one of",
		"the few with a vector of the many. nMany is below 2^32.")
	few, nFew := emit.Arg("few"), emit.Arg("nFew")
	total, one := ZMM(), ZMM()
	VPXORQ(total, total, total)
	c := GP64()
	MOVL(U32(1), c.As32())
	k.spread(k.as(c), one)
	add := VPADDD
	if k.bits == 64 {
		add = VPADDQ
	}
	pass := func(label string, at int) {
		many, n := emit.Arg("many"), emit.Arg("nMany")
		var x, acc []VecVirtual
		for i := range at {
			a, b := ZMM(), ZMM()
			if k.bits == 32 {
				VPBROADCASTD(Mem{Base: few, Disp: i * 4}, a)
			} else {
				VPBROADCASTQ(Mem{Base: few, Disp: i * 8}, a)
			}
			VPXORQ(b, b, b)
			x, acc = append(x, a), append(acc, b)
		}
		k.vectors(label, many, n, func(v VecVirtual, tail Register) {
			for i := range at {
				m := K()
				if tail == nil {
					k.testn(x[i], v, m)
				} else {
					k.testn(x[i], v, tail, m)
				}
				add(one, acc[i], m, acc[i])
			}
		})
		for _, a := range acc {
			if k.bits == 64 {
				VPADDQ(a, total, total)
				continue
			}
			low, high, y := ZMM(), ZMM(), YMM()
			VEXTRACTI64X4(U8(1), a, y)
			VPMOVZXDQ(y, high)
			VPMOVZXDQ(a.AsY(), low)
			VPADDQ(low, total, total)
			VPADDQ(high, total, total)
		}
	}
	JMP(LabelRef("fourCheck"))
	Label("four")
	pass("byFour", 4)
	ADDQ(U32(uint32(4*k.bytes())), few)
	SUBQ(U32(4), nFew)
	Label("fourCheck")
	CMPQ(nFew, U32(4))
	JGE(LabelRef("four"))
	Label("oneCheck")
	TESTQ(nFew, nFew)
	JZ(LabelRef("done"))
	pass("byOne", 1)
	ADDQ(U32(uint32(k.bytes())), few)
	DECQ(nFew)
	JMP(LabelRef("oneCheck"))
	Label("done")
	emit.StoreSum512(total, 0)
	emit.End()
}

// narrowKeys writes: the rewriting of 64-bit keys with 32 bits.
func narrowKeys() {
	emit.Func("narrowAVX512", "func(to *uint32, list *uint64, n int, open uint64)",
		"narrowAVX512 writes the open bits of each key of list to to, moved together.")
	to, list, n, open := emit.Arg("to"), emit.Arg("list"), emit.Arg("n"), emit.Arg("open")
	const unroll = 4
	JMP(LabelRef("fourCheck"))
	Label("four")
	for i := range unroll {
		x := GP64()
		MOVQ(Mem{Base: list, Disp: 8 * i}, x)
		PEXTQ(open, x, x)
		MOVL(x.As32(), Mem{Base: to, Disp: 4 * i})
	}
	ADDQ(U32(8*unroll), list)
	ADDQ(U32(4*unroll), to)
	SUBQ(U32(unroll), n)
	Label("fourCheck")
	CMPQ(n, U32(unroll))
	JGE(LabelRef("four"))
	Label("oneCheck")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	x := GP64()
	MOVQ(Mem{Base: list}, x)
	PEXTQ(open, x, x)
	MOVL(x.As32(), Mem{Base: to})
	ADDQ(U32(8), list)
	ADDQ(U32(4), to)
	DECQ(n)
	JMP(LabelRef("oneCheck"))
	Label("done")
	RET()
}
