package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// byteVector is emit.Bytes of a vector, in a register.
func byteVector(name string, value func(i int) uint8) VecVirtual {
	v := ZMM()
	VMOVDQU64(emit.Bytes(name, 64, value), v)
	return v
}

// transposeQuads turns a square of 8 x 8 quadwords around: quadword i of vector j
// of the result is quadword j of vector i. 24 shuffles.
func transposeQuads(in []VecVirtual) (out [8]VecVirtual) {
	var u [8]VecVirtual // u[2i], u[2i+1]: even and odd quadwords of vectors 2i and 2i+1, alternating
	for i := range 4 {
		u[2*i], u[2*i+1] = ZMM(), ZMM()
		VPUNPCKLQDQ(in[2*i+1], in[2*i], u[2*i])
		VPUNPCKHQDQ(in[2*i+1], in[2*i], u[2*i+1])
	}
	var t [8]VecVirtual
	for odd := range 2 {
		for half := range 2 { // vectors 0 to 3, 4 to 7
			a, b := u[4*half+odd], u[4*half+2+odd]
			x, y := ZMM(), ZMM()
			VSHUFI64X2(U8(0x88), b, a, x) // quadwords 0 and 4, or 1 and 5
			VSHUFI64X2(U8(0xdd), b, a, y) // quadwords 2 and 6, or 3 and 7
			t[4*odd+half], t[4*odd+2+half] = x, y
		}
	}
	for odd := range 2 {
		for pair := range 2 {
			a, b := t[4*odd+2*pair], t[4*odd+2*pair+1]
			x, y := ZMM(), ZMM()
			VSHUFI64X2(U8(0x88), b, a, x)
			VSHUFI64X2(U8(0xdd), b, a, y)
			out[odd+2*pair], out[odd+2*pair+4] = x, y
		}
	}
	return out
}

// turn writes the first half of making planes: 64 keys are turned into 64 bits
// of each plane.
//
// Eight keys are one vector, or half of one if narrow. A permutation of bytes
// gathers byte b of the eight keys in one quadword, which VGF2P8AFFINEQB turns
// around as a square of 8 x 8 bits: byte i of it now has bit 8b+i of each key.
// Turning around squares of quadwords, then of bytes, brings what belongs to one
// plane together.
func (k key) turn() {
	emit.Func(k.name("turn"), fmt.Sprintf("func(half *uint64, lanes *%s, words int)", k.typ),
		k.name("turn")+" turns 64 words keys around: quadword i of vector 8b+w of half gets, of",
		"keys 64w to 64w+63, bit 8b+i. For narrow keys words is even.")
	half, lanes, words := emit.Arg("half"), emit.Arg("lanes"), emit.Arg("words")
	n := k.bytes()
	// Quadword q of the gathered vector has byte q%n of keys 8(q/n)+7 down to
	// 8(q/n): the instruction numbers rows from the other end.
	gather := byteVector(k.name("gather"), func(i int) uint8 {
		q, j := i/8, 7-i%8
		return uint8((q/n*8+j)*n + q%n)
	})
	unit := byteVector(k.name("unit"), func(i int) uint8 { return 1 << (i % 8) })
	turn := byteVector(k.name("square"), func(i int) uint8 { return uint8(i%8*8 + i/8) })
	groups := 8 / n // of 64 keys
	Label("loop")
	in := make([]VecVirtual, 8)
	for j := range in {
		v := ZMM()
		if k.bits == 64 {
			VMOVDQU64(Mem{Base: lanes, Disp: 64 * j}, v)
		} else {
			VMOVDQU64(Mem{Base: lanes, Disp: 32 * j}, v.AsY())
			VINSERTI64X4(U8(1), Mem{Base: lanes, Disp: 256 + 32*j}, v, v)
		}
		VPERMB(v, gather, v)
		VGF2P8AFFINEQB(U8(0), v, unit, v)
		in[j] = v
	}
	for q, v := range transposeQuads(in) {
		VPERMB(v, turn, v)
		VMOVDQU64(v, Mem{Base: half, Disp: 64 * (q%n*8 + q/n)})
	}
	ADDQ(U32(512), lanes)
	ADDQ(U32(uint32(64*groups)), half)
	SUBQ(U32(uint32(groups)), words)
	JG(LabelRef("loop"))
	emit.End()
}

