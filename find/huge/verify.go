package huge

import (
	"fmt"
	"iter"
	"slices"

	"queens"
)

// Verifier decides whether a placement that is streamed through it is a solution. It
// keeps three sets of bits, 5n bits for a board of order n: the rows and the two kinds
// of diagonals that hold a queen.
type Verifier struct {
	order   int // 0 if it is the number of columns that come
	span    int // rows and columns below it have their place in the sets
	rows    bitset
	rising  bitset // row + col
	falling bitset // row - col + span

	cols    int // columns seen
	highest uint32
	highCol int // column of the highest row
	clash   *Clash
}

// Clash is the first queen, column by column, that an earlier one attacks.
type Clash struct {
	Queen queens.Square
	Line  queens.Line // that it shares with an earlier queen
}

// NewVerifier returns a verifier for a board of the order, or of as many columns as will
// be added if the order is 0. The order is at most queens.MaxProblemOrder.
func NewVerifier(order int) *Verifier {
	v := &Verifier{order: order}
	if order > 0 {
		v.grow((order + 7) &^ 7)
	}
	return v
}

func verifierIn(n int, rising, falling bitset) *Verifier {
	clear(rising)
	clear(falling)
	return &Verifier{order: n, span: n, rows: newBitset(n), rising: rising, falling: falling}
}

// grow makes room for rows and columns below span, a multiple of 8.
func (v *Verifier) grow(span int) {
	rows, rising, falling := newBitset(span), newBitset(2*span), newBitset(2*span)
	copy(rows, v.rows)
	copy(rising, v.rising)
	if v.span > 0 {
		copy(falling[(span-v.span)/8:], v.falling)
	}
	v.rows, v.rising, v.falling, v.span = rows, rising, falling, span
}

// Add takes the rows of the queens of the next columns. After a clash it only counts
// columns and looks at the highest row.
//
// Errors: queens.ErrFormat for a row that is not on the board, or that no board may
// have, and for more columns than the order; later calls are then useless.
func (v *Verifier) Add(block []uint32) error {
	for rows := range slices.Chunk(block, blockRows) {
		if err := v.addBlock(rows); err != nil {
			return err
		}
	}
	return nil
}

// addBlock is Add for a block that a cache holds.
func (v *Verifier) addBlock(rows []uint32) error {
	highest := slices.Max(rows)
	limit, end := v.order, v.cols+len(rows)
	if v.order == 0 {
		limit = queens.MaxProblemOrder
	}
	if end > limit {
		return fmt.Errorf("huge: column %d is outside a board of order %d: %w", limit+1, limit, queens.ErrFormat)
	}
	if int64(highest) >= int64(limit) {
		i := slices.IndexFunc(rows, func(r uint32) bool { return int64(r) >= int64(limit) })
		return fmt.Errorf("huge: column %d: row %d is outside a board of order %d: %w", v.cols+i+1, int64(rows[i])+1,
			limit, queens.ErrFormat)
	}
	if highest > v.highest {
		v.highest, v.highCol = highest, v.cols+slices.Index(rows, highest)
	}
	if need := max(end, int(highest)+1); need > v.span {
		span := max(v.span, 1<<16)
		for span < need {
			span *= 2
		}
		v.grow(span)
	}
	if v.clash == nil {
		v.look(rows)
	}
	v.cols = end
	return nil
}

// look puts the queens on the board, up to the first clash. The processor continues
// with the next queens while the words of earlier ones are still on their way from
// memory: nothing in the loop waits for them.
func (v *Verifier) look(rows []uint32) {
	col := uint(v.cols)
	span := uint(v.span)
	taken, rising, falling := v.rows, v.rising, v.falling // in registers: the loop writes to memory
	for _, r := range rows {
		row := uint(r)
		sameRow := taken.add(row)
		sameRising := rising.add(row + col)
		sameFalling := falling.add(row - col + span)
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

// Close says whether what was added is a solution: it returns the order of the board
// and the first clash, nil if there is none. The board without columns is a solution.
//
// Errors: queens.ErrFormat if columns are missing, or if a row is outside a board with
// as many rows as columns were added.
func (v *Verifier) Close() (order int, clash *Clash, err error) {
	switch {
	case v.order > 0 && v.cols < v.order:
		return v.order, nil, fmt.Errorf("huge: the input ends after %d columns, want %d: %w", v.cols, v.order,
			queens.ErrFormat)
	case v.cols > 0 && int64(v.highest) >= int64(v.cols):
		return v.cols, nil, fmt.Errorf("huge: column %d: row %d is outside a board of order %d: %w", v.highCol+1,
			int64(v.highest)+1, v.cols, queens.ErrFormat)
	}
	return v.cols, v.clash, nil
}

// Partner returns the queen that the one of the clash shares its line with: the first
// earlier one. rows are those of the same placement once more.
//
// Errors: that of rows; queens.ErrFormat if there is no such queen, so it is another
// placement.
func (c *Clash) Partner(rows iter.Seq2[[]uint32, error]) (queens.Square, error) {
	col := 0
	for block, err := range rows {
		if err != nil {
			return queens.Square{}, err
		}
		for _, r := range block {
			sq := queens.Square{Row: int(r), Col: col}
			if col == c.Queen.Col {
				break
			}
			if c.sharesLine(sq) {
				return sq, nil
			}
			col++
		}
		if col == c.Queen.Col {
			break
		}
	}
	return queens.Square{}, fmt.Errorf("huge: no queen before column %d shares a %v with it: the input has changed: %w",
		c.Queen.Col+1, c.Line, queens.ErrFormat)
}

func (c *Clash) sharesLine(sq queens.Square) bool {
	switch c.Line {
	case queens.Row:
		return sq.Row == c.Queen.Row
	case queens.Rising:
		return sq.SumDiag() == c.Queen.SumDiag()
	default:
		return sq.Row-sq.Col == c.Queen.Row-c.Queen.Col
	}
}
