package format

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
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
				if b, err = newBoardReader(len(marks)); err != nil {
					return nil, false, err
				}
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

func newBoardReader(n int) (*boardReader, error) {
	if n > MaxOrder {
		return nil, fmt.Errorf("a board of order %d, more than %d: %w", n, MaxOrder, queens.ErrFormat)
	}
	return &boardReader{n: n, p: slices.Repeat(queens.Perm{-1}, n)}, nil
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
	if c := slices.Index(b.p, -1); c >= 0 {
		return nil, fmt.Errorf("column %d of %d has no queen: %w", c+1, b.n, queens.ErrFormat)
	}
	return b.p, nil
}

var fen = Format{
	Name:    "fen",
	Summary: "The board field of chess notation, rank n first, empty runs as decimal numbers",
	Encoder: func(int, Options) *Encoder { return &Encoder{small: appendFEN[uint8], large: appendFEN[int]} },
	Decode:  decodeFEN,
}

// appendFEN writes the ranks from row 0, which is rank n: the number of empty squares before the
// queen, Q, and the number after it, without zeros.
func appendFEN[E row](b []byte, p []E) []byte {
	const none = -1
	var buffer [2 * tableOrder]int32 // no allocation up to tableOrder
	links := buffer[:]
	if len(links) < 2*len(p) {
		links = make([]int32, 2*len(p))
	}
	first, next := links[:len(p)], links[len(p):] // a list of queens for each row, by column
	for r := range first {
		first[r] = none
	}
	for c := len(p) - 1; c >= 0; c-- {
		next[c], first[p[c]] = first[p[c]], int32(c)
	}
	for r := range first {
		if r > 0 {
			b = append(b, '/')
		}
		empty := 0
		for c := first[r]; c != none; c = next[c] {
			b = append(appendRun(b, int(c)-empty), 'Q')
			empty = int(c) + 1
		}
		b = appendRun(b, len(p)-empty)
	}
	return append(b, '\n')
}

func appendRun(b []byte, squares int) []byte {
	if squares == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(squares), 10)
}

func decodeFEN(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return eachLine("fen", r, func(line string) (queens.Perm, bool, error) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return nil, false, nil
		}
		p, err := permOfFEN(fields[0])
		return p, true, err
	}, nil)
}

// permOfFEN reads only the board field; whose turn it is does not matter.
func permOfFEN(field string) (queens.Perm, error) {
	n := strings.Count(field, "/") + 1
	b, err := newBoardReader(n)
	if err != nil {
		return nil, err
	}
	for rank := range strings.SplitSeq(field, "/") {
		col, run := 0, 0
		for i := range len(rank) {
			switch ch := rank[i]; {
			case '0' <= ch && ch <= '9':
				if run = run*10 + int(ch-'0'); run > n {
					return nil, fmt.Errorf("rank %d: %d empty squares on a board of order %d: %w", n-b.row, run, n,
						queens.ErrFormat)
				}
			case ch == 'Q' || ch == 'q':
				if err := b.queen(col + run); err != nil {
					return nil, err
				}
				col, run = col+run+1, 0
			default:
				return nil, fmt.Errorf("rank %d: %q is neither a number nor Q: %w", n-b.row, ch, queens.ErrFormat)
			}
		}
		if err := b.endRow(col + run); err != nil {
			return nil, err
		}
	}
	return b.perm()
}
