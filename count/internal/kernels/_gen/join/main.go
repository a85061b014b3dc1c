// Command pairs writes the assembly of package count/internal/kernels/join.
//
//	go run ./join -out zavx2_amd64.s -stubs zavx2_amd64.go
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/count/internal/kernels/_gen/emit"
)

const head = `
// The operations on lists of package join with AVX2, 8 keys of 32 bits or 4 of 64 to a
// vector. What they compute, in Go, is in portable.go:
//
//	part:    for _, key := range list { if key>>bit&1 != 0 { append(ones, key) } else { put it before end } }
//	filter:  for _, key := range list { if key>>bit&1 == 0 { append(kept, key) } }
//	gather:  for i, key := range list { to[i] = uint32(pext(key, chosen)) }    // in rounds of shifts
//	turn:    planes[p] bit l = keys[l] bit p
//	tables:  tables[c][v] = lanes valid without those that have a bit of v in chunk c
//	test:    for _, item := range items { pairs += popcount(AND over c of tables[c][chunk c of item]) }
//
// Lanes of a list are keys. To compress keys a table has, for each mask of a
// vector's lanes, the VPERMD index that moves those of the mask to the front and the
// others after them. Lanes of the leaf are the 512 keys of a block, one bit each. These functions
// do half of them at a time, 256 in one vector:
//
//	lane             0    1    ...  255  |  256  ...  511
//	row of a table   l0   l1        l255 |  l256      l511
//	                 one vector          |  the next; test and tables take both
//
//	part    X0 31 or 63 less the bit     Y1 keys     Y2 signs, then the index     R8 mask
//	        CX ones     DX end     BX list     SI keys left     AX indices     DI where ones began
//	filter  the same with CX kept, DX list, BX left, DI mask
//	gather  Y0 chosen     Y1-Y5 (64 bits: Y6) moves of the rounds     the next two: keys and what moves
//	        AX to     CX list     DX keys left
//	turn    Y0, Y1 orders of bytes and doublewords     Y2-Y7 32 keys, then one byte of each
//	        AX planes     CX distance of rows     DX keys     BX groups left     SI, DI rows     R8 a row's bits
//	tables  Y0, Y1 lanes valid, then the plane of a bit     Y2, Y3 a row
//	        AX table     CX planes     DX open bits left     BX widths     SI chunks left     DI bits left
//	        R8 next row     R9 bytes written     R10, R11 rows to copy from, their end
//	test    Y0 bits of each nibble     Y1 nibble     Y2 nothing     Y3 sum     Y4, Y5 lanes left     Y6 scratch
//	        AX items     CX items left     DX tables     BX, SI and those after it fields of the chunks
//	        the last two: item, offset of a row
//
// Needs AVX2, BMI1 and POPCNT, but no PEXT or PDEP, which some processors with AVX2 have in
// microcode, and no alignment. Lengths of lists are positive multiples of a vector's keys; callers
// handle the remainder. test takes one or more gathered items, in chunks without gaps.
// part and filter store whole vectors, up to 32 bytes after (part also before end) what they
// count. Reason to exist: 3.7 ns per disjoint pair at n = 20
// where Go needed 29 (docs/laboratory.md, "Pairs").
`

// Sizes of package join.
const (
	rowBytes   = 64
	tableBytes = 128 * rowBytes
	narrowMost = 7 // most chunks of a narrow test whose fields fit in registers
)

func main() { emit.File(map[string]emit.Set{"": {Write: write, Heading: head}}) }

// 256-bit vectors have no masks. So these functions take whole vectors only, and callers handle the
// remainder. PEXT and PDEP are not used: many processors with AVX2 have them only in microcode.
func write() {
	for _, k := range []key{{32, "uint32"}, {64, "uint64"}} {
		orders := emit.Orders(k.name("orders"), k.bits)
		k.part(orders)
		k.filter(orders)
		k.gather()
	}
	turn()
	tables()
	for chunks := 1; chunks <= narrowMost; chunks++ {
		test(chunks)
	}
}

