package huge

import (
	"encoding/binary"
	"slices"

	"queens"
	"queens/internal/errs"
)

// Verifier decides whether a placement that is streamed through it is a solution. It
// keeps three sets of bits, 5n bits for a board of order n: the rows and the two kinds
// of diagonals that hold a queen.
type Verifier struct {
	order   int
	rows    bitset
	rising  bitset // row + col
	falling bitset // row - col + order
	cols    int    // columns seen
	clash   *Clash
}

// Clash is the first queen, column by column, that an earlier one attacks.
type Clash struct {
	Queen queens.Square
	Line  queens.Line // that it shares with an earlier queen
}

// NewVerifier returns a verifier for a board of the order, 0 to queens.MaxProblemOrder.
func NewVerifier(order int) *Verifier {
	return &Verifier{
		order: order, rows: newBitset(order), rising: newBitset(2 * order), falling: newBitset(2 * order),
	}
}

// Add takes the rows of the queens of the next columns. After a clash it only counts columns.
// Errors: queens.ErrFormat for a row that is not on the board, and for more columns than the order;
// later calls are then useless.
func (v *Verifier) Add(block []uint32) error {
	for rows := range slices.Chunk(block, blockRows) { // which a cache holds
		if v.cols+len(rows) > v.order {
			return errs.Errorf("column %d is outside a board of order %d: %w", v.order+1, v.order, queens.ErrFormat)
		}
		if int64(slices.Max(rows)) >= int64(v.order) {
			i := slices.IndexFunc(rows, func(r uint32) bool { return int64(r) >= int64(v.order) })
			return errs.Errorf("column %d: row %d is outside a board of order %d: %w", v.cols+i+1,
				int64(rows[i])+1, v.order, queens.ErrFormat)
		}
		if v.clash == nil {
			v.look(rows)
		}
		v.cols += len(rows)
	}
	return nil
}

// look puts the queens on the board, up to the first clash. The processor continues
// with the next queens while the words of earlier ones are still on their way from
// memory: nothing in the loop waits for them.
func (v *Verifier) look(rows []uint32) {
	col := uint(v.cols)
	order := uint(v.order)
	taken, rising, falling := v.rows, v.rising, v.falling // in registers: the loop writes to memory
	for _, r := range rows {
		row := uint(r)
		sameRow := taken.add(row)
		sameRising := rising.add(row + col)
		sameFalling := falling.add(row - col + order)
		if sameRow || sameRising || sameFalling {
			line := queens.Falling
			switch {
			case sameRow:
				line = queens.Row
			case sameRising:
				line = queens.Rising
			}
			v.clash = &Clash{queens.Square{Row: int(row), Col: int(col)}, line}
			return
		}
		col++
	}
}

// Close returns the first clash, nil for a solution. The board without columns is a solution.
// Errors: queens.ErrFormat if columns are missing.
func (v *Verifier) Close() (*Clash, error) {
	if v.cols < v.order {
		return nil, errs.Errorf("the input ends after %d columns, want %d: %w", v.cols, v.order, queens.ErrFormat)
	}
	return v.clash, nil
}

// bitset is a set of numbers from 0 on, in bytes: so a load of many neighbouring bits
// may begin at any of them.
type bitset []byte

// bitsetSlack is the number of bytes after the last number of a set that load may touch.
const bitsetSlack = 8

func newBitset(n int) bitset { return make(bitset, (n+7)/8+bitsetSlack) }

func (s bitset) add(i uint) bool {
	place, bit := &s[i/8], byte(1)<<(i%8)
	old := *place
	*place = old | bit
	return old&bit != 0
}

func (s bitset) has(i uint) bool { return s[i/8]>>(i%8)&1 != 0 }

func (s bitset) remove(i uint) { s[i/8] &^= 1 << (i % 8) }

// from returns what the set has of i, i+1, ..., as bits 0, 1, ...; of the first 57 for
// certain, beyond them a bit may be 0 for a number that is in the set.
func (s bitset) from(i uint) uint64 {
	first := i / 8
	return binary.LittleEndian.Uint64(s[first:first+8]) >> (i % 8)
}
