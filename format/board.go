package format

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"queens"
)

var board = Format{
	Name:    "board",
	Summary: "A picture of Q and dots per solution, row 1 on top, then an empty line",
	Encoder: func(int, Options) *Encoder {
		return &Encoder{small: appendBoard[uint8], large: appendBoard[int], read: readBoard}
	},
	Decode: decodeBoard,
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

// decodeBoard reads pictures with or without spaces between the squares, separated by empty lines.
func decodeBoard(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		var b *boardReader // nil between boards
		row := func(text string) (p queens.Perm, ok bool, err error) {
			marks := strings.Join(strings.Fields(text), "")
			if b == nil && marks == "" {
				return nil, false, nil
			}
			if b == nil {
				n := len(marks)
				if n > MaxOrder {
					return nil, false, fmt.Errorf("a board of order %d, more than %d: %w", n, MaxOrder,
						queens.ErrFormat)
				}
				b = &boardReader{n: n, p: slices.Repeat(queens.Perm{-1}, n)}
			}
			if err = b.readRow(marks); err != nil || b.row < b.n {
				return nil, false, err
			}
			p, err = b.perm()
			b = nil
			return p, true, err
		}
		end := func() error {
			if b == nil {
				return nil
			}
			return fmt.Errorf("the board ends after row %d of %d: %w", b.row, b.n, queens.ErrFormat)
		}
		eachLine("board", r, row, end)(yield)
	}
}

type boardReader struct {
	n, row int
	p      queens.Perm // -1: no queen yet
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
	b.row++
	if len(marks) != b.n {
		return fmt.Errorf("row %d has %d squares on a board of order %d: %w", b.row, len(marks), b.n, queens.ErrFormat)
	}
	return nil
}

func (b *boardReader) queen(col int) error {
	if col >= b.n {
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

func (b *boardReader) perm() (queens.Perm, error) {
	if c := slices.Index(b.p, -1); c >= 0 {
		return nil, fmt.Errorf("column %d of %d has no queen: %w", c+1, b.n, queens.ErrFormat)
	}
	return b.p, nil
}