type key struct {
	bits int
	typ  string
}

func (k key) name(what string) string { return fmt.Sprintf("%s%dAVX2", what, k.bits) }
func (k key) bytes() int              { return k.bits / 8 }
func (k key) perVector() int          { return 256 / k.bits }

func (k key) pick(narrow, wide func(...Op)) func(...Op) {
	if k.bits == 32 {
		return narrow
	}
	return wide
}

// two lets a function of two operands take any number of arguments.
func two(f func(a, b Op)) func(...Op) { return func(ops ...Op) { f(ops[0], ops[1]) } }

// vectors writes a loop over list, n keys, a positive multiple of a vector's.
func (k key) vectors(label string, list, n Register, body func(v VecVirtual)) {
	Label(label)
	v := YMM()
	VMOVDQU(Mem{Base: list}, v)
	body(v)
	ADDQ(U32(32), list)
	SUBQ(U32(uint32(k.perVector())), n)
	JNZ(LabelRef(label))
}

// signs returns a mask of the keys of v with the bit that shift, 31 or 63 less the bit, moves to
// the sign.
func (k key) signs(v VecVirtual, shift Register) GPVirtual {
	t, mask := YMM(), GP64()
	k.pick(VPSLLD, VPSLLQ)(shift, v, t)
	k.pick(two(VMOVMSKPS), two(VMOVMSKPD))(t, mask.As32())
	return mask
}

func (k key) loadShift() VecVirtual {
	bit, s, x := emit.Arg("bit"), GP64(), XMM()
	MOVQ(U32(uint32(k.bits-1)), s)
	SUBQ(bit, s)
	VMOVQ(s, x)
	return x
}

func (k key) part(table Mem) {
	emit.Func(k.name("part"), fmt.Sprintf("func(ones, end, list *%s, n int, bit uint) int", k.typ),
		k.name("part")+" copies the keys with the bit to ones and the others to what lies before end.")
	shift, orders := k.loadShift(), GP64()
	ones, end, list, n := emit.Arg("ones"), emit.Arg("end"), emit.Arg("list"), emit.Arg("n")
	LEAQ(table, orders)
	start := GP64()
	MOVQ(ones, start)
	k.vectors("loop", list, n, func(v VecVirtual) {
		mask := k.signs(v, shift)
		out := emit.First(v, mask, orders)
		VMOVDQU(out, Mem{Base: ones})
		VMOVDQU(out, Mem{Base: end, Disp: -32})
		POPCNTL(mask.As32(), mask.As32())
		LEAQ(Mem{Base: ones, Index: mask, Scale: uint8(k.bytes())}, ones)
		LEAQ(Mem{Base: end, Index: mask, Scale: uint8(k.bytes()), Disp: -32}, end)
	})
	emit.ReturnKeys(start, ones, k.bits)
}

func (k key) filter(table Mem) {
	emit.Func(k.name("filter"), fmt.Sprintf("func(kept, list *%s, n int, bit uint) int", k.typ))
	shift, orders := k.loadShift(), GP64()
	kept, list, n := emit.Arg("kept"), emit.Arg("list"), emit.Arg("n")
	LEAQ(table, orders)
	start := GP64()
	MOVQ(kept, start)
	k.vectors("loop", list, n, func(v VecVirtual) {
		mask := k.signs(v, shift)
		XORL(U32(uint32(1<<k.perVector()-1)), mask.As32())
		emit.Append(kept, k.bits, v, mask, orders)
	})
	emit.ReturnKeys(start, kept, k.bits)
}

