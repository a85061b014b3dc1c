package matrix

import (
	"math"

	"queens/internal/kernel/table"
)

// portable is the whole algorithm in Go, and the twin of every operation of the
// kernels in assembly.
var portable = Kernel{
	Entry:    table.Entry{Name: "portable"},
	testTime: 70, splitTime: 40, hitTime: 6, saturates: true,
	open: openPortable, join: joinPortable, test: testPortable, multiply: multiplyPortable,
}

func openPortable(to, sum, diff []row, valid *row, n int) {
	for c := range n {
		for w := range to[c] {
			to[c][w] = valid[w] &^ sum[c][w] &^ diff[c][w]
		}
	}
}

func joinPortable(to, a, b []row, n int) {
	for i := range n {
		for j := range n {
			t, x, y := &to[i*n+j], &a[i], &b[j]
			for w := range t {
				t[w] = x[w] & y[w]
			}
		}
	}
}

func testPortable(tables []row, count int, jobs []job, records []uint64, m []uint16, b *block) {
	words := (count + 3) / 4
	for _, j := range jobs {
		var counters row
		for i := range int(j.count) {
			x := tableRows(tables, count, records[int(j.first)/8+i*words:])
			for w := range counters {
				counters[w] += ByteCounts(x[w])
			}
		}
		to := m[int(j.row)/2+int(b.first):]
		for slot, column := range b.columns {
			to[column] = uint16(min(math.MaxUint16, uint32(to[column])+uint32(counters[slot/8]>>(slot%8*8)&0xff)))
		}
	}
}

// tableRows returns the intersection of the rows of an item.
func tableRows(tables []row, count int, record []uint64) row {
	x := tables[record[0]&0xffff/8]
	for t := 1; t < count; t++ {
		y := &tables[record[t/4]>>(t%4*16)&0xffff/8]
		for w := range x {
			x[w] &= y[w]
		}
	}
	return x
}

// ByteCounts returns the number of bits of each byte.
func ByteCounts(x uint64) uint64 {
	const m1, m2, m4 = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f
	x -= x >> 1 & m1
	x = x&m2 + x>>2&m2
	return (x + x>>4) & m4
}

func multiplyPortable(a, b []uint16) (products, sumA, sumB uint64) {
	for i, x := range a {
		products += uint64(x) * uint64(b[i])
		sumA += uint64(x)
		sumB += uint64(b[i])
	}
	return products, sumA, sumB
}
