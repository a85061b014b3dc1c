package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// Sizes that package matrix lays down.
const (
	rowBytes    = 64
	jobBytes    = 16
	spreadBytes = 72
	maxTables   = 8
)

func avx512() {
	open512()
	join512()
	for tables := 1; tables <= maxTables; tables++ {
		test512(tables)
	}
	multiply512()
}

func open512() {
	emit.Func("openAVX512", "func(to, sum, diff, valid *uint64, n int)",
		"openAVX512 writes the lanes of valid that are neither in sum nor in diff, for n rows.")
	to, sum, diff, n := emit.Arg("to"), emit.Arg("sum"), emit.Arg("diff"), emit.Arg("n")
	valid := ZMM()
	VMOVDQU64(Mem{Base: emit.Arg("valid")}, valid)
	Label("row")
	v := ZMM()
	VMOVDQU64(Mem{Base: sum}, v)
	VPTERNLOGQ(U8(0x04), Mem{Base: diff}, valid, v) // valid, not sum, not diff
	VMOVDQU64(v, Mem{Base: to})
	for _, p := range []GPVirtual{to, sum, diff} {
		ADDQ(U8(rowBytes), p)
	}
	DECQ(n)
	JNZ(LabelRef("row"))
	emit.End()
}

func join512() {
	emit.Func("joinAVX512", "func(to, a, b *uint64, n int)",
		"joinAVX512 writes the intersections of each of n rows of a with each of n rows of b.")
	to, a, b, n := emit.Arg("to"), emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	left, end, size := GP64(), GP64(), GP64()
	MOVQ(n, left)
	MOVQ(n, size)
	SHLQ(U8(6), size)
	LEAQ(Mem{Base: b, Index: size, Scale: 1}, end)
	Label("row")
	v := ZMM()
	VMOVDQU64(Mem{Base: a}, v)
	p := GP64()
	MOVQ(b, p)
	Label("column")
	w := ZMM()
	VPANDQ(Mem{Base: p}, v, w)
	VMOVDQU64(w, Mem{Base: to})
	ADDQ(U8(rowBytes), p)
	ADDQ(U8(rowBytes), to)
	CMPQ(p, end)
	JNE(LabelRef("column"))
	ADDQ(U8(rowBytes), a)
	DECQ(left)
	JNZ(LabelRef("row"))
	emit.End()
}

// test512 writes: the jobs of a block.
func test512(tables int) {
	emit.Func(fmt.Sprintf("test%dAVX512", tables),
		"func(tables, jobs *uint64, n int, records *uint64, m *uint16, spreads *uint64, number int)",
		fmt.Sprintf("test%dAVX512 runs n jobs with records of this number of tables: counts go to m by number", tables),
		"spreads.")
	table, job, n := emit.Arg("tables"), emit.Arg("jobs"), emit.Arg("n")
	records, m, spreads, number := emit.Arg("records"), emit.Arg("m"), emit.Arg("spreads"), emit.Arg("number")
	words := (tables + 3) / 4
	first, mask := ZMM(), K()
	VMOVDQU64(Mem{Base: spreads}, first)
	KMOVQ(Mem{Base: spreads, Disp: 64}, mask)
	DECQ(number)

	Label("job")
	at, left := GP64(), GP64()
	MOVL(Mem{Base: job}, at.As32())
	MOVWLZX(Mem{Base: job, Disp: 4}, left.As32())
	ADDQ(records, at)
	counters := ZMM()
	VPXORQ(counters, counters, counters)
	Label("record")
	v := and512(table, func(word int) Op { return Mem{Base: at, Disp: 8 * word} }, tables)
	VPADDB(v, counters, counters)
	ADDQ(U8(uint8(8*words)), at)
	DECQ(left)
	JNZ(LabelRef("record"))

	row := GP64()
	MOVQ(Mem{Base: job, Disp: 8}, row)
	ADDQ(m, row)
	low, high := ZMM(), ZMM()
	widen := func(columns, mask Op, low, high VecVirtual) {
		bytes, upper := ZMM(), YMM()
		VPERMB_Z(counters, columns, mask, bytes)
		VEXTRACTI64X4(U8(1), bytes, upper)
		VPMOVZXBW(bytes.AsY(), low)
		VPMOVZXBW(upper, high)
	}
	widen(first, mask, low, high)
	TESTQ(number, number)
	JZ(LabelRef("add"))
	next, rest := GP64(), GP64()
	MOVQ(spreads, next)
	MOVQ(number, rest)
	Label("spread")
	ADDQ(U8(spreadBytes), next)
	columns, others := ZMM(), K()
	VMOVDQU64(Mem{Base: next}, columns)
	KMOVQ(Mem{Base: next, Disp: 64}, others)
	moreLow, moreHigh := ZMM(), ZMM()
	widen(columns, others, moreLow, moreHigh)
	VPADDW(moreLow, low, low)
	VPADDW(moreHigh, high, high)
	DECQ(rest)
	JNZ(LabelRef("spread"))
	Label("add")
	VPADDUSW(Mem{Base: row}, low, low)
	VPADDUSW(Mem{Base: row, Disp: 64}, high, high)
	VMOVDQU64(low, Mem{Base: row})
	VMOVDQU64(high, Mem{Base: row, Disp: 64})
	ADDQ(U8(jobBytes), job)
	DECQ(n)
	JNZ(LabelRef("job"))
	emit.End()
}

// and512 returns the number of bits of each byte of the intersection of a record's
// rows: three at a time where there are so many.
func and512(table Register, word func(i int) Op, tables int) VecVirtual {
	v := ZMM()
	x := GP64()
	row := func(t int) Op {
		if t%4 == 0 {
			MOVQ(word(t/4), x)
		}
		offset := x
		if t%4 < 3 && t+1 < tables {
			offset = GP64()
			MOVWLZX(x.As16(), offset.As32())
			SHRQ(U8(16), x)
		}
		return Mem{Base: table, Index: offset, Scale: 8}
	}
	if tables == 1 {
		VPOPCNTB(row(0), v)
		return v
	}
	VMOVDQU64(row(0), v)
	t := 1
	for ; t+1 < tables; t += 2 {
		w := ZMM()
		VMOVDQU64(row(t), w)
		VPTERNLOGQ(U8(0x80), row(t+1), w, v)
	}
	if t < tables {
		VPANDQ(row(t), v, v)
	}
	VPOPCNTB(v, v)
	return v
}

func multiply512() {
	emit.Func("multiplyAVX512", "func(a, b *uint16, n int) (products, sumA, sumB uint64)",
		"multiplyAVX512 returns the sum of products of n cells, and their sums; n is a positive",
		"multiple of 8.")
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	var sums [3]VecVirtual
	for i := range sums {
		sums[i] = ZMM()
		VPXORQ(sums[i], sums[i], sums[i])
	}
	Label("cells")
	x, y, product := ZMM(), ZMM(), ZMM()
	VPMOVZXWQ(Mem{Base: a}, x)
	VPMOVZXWQ(Mem{Base: b}, y)
	VPMULUDQ(x, y, product)
	VPADDQ(x, sums[1], sums[1])
	VPADDQ(y, sums[2], sums[2])
	VPADDQ(product, sums[0], sums[0])
	ADDQ(U8(16), a)
	ADDQ(U8(16), b)
	SUBQ(U8(8), n)
	JNZ(LabelRef("cells"))
	for i, v := range sums {
		emit.StoreSum512(v, i)
	}
	emit.End()
}