// gather packs the chosen bits of keys, in the rounds of type gather in Go.
func (k key) gather() {
	emit.Func(k.name("gather"), fmt.Sprintf("func(to *uint32, list *%s, n int, chosen *uint64)", k.typ),
		k.name("gather")+" packs at most 32 bits; chosen points to a gather.")
	to, list, n, chosen := emit.Arg("to"), emit.Arg("list"), emit.Arg("n"), emit.Arg("chosen")
	rounds := map[int]int{32: 5, 64: 6}[k.bits]
	open := YMM()
	k.pick(VPBROADCASTD, VPBROADCASTQ)(Mem{Base: chosen}, open)
	moves := make([]VecVirtual, rounds)
	for i := range moves {
		moves[i] = YMM()
		k.pick(VPBROADCASTD, VPBROADCASTQ)(Mem{Base: chosen, Disp: 8 + 8*i}, moves[i])
	}
	k.vectors("loop", list, n, func(v VecVirtual) {
		VPAND(v, open, v)
		for i, move := range moves {
			t := YMM()
			VPAND(v, move, t)
			VPXOR(t, v, v)
			k.pick(VPSRLD, VPSRLQ)(U8(1<<i), t, t)
			VPOR(t, v, v)
		}
		if k.bits == 64 {
			Comment("The lower halves of the keys, in front.")
			VPSHUFD(U8(0x08), v, v)
			VPERMQ(U8(0x08), v, v)
			VMOVDQU(v.AsX(), Mem{Base: to})
			ADDQ(U32(16), to)
			return
		}
		VMOVDQU(v, Mem{Base: to})
		ADDQ(U32(32), to)
	})
	emit.End()
}

// turn transposes 32 keys at a time. Shuffles move byte b of the keys into one vector; the signs of
// its bytes are a plane, and adding the vector to itself moves the next bit to the sign.
func turn() {
	emit.Func("turnAVX2", "func(planes *uint64, stride int, keys *uint32, groups int)",
		"turnAVX2 transposes groups times 32 keys: doubleword g of the row of plane p gets bit p of keys",
		"32g to 32g+31. Rows are stride bytes apart.")
	planes, stride, keys, groups := emit.Arg("planes"), emit.Arg("stride"), emit.Arg("keys"), emit.Arg("groups")
	together := emit.Bytes32("togetherAVX2", func(i int) uint8 { return uint8(i%4*4 + i%16/4) })
	order := emit.Bytes32("orderAVX2", func(i int) uint8 {
		if i%4 != 0 {
			return 0
		}
		return uint8(i/4%2*4 + i/8)
	})
	Label("group")
	var l [4]VecVirtual
	for j := range l {
		l[j] = YMM()
		VMOVDQU(Mem{Base: keys, Disp: 32 * j}, l[j])
		VPSHUFB(together, l[j], l[j])
	}
	p0, p1, q0, q1 := YMM(), YMM(), YMM(), YMM()
	VPUNPCKLDQ(l[1], l[0], p0)
	VPUNPCKHDQ(l[1], l[0], p1)
	VPUNPCKLDQ(l[3], l[2], q0)
	VPUNPCKHDQ(l[3], l[2], q1)
	VPUNPCKLQDQ(q0, p0, l[0])
	VPUNPCKHQDQ(q0, p0, l[1])
	VPUNPCKLQDQ(q1, p1, l[2])
	VPUNPCKHQDQ(q1, p1, l[3])
	row := GP64()
	MOVQ(planes, row)
	for _, v := range l {
		VPERMD(v, order, v)
		// Signs come highest bit first: the rows of a byte are written from its last.
		LEAQ(Mem{Base: row, Index: stride, Scale: 8}, row)
		at := GP64()
		MOVQ(row, at)
		for i := range 8 {
			m := GP32()
			SUBQ(stride, at)
			VPMOVMSKB(v, m)
			MOVL(m, Mem{Base: at})
			if i < 7 {
				VPADDB(v, v, v)
			}
		}
	}
	ADDQ(U32(128), keys)
	ADDQ(U32(4), planes)
	DECQ(groups)
	JNZ(LabelRef("group"))
	emit.End()
}

