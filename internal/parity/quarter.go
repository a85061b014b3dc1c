package parity

import (
	"math/bits"

	"queens/internal/bitmath"
)

// Kind is one of the four kinds of squares: EvenEven has even rows and even
// columns, OddEven odd rows and even columns.
type Kind int

// The kinds of squares; the first two are white, the others black.
const (
	EvenEven Kind = iota
	OddOdd
	OddEven
	EvenOdd
)

// Quarter is the squares of one kind as a board of their own, whose rows and columns are the lines
// 0, 1, ... of their parity. Square (i, j) lies on rising diagonal i+j+Sum and on falling diagonal
// j-i+Diff, numbered from 0, below 32, and shared with the other kind of the same colour.
type Quarter struct {
	Rows, Columns int
	Sum, Diff     int
}

// Quarter returns the squares of a kind.
func (c *Class) Quarter(k Kind) Quarter {
	switch k {
	case EvenEven:
		return Quarter{Rows: c.Even, Columns: c.Even, Diff: c.Even - 1}
	case OddOdd:
		return Quarter{Rows: c.Odd, Columns: c.Odd, Sum: 1, Diff: c.Even - 1}
	case OddEven:
		return Quarter{Rows: c.Odd, Columns: c.Even, Diff: c.Odd - 1}
	default:
		return Quarter{Rows: c.Even, Columns: c.Odd, Diff: c.Odd}
	}
}

// Key is the diagonals of a square or a placement: rising ones from bit 0, falling
// ones from bit 32.
func (q Quarter) Key(row, column int) uint64 {
	return 1<<(row+column+q.Sum) | 1<<(32+column-row+q.Diff)
}

// Placements returns the keys of all placements of non-attacking queens with
// exactly one in each of the given rows and columns, equally many. The
// placement without queens has key 0.
func (q Quarter) Placements(rows, columns uint32) (keys []uint64) {
	if rows == 0 {
		return []uint64{0}
	}
	row := bits.TrailingZeros32(rows)
	for column := range bitmath.Members(columns) {
		queen := q.Key(row, column)
		for _, key := range q.Placements(rows&(rows-1), columns&^(1<<column)) {
			if key&queen == 0 {
				keys = append(keys, key|queen)
			}
		}
	}
	return keys
}
