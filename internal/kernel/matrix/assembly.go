//go:build (amd64 || arm64) && !purego

package matrix

import "unsafe"

//go:generate go -C ../_gen run ./matrix -set neon -out ../matrix/zneon_arm64.s -stubs ../matrix/zneon_arm64.go -pkg matrix

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

func (a assembly) kernel(k Kernel) Kernel {
	k.open = func(to, sum, diff []row, valid *row, n int) {
		a.open(&to[0][0], &sum[0][0], &diff[0][0], &valid[0], n)
	}
	k.join = func(to, x, y []row, n int) { a.join(&to[0][0], &x[0][0], &y[0][0], n) }
	k.test = func(tables []row, count int, jobs []job, records []uint64, m []uint16, b *block) {
		columns, number := a.columns(b)
		a.tests[count-1](&tables[0][0], (*uint64)(unsafe.Pointer(&jobs[0])), len(jobs), &records[0], &m[b.first],
			columns, number)
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

// spreadsOf returns the spreads in use.
func (b *block) spreadsOf() (*uint64, int) {
	return (*uint64)(unsafe.Pointer(&b.spreads)), int(b.number)
}
