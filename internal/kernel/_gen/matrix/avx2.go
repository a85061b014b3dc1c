package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"queens/internal/kernel/_gen/emit"
)

// Vectors of 256 bits: two to a row.
func avx2() {
	open256()
	join256()
	for tables := 1; tables <= maxTables; tables++ {
		test256(tables)
	}
	multiply256()
}

func halves() [2]VecVirtual { return [2]VecVirtual{YMM(), YMM()} }

func open256() {
	emit.Func("openAVX2", "func(to, sum, diff, valid *uint64, n int)",
		"openAVX2 writes the lanes of valid that are neither in sum nor in diff, for n rows.")
	to, sum, diff, valid, n := emit.Arg("to"), emit.Arg("sum"), emit.Arg("diff"), emit.Arg("valid"), emit.Arg("n")
	lanes := halves()
	for h, v := range lanes {
		VMOVDQU(Mem{Base: valid, Disp: 32 * h}, v)
	}
	Label("row")
	for h, v := range halves() {
		VMOVDQU(Mem{Base: sum, Disp: 32 * h}, v)
		VPOR(Mem{Base: diff, Disp: 32 * h}, v, v)
		VPANDN(lanes[h], v, v)
		VMOVDQU(v, Mem{Base: to, Disp: 32 * h})
	}
	for _, p := range []GPVirtual{to, sum, diff} {
		ADDQ(U8(rowBytes), p)
	}
	DECQ(n)
	JNZ(LabelRef("row"))
	emit.End()
}

func join256() {
	emit.Func("joinAVX2", "func(to, a, b *uint64, n int)",
		"joinAVX2 writes the intersections of each of n rows of a with each of n rows of b.")
	to, a, b, n := emit.Arg("to"), emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	left, end, size := GP64(), GP64(), GP64()
	MOVQ(n, left)
	MOVQ(n, size)
	SHLQ(U8(6), size)
	LEAQ(Mem{Base: b, Index: size, Scale: 1}, end)
	Label("row")
	of := halves()
	for h, v := range of {
		VMOVDQU(Mem{Base: a, Disp: 32 * h}, v)
	}
	p := GP64()
	MOVQ(b, p)
	Label("column")
	for h, v := range halves() {
		VPAND(Mem{Base: p, Disp: 32 * h}, of[h], v)
		VMOVDQU(v, Mem{Base: to, Disp: 32 * h})
	}
	ADDQ(U8(rowBytes), p)
	ADDQ(U8(rowBytes), to)
	CMPQ(p, end)
	JNE(LabelRef("column"))
	ADDQ(U8(rowBytes), a)
	DECQ(left)
	JNZ(LabelRef("row"))
	emit.End()
}

// test256 writes: the jobs of a block. Bits are counted by looking nibbles up.
func test256(tables int) {
	name := fmt.Sprintf("test%dAVX2", tables)
	emit.Func(name, "func(tables, jobs *uint64, n int, records *uint64, m *uint16, columns *uint64, slots int)",
		name+" runs n jobs with records of this number of tables: counts go to m by", "columns.")
	table, job, n := emit.Arg("tables"), emit.Arg("jobs"), emit.Arg("n")
	records, m, columns := emit.Arg("records"), emit.Arg("m"), emit.Arg("columns")
	words := (tables + 3) / 4
	counter := emit.NewCounter(name)
	bytes := AllocLocal(rowBytes)

	Label("job")
	at, left := GP64(), GP64()
	MOVL(Mem{Base: job}, at.As32())
	MOVWLZX(Mem{Base: job, Disp: 4}, left.As32())
	ADDQ(records, at)
	counters := halves()
	for _, v := range counters {
		VPXOR(v, v, v)
	}
	Label("record")
	x, v := GP64(), halves()
	for t := range tables {
		if t%4 == 0 {
			MOVQ(Mem{Base: at, Disp: 8 * (t / 4)}, x)
		}
		offset := x
		if t%4 < 3 && t+1 < tables {
			offset = GP64()
			MOVWLZX(x.As16(), offset.As32())
			SHRQ(U8(16), x)
		}
		for h := range v {
			row := Mem{Base: table, Index: offset, Scale: 8, Disp: 32 * h}
			if t == 0 {
				VMOVDQU(row, v[h])
			} else {
				VPAND(row, v[h], v[h])
			}
		}
	}
	for h := range v {
		high := counter.Count(v[h])
		VPADDB(v[h], counters[h], counters[h])
		VPADDB(high, counters[h], counters[h])
	}
	ADDQ(U8(uint8(8*words)), at)
	DECQ(left)
	JNZ(LabelRef("record"))

	for h, v := range counters {
		VMOVDQU(v, bytes.Offset(32*h))
	}
	row, slot := GP64(), GP64()
	MOVQ(Mem{Base: job, Disp: 8}, row)
	ADDQ(m, row)
	XORQ(slot, slot)
	Label("slot")
	for i := range 4 {
		column, count := GP64(), GP64()
		MOVBLZX(Mem{Base: columns, Index: slot, Scale: 1, Disp: i}, column.As32())
		MOVBLZX(bytes.Offset(i).Idx(slot, 1), count.As32())
		ADDW(count.As16(), Mem{Base: row, Index: column, Scale: 2})
	}
	ADDQ(U8(4), slot)
	CMPQ(slot, U8(64))
	JNE(LabelRef("slot"))
	ADDQ(U8(jobBytes), job)
	DECQ(n)
	JNZ(LabelRef("job"))
	emit.End()
}

func multiply256() {
	emit.Func("multiplyAVX2", "func(a, b *uint16, n int) (products, sumA, sumB uint64)",
		"multiplyAVX2 returns the sum of products of n cells, and their sums; n is a positive",
		"multiple of 8.")
	a, b, n := emit.Arg("a"), emit.Arg("b"), emit.Arg("n")
	var sums [3]VecVirtual
	for i := range sums {
		sums[i] = YMM()
		VPXOR(sums[i], sums[i], sums[i])
	}
	Label("cells")
	for h := range 2 {
		x, y, product := YMM(), YMM(), YMM()
		VPMOVZXWQ(Mem{Base: a, Disp: 8 * h}, x)
		VPMOVZXWQ(Mem{Base: b, Disp: 8 * h}, y)
		VPMULUDQ(x, y, product)
		VPADDQ(x, sums[1], sums[1])
		VPADDQ(y, sums[2], sums[2])
		VPADDQ(product, sums[0], sums[0])
	}
	ADDQ(U8(16), a)
	ADDQ(U8(16), b)
	SUBQ(U8(8), n)
	JNZ(LabelRef("cells"))
	for i, v := range sums {
		emit.StoreSum(v, i)
	}
	emit.End()
}
