package main

import (
	"fmt"
	"strings"

	"queens/count/internal/kernels/_gen/emit"
	"queens/count/internal/kernels/parity/layout"
)

const headNEON = `
// The inner steps of groups with NEON. What the functions compute, in Go, is in portable.go.
//
// A vector is four registers; there are only the first four forms. Planes are of the lanes that a
// diagonal leaves.
//
// Nothing needs alignment. A list of counters has at least one; multiply takes a positive multiple
// of 16 cells. masks reads eight keys of each run, however few there are.
`

func neon(t *emit.Text) {
	masksNEON(t)
	for number, f := range layout.Forms[:layout.Plain] {
		testNEON(t, number, f.Bytes)
	}
	fullNEON(t)
	flushNEON(t)
	multiplyNEON(t)
}

func four(first int, shape string) string {
	var list []string
	for v := range 4 {
		list = append(list, fmt.Sprintf("V%d.%s", first+v, shape))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func bytes(t *emit.Text, name string, registers ...int) {
	var list []string
	for _, r := range registers {
		list = append(list, fmt.Sprintf("V%d.B16", r))
	}
	t.Op("%s %s", name, strings.Join(list, ", "))
}

// Go's assembler lacks bic, uqadd and umax. bic is to = a and not b.
func bic(t *emit.Text, a, b, to int) {
	t.Word(0x4e601c00|operands(b, a, to), "bic v%d.16b, v%d.16b, v%d.16b", to, a, b)
}

// uqadd is a saturating sum of bytes or of 16-bit cells.
func uqadd(t *emit.Text, cells bool, a, to int) { ofCells(t, "uqadd", 0x6e200c00, cells, a, to) }

func umax(t *emit.Text, cells bool, a, to int) { ofCells(t, "umax", 0x6e206400, cells, a, to) }

func ofCells(t *emit.Text, name string, code uint32, cells bool, a, to int) {
	shape := "16b"
	if cells {
		code, shape = code|1<<22, "8h"
	}
	t.Word(code|operands(to, a, to), "%s v%[2]d.%[4]s, v%[3]d.%[4]s, v%[2]d.%[4]s", name, to, a, shape)
}

func operands(m, n, d int) uint32 { return uint32(m<<16 | n<<5 | d) }

// masksNEON makes the planes in two passes. In the first one a register has the keys of one lane of
// two slots, byte by byte; in the second one the bytes of a bit of 16 slots become parts of eight
// planes. lanes are 8 words of ones and 8 of zeros.
func masksNEON(t *emit.Text) {
	t.Func("masksNEON",
		strings.Split("to *uint64,keys *uint64,runs *int,squares *uint16,n int,planes *uint64,lanes *uint64", ","), nil)
	const pairs, odds = 30, 31
	t.Op("ADD $64, R6")
	t.Op("MOVD $8, R7")
	t.Op("VMOVI $0x33, V%d.B16", pairs)
	t.Op("VMOVI $0x55, V%d.B16", odds)
	t.Op("MOVD R5, R8")
	t.Op("MOVD $32, R9")
	t.Label("slots")
	for slot := range 2 {
		t.Op("LDP (R2), (R10, R11)")
		t.Op("SUB R10, R11")
		t.Op("CMP R7, R11")
		t.Op("CSEL LT, R11, R7, R11")
		t.Op("ADD R10, R11, R12")
		t.Op("MOVD.P R12, 16(R2)")
		t.Op("ADD R10<<3, R1, R12")
		t.Op("VLD1 (R12), %s", four(4*slot, "B16"))
		t.Op("SUB R11<<3, R6, R12")
		t.Op("VLD1 (R12), %s", four(8, "B16"))
		for v := range 4 {
			bic(t, 8+v, 4*slot+v, 4*slot+v)
		}
	}
	var x [8]int // a lane of both slots
	for lane := range x {
		x[lane] = 16 + lane
		bytes(t, fmt.Sprintf("VZIP%d", 1+lane%2), 4+lane/2, lane/2, x[lane])
	}
	spare := 24
	for _, shift := range []int{4, 2, 1} {
		for i := range x {
			if i&shift != 0 {
				continue
			}
			a, b := x[i], x[i+shift]
			if shift == 4 {
				bytes(t, "VMOV", a, spare)
				t.Op("VSLI $4, V%d.B16, V%d.B16", b, spare)
				t.Op("VSRI $4, V%d.B16, V%d.B16", a, b)
				x[i], spare = spare, a
				continue
			}
			mask := map[int]int{2: pairs, 1: odds}[shift]
			t.Op("VSHL $%d, V%d.B16, V25.B16", shift, b)
			t.Op("VUSHR $%d, V%d.B16, V26.B16", shift, a)
			bytes(t, "VBIF", mask, 25, a)
			bytes(t, "VBIT", mask, 26, b)
		}
	}
	for i, v := range x {
		t.Op("FMOVQ F%d, %d(R8)", v, layout.VectorBytes*i)
	}
	t.Op("ADD $%d, R8", 8*layout.VectorBytes)
	t.Op("SUB $1, R9")
	t.Op("AND $7, R9, R10")
	t.Op("CBNZ R10, slots")
	t.Op("SUB $%d, R8", 64*layout.VectorBytes-16)
	t.Op("CBNZ R9, slots")

	t.Op("MOVD R5, R8")
	t.Op("MOVD $32, R9")
	t.Label("planes")
	for i := range 8 {
		t.Op("FMOVQ %d(R8), F%d", 8*layout.VectorBytes*i, i)
	}
	for round := range 3 {
		from := round % 2 * 16
		for i := range 4 {
			for half := range 2 {
				t.Op("VZIP%d V%d.H8, V%d.H8, V%d.H8", 1+half, from+i+4, from+i, 16-from+2*i+half)
			}
		}
	}
	for i := range 8 {
		t.Op("FMOVQ F%d, %d(R8)", 16+i, 8*layout.VectorBytes*i)
	}
	t.Op("ADD $16, R8")
	t.Op("SUB $1, R9")
	t.Op("CBNZ R9, planes")

	t.Label("square")
	for i := range 3 {
		t.Op("MOVHU.P 2(R3), R%d", 6+i)
	}
	t.Op("ADD R0, R6")
	t.Op("ADD R5, R7")
	t.Op("ADD R5, R8")
	intersectNEON(t, 7, 8, 0, 4)
	t.Op("VST1 %s, (R6)", four(0, "B16"))
	t.Op("SUB $1, R4")
	t.Op("CBNZ R4, square")
	t.Op("RET")
}

// intersectNEON loads the lanes that are in both of two vectors, using other registers.
func intersectNEON(t *emit.Text, a, b, to, other int) {
	t.Op("VLD1 (R%d), %s", a, four(to, "B16"))
	t.Op("VLD1 (R%d), %s", b, four(other, "B16"))
	for v := range 4 {
		bytes(t, "VAND", other+v, to+v, to+v)
	}
}

// testNEON has the vectors of a first pair one after another.
func testNEON(t *emit.Text, number, vectors int) {
	t.Func(fmt.Sprintf("test%dNEON", number),
		strings.Split("counters *uint64,masks *uint64,index *uint64,list *uint8,left *uint64", ","),
		[]string{"tests uint64"})
	const sum, other, counter = 16, 20, 24
	squares := func() {
		t.Op("MOVBU.P 1(R3), R9")
		t.Op("MOVBU.P 1(R3), R10")
		t.Op("ADD R9<<6, R1, R9")
		t.Op("ADD R10<<6, R1, R10")
	}
	next := func(v int) {
		if v < vectors-1 {
			t.Op("ADD R12, R9")
			t.Op("ADD R12, R10")
		}
	}
	t.Op("MOVD $0, R5")
	t.Op("MOVD $%d, R12", layout.MaskStride*layout.VectorBytes)
	t.Label("chunk")
	t.Op("MOVBU.P 1(R3), R6")
	t.Op("CBZ R6, end")
	t.Op("MOVBU.P 1(R3), R7")
	t.Op("MOVD R4, R8")
	t.Label("first")
	squares()
	for v := range vectors {
		intersectNEON(t, 9, 10, 0, 4)
		next(v)
		t.Op("VST1.P %s, %d(R8)", four(0, "B16"), layout.VectorBytes)
	}
	t.Op("SUB $1, R6")
	t.Op("CBNZ R6, first")
	t.Op("CBZ R7, chunk")
	t.Label("last")
	squares()
	for v := range vectors {
		intersectNEON(t, 9, 10, 4*v, sum)
		next(v)
	}
	t.Op("MOVBU.P 1(R3), R13")
	t.Op("ADD R13, R5")
	t.Label("test")
	t.Op("MOVBU (R3), R9")
	t.Op("MOVHU 1(R3), R10")
	t.Op("ADD $%d, R3", layout.TestBytes)
	if vectors == 3 {
		t.Op("ADD R9<<1, R9, R9")
	}
	t.Op("ADD R9<<%d, R4, R9", map[int]int{1: 6, 2: 7, 3: 6, 4: 8}[vectors])
	t.Op("ADD R10<<3, R0, R10")
	for v := range vectors {
		to := other
		if v == 0 {
			to = sum
		}
		t.Op("VLD1.P %d(R9), %s", layout.VectorBytes, four(to, "B16"))
		for i := range 4 {
			bytes(t, "VAND", 4*v+i, to+i, to+i)
		}
		for i := range 4 {
			bytes(t, "VCNT", to+i, to+i)
		}
		for i := range 4 {
			if v > 0 {
				bytes(t, "VADD", other+i, sum+i, sum+i)
			}
		}
	}
	t.Op("VLD1 (R10), %s", four(counter, "B16"))
	for i := range 4 {
		uqadd(t, false, sum+i, counter+i)
	}
	t.Op("VST1 %s, (R10)", four(counter, "B16"))
	t.Op("SUB $1, R13")
	t.Op("CBNZ R13, test")
	t.Op("SUB $1, R7")
	t.Op("CBNZ R7, last")
	t.Op("B chunk")
	t.Label("end")
	t.Op("MOVD R5, tests+40(FP)")
	t.Op("RET")
}

func fullNEON(t *emit.Text) {
	t.Func("fullNEON", strings.Split("slab *uint16,counters *uint64,labels *uint16,n int,full uint64", ","),
		[]string{"over uint64"})
	for v := range 4 {
		bytes(t, "VEOR", v, v, v)
	}
	t.Label("counter")
	t.Op("VLD1.P %d(R1), %s", layout.VectorBytes, four(4, "B16"))
	for v := range 4 {
		umax(t, false, 4+v, v)
	}
	t.Op("SUB $1, R3")
	t.Op("CBNZ R3, counter")
	for v := range 3 {
		umax(t, false, 1+v, 0)
	}
	t.Op("VDUP R4, V1.B16")
	umax(t, false, 0, 1)
	bytes(t, "VCMEQ", 0, 1, 0) // not less
	t.Op("VMOV V0.D[0], R5")
	t.Op("VMOV V0.D[1], R6")
	t.Op("ORR R6, R5")
	t.Op("MOVD R5, over+40(FP)")
	t.Op("RET")
}

func flushNEON(t *emit.Text) {
	t.Func("flushNEON", strings.Split("slab *uint16,counters *uint64,labels *uint16,n int", ","), nil)
	for v := 20; v < 24; v++ {
		bytes(t, "VEOR", v, v, v)
	}
	t.Label("counter")
	t.Op("MOVHU.P 2(R2), R4")
	t.Op("ADD R4<<7, R0, R4")
	t.Op("ADD $%d, R4, R5", layout.VectorBytes)
	t.Op("VLD1 (R1), %s", four(0, "B16"))
	t.Op("VST1.P %s, %d(R1)", four(20, "B16"), layout.VectorBytes)
	for v := range 4 {
		t.Op("VUXTL V%d.B8, V%d.H8", v, 8+2*v)
		t.Op("VUXTL2 V%d.B16, V%d.H8", v, 9+2*v)
	}
	for half := range 2 {
		t.Op("VLD1 (R%d), %s", 4+half, four(16, "H8"))
		for v := range 4 {
			uqadd(t, true, 8+4*half+v, 16+v)
		}
		t.Op("VST1 %s, (R%d)", four(16, "H8"), 4+half)
	}
	t.Op("SUB $1, R3")
	t.Op("CBNZ R3, counter")
	t.Op("RET")
}

func multiplyNEON(t *emit.Text) {
	t.Func("multiplyNEON", strings.Split("a *uint16,b *uint16,n int", ","),
		strings.Split("products uint64,sumA uint64,sumB uint64,most uint64", ","))
	const products, sumA, sumB, most = 16, 17, 18, 19
	for v := products; v <= most; v++ {
		bytes(t, "VEOR", v, v, v)
	}
	// pairs adds pairs of cells; pairsTo adds pairs of those to a sum.
	pairs := func(from, to int) { t.Word(0x6e602800|operands(0, from, to), "uaddlp v%d.4s, v%d.8h", to, from) }
	pairsTo := func(from, to int) { t.Word(0x6ea06800|operands(0, from, to), "uadalp v%d.2d, v%d.4s", to, from) }
	t.Label("cells")
	t.Op("VLD1.P 16(R0), [V0.H8]")
	t.Op("VLD1.P 16(R1), [V1.H8]")
	t.Word(0x2e60c000|operands(1, 0, 2), "umull v2.4s, v0.4h, v1.4h")
	t.Word(0x6e60c000|operands(1, 0, 3), "umull2 v3.4s, v0.8h, v1.8h")
	pairsTo(2, products)
	pairsTo(3, products)
	for v := range 2 {
		pairs(v, 4+v)
		pairsTo(4+v, sumA+v)
		umax(t, true, v, most)
	}
	t.Op("SUB $8, R2")
	t.Op("CBNZ R2, cells")
	t.Word(0x6e70a800|operands(0, most, 0), "umaxv h0, v%d.8h", most)
	t.Op("VMOV V0.H[0], R3")
	t.Op("MOVD R3, most+48(FP)")
	for i, result := range []string{"products", "sumA", "sumB"} {
		t.Op("VMOV V%d.D[0], R3", products+i)
		t.Op("VMOV V%d.D[1], R4", products+i)
		t.Op("ADD R4, R3")
		t.Op("MOVD R3, %s+%d(FP)", result, 24+8*i)
	}
	t.Op("RET")
}
