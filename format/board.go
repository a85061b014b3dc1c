package format

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"queens"
)

var board = Format{
	Name:    "board",
	Summary: "A picture of Q and dots per solution, row 1 on top, then an empty line",
	Encoder: func(int, Options) *Encoder { return &Encoder{small: appendBoard[uint8], large: appendBoard[int]} },
	Decode:  decodeBoard,
}

func appendBoard[E row](b []byte, p []E) []byte {
	for r := range p {
		for c := range p {
			if c > 0 {
				b = append(b, ' ')
			}
			mark := byte('.')
			if int(p[c]) == r {
				mark = 'Q'
			}
			b = append(b, mark)
		}
		b = append(b, '\n')
	}
	return append(b, '\n')
}

// decodeBoard reads pictures with or without spaces between the squares. Boards are
// separated by empty lines.
func decodeBoard(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		var b *boardReader
		no := 0
		for l, err := range lines("board", r) {
			if err != nil {
				yield(nil, err)
				return
			}
			no = l.no
			marks := strings.Join(strings.Fields(l.text), "")
			if b == nil && marks == "" {
				continue
			}
			if b == nil {
				b, err = newBoardReader(len(marks))
			}
			if err == nil {
				err = b.readRow(marks)
			}
			if err != nil {
				yield(nil, readError("board", l.no, err))
				return
			}
			if b.row < b.n {
				continue
			}
			p, err := b.perm()
			if err != nil {
				yield(nil, readError("board", l.no, err))
				return
			}
			if b = nil; !yield(p, nil) {
				return
			}
		}
		if b != nil {
			yield(nil, readError("board", no, fmt.Errorf("the board ends after row %d of %d: %w", b.row, b.n,
				queens.ErrFormat)))
		}
	}
}

// boardReader collects the queens of a board row by row.
type boardReader struct {
	n, row int
	p      queens.Perm // -1: no queen yet
}

func newBoardReader(n int) (*boardReader, error) {
	if n > MaxOrder {
		return nil, fmt.Errorf("a board of order %d, more than %d: %w", n, MaxOrder, queens.ErrFormat)
	}
	b := &boardReader{n: n, p: make(queens.Perm, n)}
	for c := range b.p {
		b.p[c] = -1
	}
	return b, nil
}

func (b *boardReader) readRow(marks string) error {
	for col := range len(marks) {
		switch marks[col] {
		case '.':
		case 'Q':
			if err := b.queen(col); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%q in column %d is neither Q nor a dot: %w", marks[col], col+1, queens.ErrFormat)
		}
	}
	return b.endRow(len(marks))
}

func (b *boardReader) queen(col int) error {
	if col >= b.n || b.row >= b.n {
		return fmt.Errorf("row %d: a queen in column %d of a board of order %d: %w", b.row+1, col+1, b.n,
			queens.ErrFormat)
	}
	if other := b.p[col]; other >= 0 {
		return fmt.Errorf("rows %d and %d both have a queen in column %d; every column holds one: %w", other+1, b.row+1,
			col+1, queens.ErrFormat)
	}
	b.p[col] = b.row
	return nil
}

func (b *boardReader) endRow(squares int) error {
	if squares != b.n {
		return fmt.Errorf("row %d has %d squares on a board of order %d: %w", b.row+1, squares, b.n, queens.ErrFormat)
	}
	b.row++
	return nil
}

func (b *boardReader) perm() (queens.Perm, error) {
	for c, r := range b.p {
		if r < 0 {
			return nil, fmt.Errorf("column %d of %d has no queen: %w", c+1, b.n, queens.ErrFormat)
		}
	}
	return b.p, nil
}