func tables() {
	emit.Func("tablesAVX2", "func(tables, planes, valid *uint64, open uint64, widths *uint8, chunks int)")
	table, planes, open := emit.Arg("tables"), emit.Arg("planes"), emit.Arg("open")
	widths, chunks, valid := emit.Arg("widths"), emit.Arg("chunks"), emit.Arg("valid")
	a, b := YMM(), YMM()
	VMOVDQU(Mem{Base: valid}, a)
	VMOVDQU(Mem{Base: valid, Disp: 32}, b)
	Label("chunk")
	width, to, size := GP64(), GP64(), GP64()
	MOVBLZX(Mem{Base: widths}, width.As32())
	VMOVDQU(a, Mem{Base: table})
	VMOVDQU(b, Mem{Base: table, Disp: 32})
	LEAQ(Mem{Base: table, Disp: rowBytes}, to)
	MOVQ(U32(rowBytes), size) // bytes done
	Label("bit")
	plane := GP64()
	pa, pb := YMM(), YMM()
	TZCNTQ(open, plane)
	BLSRQ(open, open)
	SHLQ(U8(6), plane)
	VMOVDQU(Mem{Base: planes, Index: plane, Scale: 1}, pa)
	VMOVDQU(Mem{Base: planes, Index: plane, Scale: 1, Disp: 32}, pb)
	from, end := GP64(), GP64()
	MOVQ(table, from)
	LEAQ(Mem{Base: table, Index: size, Scale: 1}, end)
	Label("row")
	ra, rb := YMM(), YMM()
	VPANDN(Mem{Base: from}, pa, ra)
	VPANDN(Mem{Base: from, Disp: 32}, pb, rb)
	VMOVDQU(ra, Mem{Base: to})
	VMOVDQU(rb, Mem{Base: to, Disp: 32})
	ADDQ(U32(rowBytes), from)
	ADDQ(U32(rowBytes), to)
	CMPQ(from, end)
	JL(LabelRef("row"))
	SHLQ(U8(1), size)
	DECQ(width)
	JNZ(LabelRef("bit"))
	VPCMPEQD(a, a, a)
	VPCMPEQD(b, b, b)
	ADDQ(U32(tableBytes), table)
	INCQ(widths)
	DECQ(chunks)
	JNZ(LabelRef("chunk"))
	emit.End()
}

// test tests items, whose open bits are packed, against the lanes of a block. A table of nibbles
// counts bits; bytes collect the counts of an item's two vectors and are added up at once.
func test(chunks int) {
	name := fmt.Sprintf("test32x%dAVX2", chunks)
	emit.Func(name, "func(items *uint32, n int, tables *uint64, fields *uint64) uint64")
	items, n, table, f := emit.Arg("items"), emit.Arg("n"), emit.Arg("tables"), emit.Arg("fields")
	fields := loadFields(f, chunks)
	counter := emit.NewCounter()
	zero, acc := YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPXOR(acc, acc, acc)
	Label("item")
	x, offset := GP64(), GP64()
	v := []VecVirtual{YMM(), YMM()}
	MOVL(Mem{Base: items}, x.As32())
	for c, field := range fields {
		BEXTRQ(field, x, offset)
		SHLQ(U8(6), offset)
		for h := range v {
			row := Mem{Base: table, Index: offset, Scale: 1, Disp: c*tableBytes + 32*h}
			if c == 0 {
				VMOVDQU(row, v[h])
			} else {
				VPAND(row, v[h], v[h])
			}
		}
	}
	sum := YMM()
	for h := range v {
		VPADDB(counter.Count(v[h]), v[h], v[h])
		if h == 0 {
			VMOVDQA(v[0], sum)
		} else {
			VPADDB(v[1], sum, sum)
		}
	}
	VPSADBW(zero, sum, sum)
	VPADDQ(sum, acc, acc)
	ADDQ(U32(4), items)
	DECQ(n)
	JNZ(LabelRef("item"))
	emit.StoreSum(acc, 0)
	emit.End()
}

// loadFields loads the fields of chunks into registers, the last one into f, which points to them.
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
