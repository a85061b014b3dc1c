//go:build !purego

package matrix

import (
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./matrix -set avx512 -out ../matrix/zavx512_amd64.s -stubs ../matrix/zavx512_amd64.go -pkg matrix

// avx512 has one vector for a row.
var avx512 = assembly{
	open: openAVX512, join: joinAVX512, multiply: multiplyAVX512,
	tests:   [...]testFunc{test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512, test7AVX512, test8AVX512},
	columns: func(b *block) (*uint64, int) { return (*uint64)(unsafe.Pointer(&b.spreads)), int(b.number) },
}.kernel(Kernel{
	Entry: table.Entry{
		Name: "avx512", Summary: "blocks of 512 lanes as one vector", Needs: "AVX-512 F, BW, BITALG and VBMI",
		Has: func() bool { return cpu.BITALG },
	},
	testTime: 2.5, splitTime: 5, hitTime: 3.3,
})

// testFunc is the test of one number of tables.
type testFunc = func(tables, jobs *uint64, n int, records *uint64, m *uint16, columns *uint64, number int)

// multiplied is the number of cells that multiply takes at once.
const multiplied = 8

// assembly is the functions of a kernel. They check nothing.
type assembly struct {
	open     func(to, sum, diff, valid *uint64, n int)
	join     func(to, a, b *uint64, n int)
	multiply func(a, b *uint16, n int) (products, sumA, sumB uint64)
	tests    [8]testFunc
	columns  func(b *block) (*uint64, int) // how a test learns the columns of slots
}

// kernel returns k with the functions.
func (a assembly) kernel(k Kernel) Kernel {
	k.open = func(to, sum, diff []row, valid *row, n int) {
		a.open(&to[0][0], &sum[0][0], &diff[0][0], &valid[0], n)
	}
	k.join = func(to, x, y []row, n int) { a.join(&to[0][0], &x[0][0], &y[0][0], n) }
	k.test = func(tables []row, count int, jobs []job, records []uint64, m []uint16, b *block) {
		columns, number := a.columns(b)
		a.tests[count-1](&tables[0][0], (*uint64)(unsafe.Pointer(&jobs[0])), len(jobs), &records[0], &m[b.first], columns, number)
	}
	k.multiply = func(x, y []uint16) (products, sumX, sumY uint64) {
		whole := len(x) - len(x)%multiplied
		if whole > 0 {
			products, sumX, sumY = a.multiply(&x[0], &y[0], whole)
		}
		p, s, t := multiplyPortable(x[whole:], y[whole:])
		return products + p, sumX + s, sumY + t
	}
	return k
}