func planes() {
	emit.Func("planesAVX512", "func(planes, half *uint64, open uint64)",
		"planesAVX512 turns what turn left in half into planes: row p of planes gets, of",
		"all lanes, bit p. Eight rows without an open bit are passed over.")
	planes, half, open := emit.Arg("planes"), emit.Arg("half"), emit.Arg("open")
	Label("loop")
	TESTB(U8(0xff), open.As8())
	JZ(LabelRef("next"))
	in := make([]VecVirtual, 8)
	for w := range in {
		in[w] = ZMM()
		VMOVDQU64(Mem{Base: half, Disp: 64 * w}, in[w])
	}
	for i, v := range transposeQuads(in) {
		VMOVDQU64(v, Mem{Base: planes, Disp: 64 * i})
	}
	Label("next")
	ADDQ(U32(512), half)
	ADDQ(U32(512), planes)
	SHRQ(U8(8), open)
	JNZ(LabelRef("loop"))
	emit.End()
}

// tables writes: the tables of all chunks.
//
// The rows of a chunk's four lowest bits stay in registers. The others are those
// rows without the lanes of the higher bits' planes, whose unions stay in
// registers too: a row costs one operation and one store, and stores, one a
// cycle, are the limit.
func tables() {
	emit.Func("tablesAVX512", "func(tables, planes, valid *uint64, open uint64, widths *uint8, chunks int)",
		"tablesAVX512 fills the tables of chunks chunks from the planes of the open bits.",
		"At least 16 rows of a table are written, whatever its width.")
	table, planes, open := emit.Arg("tables"), emit.Arg("planes"), emit.Arg("open")
	widths, chunks, valid := emit.Arg("widths"), emit.Arg("chunks"), emit.Arg("valid")
	none := ZMM()
	VPXORQ(none, none, none)
	var r [16]VecVirtual
	for i := range r {
		r[i] = ZMM()
	}
	union := [8]VecVirtual{none}
	for i := 1; i < 8; i++ {
		union[i] = ZMM()
	}
	width, bit := GP64(), GP64()
	VMOVDQU64(Mem{Base: valid}, r[0])

	Label("chunk")
	MOVBLZX(Mem{Base: widths}, width.As32())
	plane := ZMM()
	next := func(i int) { // the plane of the chunk's bit i, empty if the chunk has no such bit
		VMOVDQA64(none, plane)
		CMPQ(width, U32(uint32(i)))
		JLE(LabelRef(fmt.Sprintf("no%d", i)))
		TZCNTQ(open, bit)
		BLSRQ(open, open)
		SHLQ(U8(6), bit)
		VMOVDQU64(Mem{Base: planes, Index: bit, Scale: 1}, plane)
		Label(fmt.Sprintf("no%d", i))
	}
	for i := range 4 {
		next(i)
		for v := range 1 << i {
			VPANDNQ(r[v], plane, r[1<<i+v])
		}
	}
	for v, x := range r {
		VMOVDQA64(x, Mem{Base: table, Disp: rowBytes * v})
	}
	for i := range 3 {
		CMPQ(width, U32(uint32(4+i)))
		JLE(LabelRef("done"))
		TZCNTQ(open, bit)
		BLSRQ(open, open)
		SHLQ(U8(6), bit)
		VMOVDQU64(Mem{Base: planes, Index: bit, Scale: 1}, plane)
		for u := range 1 << i {
			VPORQ(union[u], plane, union[1<<i+u])
			for v, x := range r {
				t := ZMM()
				VPANDNQ(x, union[1<<i+u], t)
				VMOVDQA64(t, Mem{Base: table, Disp: rowBytes * ((1<<i+u)*16 + v)})
			}
		}
	}
	Label("done")
	VPTERNLOGQ(U8(0xff), r[0], r[0], r[0])
	ADDQ(U32(tableBytes), table)
	INCQ(widths)
	DECQ(chunks)
	JNZ(LabelRef("chunk"))
	emit.End()
}

// loadFields loads the fields of chunks into registers, the last into f, where they begin.
func loadFields(f GPVirtual, chunks int) []GPVirtual {
	fields := make([]GPVirtual, chunks)
	for c := range fields {
		fields[c] = f
		if c < chunks-1 {
			fields[c] = GP64()
		}
		MOVQ(Mem{Base: f, Disp: 8 * c}, fields[c])
	}
	return fields
}

