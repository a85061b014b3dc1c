package main

import (
	"fmt"
	"strings"

	"queens/internal/kernel/_gen/emit"
)

// Vectors of 128 bits: four to a row.

// four names four registers one after another, as a list of bytes.
func four(first int) string {
	return fmt.Sprintf("[V%d.B16, V%d.B16, V%d.B16, V%d.B16]", first, first+1, first+2, first+3)
}

// Instructions that Go's assembler does not have.

// bic is to = a and not b.
func bic(t *emit.Text, a, b, to int) {
	t.Word(0x4e601c00|word(b, a, to), "bic v%d.16b, v%d.16b, v%d.16b", to, a, b)
}

// umull multiplies the lower, or the upper, four cells of a and b.
func umull(t *emit.Text, upper bool, a, b, to int) {
	if upper {
		t.Word(0x6e60c000|word(b, a, to), "umull2 v%d.4s, v%d.8h, v%d.8h", to, a, b)
	} else {
		t.Word(0x2e60c000|word(b, a, to), "umull v%d.4s, v%d.4h, v%d.4h", to, a, b)
	}
}

func uaddlp(t *emit.Text, from, to int) {
	t.Word(0x6e602800|word(0, from, to), "uaddlp v%d.4s, v%d.8h", to, from)
}

func uadalp(t *emit.Text, from, to int) {
	t.Word(0x6ea06800|word(0, from, to), "uadalp v%d.2d, v%d.4s", to, from)
}

func word(m, n, d int) uint32 { return uint32(m<<16 | n<<5 | d) }

func neon(t *emit.Text) {
	openNEON(t)
	joinNEON(t)
	for tables := 1; tables <= maxTables; tables++ {
		testNEON(t, tables)
	}
	multiplyNEON(t)
}

func openNEON(t *emit.Text) {
	t.Func("openNEON", strings.Split("to *uint64,sum *uint64,diff *uint64,valid *uint64,n int", ","), nil,
		"openNEON writes the lanes of valid that are neither in sum nor in diff, for n rows.")
	t.Op("VLD1 (R3), %s", four(0))
	t.Label("row")
	t.Op("VLD1.P 64(R1), %s", four(4))
	t.Op("VLD1.P 64(R2), %s", four(8))
	for v := range 4 {
		bic(t, v, 4+v, 4+v)
		bic(t, 4+v, 8+v, 4+v)
	}
	t.Op("VST1.P %s, 64(R0)", four(4))
	t.Op("SUB $1, R4")
	t.Op("CBNZ R4, row")
	t.Op("RET")
}

func joinNEON(t *emit.Text) {
	t.Func("joinNEON", strings.Split("to *uint64,a *uint64,b *uint64,n int", ","), nil,
		"joinNEON writes the intersections of each of n rows of a with each of n rows of b.")
	t.Op("MOVD R3, R4")
	t.Label("row")
	t.Op("VLD1.P 64(R1), %s", four(0))
	t.Op("MOVD R2, R5")
	t.Op("MOVD R3, R6")
	t.Label("column")
	t.Op("VLD1.P 64(R5), %s", four(4))
	and(t, 0, 4)
	t.Op("VST1.P %s, 64(R0)", four(4))
	t.Op("SUB $1, R6")
	t.Op("CBNZ R6, column")
	t.Op("SUB $1, R4")
	t.Op("CBNZ R4, row")
	t.Op("RET")
}

// and intersects the row at one register with that at another, which becomes the result.
func and(t *emit.Text, a, to int) {
	for v := range 4 {
		t.Op("VAND V%d.B16, V%d.B16, V%d.B16", a+v, to+v, to+v)
	}
}

// Registers of a test, four vectors each.
const (
	counters = 4 * iota
	first    // row of a record's first table; the bytes of a spread
	other    // row of another one
	spread   // the first spread
	next     // another one
	sums     // columns 0 to 31, then 32 to 63
)

