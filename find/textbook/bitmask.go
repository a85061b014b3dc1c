package textbook

import (
	"math/bits"

	"queens"
	"queens/find/solver"
)

var bitmaskAlgorithm = solver.Algorithm{
	Name: "bitmask", Source: "bitner1975", Finds: solver.All, Sorted: true,
	MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		b := bitmask{Meter: m, p: make(queens.Perm, c.Problem.Order)}
		b.fill(0, 1<<c.Problem.Order-1, 0, 0)
	}),
}.Described(texts)

type bitmask struct {
	*solver.Meter
	p queens.Perm
}

// fill fills the columns from col on in all ways and reports whether to continue. Bit r
// of the sets stands for row r: rows without a queen, and the rows of column col that
// are attacked along diagonals.
func (b *bitmask) fill(col int, open, rising, falling uint32) bool {
	if col == len(b.p) {
		return b.Solution(4, b.p.Clone())
	}
	b.Test(1, col, solver.Whole)
	for safe := open &^ (rising | falling); safe != 0; safe &= safe - 1 {
		queen := safe & -safe
		row := bits.TrailingZeros32(queen)
		b.Place(3, col, row)
		b.p[col] = row
		if b.Stopped() || !b.fill(col+1, open&^queen, (rising|queen)>>1, (falling|queen)<<1) {
			return false
		}
		b.Remove(6, col, row)
	}
	return true
}