// narrowTest writes: items against the lanes of a block, for a number of chunks.
//
// PEXT moves the open bits of an item together, PDEP spreads them over chunks
// with three zero bits before each, and BEXTR takes out a chunk with its zeros:
// the offset of a row divided by 8, which the address of a load multiplies by 8.
// 7 + 2 chunks operations per test; loads of whole rows, two a cycle, and the
// eight operations a cycle that can be issued are the limits.
func narrowTest(chunks int) {
	name := fmt.Sprintf("test32x%dAVX512", chunks)
	emit.Func(name, "func(items *uint32, n int, tables *uint64, open uint32, spread uint64, fields *uint64) uint64",
		fmt.Sprintf("%s returns the number of lanes left by n items together, n at least 1, in %d", name, chunks),
		"chunks.")
	items, n, table := emit.Arg("items"), emit.Arg("n"), emit.Arg("tables")
	open, spread := Load(Param("open"), GP32()), emit.Arg("spread")
	fields := loadFields(emit.Arg("fields"), chunks)
	acc := []VecVirtual{ZMM(), ZMM()}
	for _, a := range acc {
		VPXORQ(a, a, a)
	}
	LEAQ(Mem{Base: items, Index: n, Scale: 4}, items)
	NEGQ(n)
	one := func(i int) {
		x, offset, v := GP64(), GP64(), ZMM()
		MOVL(Mem{Base: items, Index: n, Scale: 4, Disp: 4 * i}, x.As32())
		PEXTL(open, x.As32(), x.As32())
		PDEPQ(spread, x, x)
		for c, field := range fields {
			BEXTRQ(field, x, offset)
			row := Mem{Base: table, Index: offset, Scale: 8, Disp: c * tableBytes}
			switch {
			case chunks == 1:
				VPOPCNTQ(row, v)
			case c == 0:
				VMOVDQA64(row, v)
			default:
				VPANDQ(row, v, v)
			}
		}
		if chunks > 1 {
			VPOPCNTQ(v, v)
		}
		VPADDQ(v, acc[i], acc[i])
	}
	BTQ(U8(0), n)
	JCC(LabelRef("even"))
	one(0)
	INCQ(n)
	JZ(LabelRef("done"))
	Label("even")
	one(0)
	one(1)
	ADDQ(U32(2), n)
	JNZ(LabelRef("even"))
	Label("done")
	VPADDQ(acc[1], acc[0], acc[0])
	emit.StoreSum512(acc[0], 0)
	emit.End()
}

// wideTest writes: the same for 64-bit items and any number of chunks; few
// leaves have so many open bits.
func wideTest() {
	emit.Func("test64AVX512", "func(items *uint64, n int, tables *uint64, open uint64, fields *uint64, chunks int) "+
		"uint64",
		"test64AVX512 returns the number of lanes left by n items together, n at least",
		"1, in any number of chunks. Fields have no gaps.")
	items, n := emit.Arg("items"), emit.Arg("n")
	open, chunks := emit.Arg("open"), emit.Arg("chunks")
	tables, fields := emit.Arg("tables"), emit.Arg("fields")
	acc, all := ZMM(), ZMM()
	VPXORQ(acc, acc, acc)
	VPTERNLOGQ(U8(0xff), all, all, all)
	Label("item")
	x, v := GP64(), ZMM()
	MOVQ(Mem{Base: items}, x)
	PEXTQ(open, x, x)
	VMOVDQA64(all, v)
	c, table, field := GP64(), GP64(), GP64()
	XORQ(c, c)
	MOVQ(tables, table)
	Label("chunk")
	MOVQ(Mem{Base: fields, Index: c, Scale: 8}, field)
	BEXTRQ(field, x, field)
	SHLQ(U8(6), field)
	VPANDQ(Mem{Base: table, Index: field, Scale: 1}, v, v)
	ADDQ(U32(tableBytes), table)
	INCQ(c)
	CMPQ(c, chunks)
	JL(LabelRef("chunk"))
	VPOPCNTQ(v, v)
	VPADDQ(v, acc, acc)
	ADDQ(U32(8), items)
	DECQ(n)
	JNZ(LabelRef("item"))
	emit.StoreSum512(acc, 0)
	emit.End()
}