// testNEON writes: the jobs of a block.
func testNEON(t *emit.Text, tables int) {
	name := fmt.Sprintf("test%dNEON", tables)
	t.Func(name, strings.Split("tables *uint64,jobs *uint64,n int,records *uint64,m *uint16,spreads *uint64,number int",
		","), nil,
		name+" runs n jobs with records of this number of tables: counts go to m by number", "spreads.")
	t.Op("VLD1 (R5), %s", four(spread))
	t.Op("ADD $%d, R5", spreadBytes)
	t.Op("SUB $1, R6")

	t.Label("job")
	t.Op("MOVWU (R1), R7") // the next record
	t.Op("MOVHU 4(R1), R8")
	t.Op("ADD R3, R7")
	for v := range 4 {
		t.Op("VEOR V%d.B16, V%d.B16, V%d.B16", counters+v, counters+v, counters+v)
	}
	t.Label("record")
	for table := range tables {
		if table%4 == 0 {
			t.Op("MOVD.P 8(R7), R9")
		}
		offset := 9
		if table%4 > 0 {
			offset = 9 + table%4
			t.Op("LSR $%d, R9, R%d", 16*(table%4), offset)
		}
		t.Op("ADD R%d.UXTH<<3, R0, R%d", offset, 13)
		if table == 0 {
			t.Op("VLD1 (R13), %s", four(first))
		} else {
			t.Op("VLD1 (R13), %s", four(other))
			and(t, other, first)
		}
	}
	for v := range 4 {
		t.Op("VCNT V%d.B16, V%d.B16", first+v, first+v)
	}
	for v := range 4 {
		t.Op("VADD V%d.B16, V%d.B16, V%d.B16", first+v, counters+v, counters+v)
	}
	t.Op("SUB $1, R8")
	t.Op("CBNZ R8, record")

	t.Op("MOVD 8(R1), R9")
	t.Op("ADD R4, R9")
	t.Op("ADD $64, R9, R10")
	t.Op("VLD1 (R9), %s", four(sums))
	t.Op("VLD1 (R10), %s", four(sums+4))
	widen(t, spread)
	t.Op("CBZ R6, store")
	t.Op("MOVD R5, R11")
	t.Op("MOVD R6, R12")
	t.Label("spread")
	t.Op("VLD1 (R11), %s", four(next))
	t.Op("ADD $%d, R11", spreadBytes)
	widen(t, next)
	t.Op("SUB $1, R12")
	t.Op("CBNZ R12, spread")
	t.Label("store")
	t.Op("VST1 %s, (R9)", four(sums))
	t.Op("VST1 %s, (R10)", four(sums+4))
	t.Op("ADD $%d, R1", jobBytes)
	t.Op("SUB $1, R2")
	t.Op("CBNZ R2, job")
	t.Op("RET")
}

func widen(t *emit.Text, spread int) {
	for v := range 4 {
		t.Op("VTBL V%d.B16, %s, V%d.B16", spread+v, four(counters), first+v)
	}
	for v := range 4 {
		low := sums + 2*v
		t.Op("VUADDW V%d.B8, V%d.H8, V%d.H8", first+v, low, low)
		t.Op("VUADDW2 V%d.B16, V%d.H8, V%d.H8", first+v, low+1, low+1)
	}
}

func multiplyNEON(t *emit.Text) {
	t.Func("multiplyNEON", strings.Split("a *uint16,b *uint16,n int", ","),
		strings.Split("products uint64,sumA uint64,sumB uint64", ","),
		"multiplyNEON returns the sum of products of n cells, and their sums; n is a positive", "multiple of 8.")
	const products, sumA, sumB = 16, 17, 18
	for v := products; v <= sumB; v++ {
		t.Op("VEOR V%d.B16, V%d.B16, V%d.B16", v, v, v)
	}
	t.Label("cells")
	t.Op("VLD1.P 16(R0), [V0.H8]")
	t.Op("VLD1.P 16(R1), [V1.H8]")
	umull(t, false, 0, 1, 2)
	umull(t, true, 0, 1, 3)
	uadalp(t, 2, products)
	uadalp(t, 3, products)
	uaddlp(t, 0, 4)
	uaddlp(t, 1, 5)
	uadalp(t, 4, sumA)
	uadalp(t, 5, sumB)
	t.Op("SUB $8, R2")
	t.Op("CBNZ R2, cells")
	for i, result := range []string{"products", "sumA", "sumB"} {
		t.Op("VMOV V%d.D[0], R3", products+i)
		t.Op("VMOV V%d.D[1], R4", products+i)
		t.Op("ADD R4, R3")
		t.Op("MOVD R3, %s+%d(FP)", result, 24+8*i)
	}
	t.Op("RET")
}
