package huge

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"queens"
)

// digitsOrder is the largest order that is written without separators, as
// queens.Perm.String does.
const digitsOrder = 9

// maxRowDigits is the number of digits of queens.MaxProblemOrder.
const maxRowDigits = 10

// WriteText writes the placement in one-line notation, rows counted from base, which is 0
// or 1: without separators up to order 9, with commas beyond; without anything at the
// end. It is what package queens writes.
//
// Time O(n), some nanoseconds a queen; space O(1). Errors: that of w; ctx's error if it
// ends.
func WriteText(ctx context.Context, w io.Writer, p Placement, base int) error {
	if p.Order <= digitsOrder {
		return writeRows(ctx, w, p, base, 0)
	}
	return writeRows(ctx, w, p, base, 1)
}

// WriteNumbers is WriteText for JSON: counted from 1, with commas whatever the order is.
func WriteNumbers(ctx context.Context, w io.Writer, p Placement) error {
	return writeRows(ctx, w, p, 1, 1)
}

// writeRows writes the rows with so many commas between them, none or one.
func writeRows(ctx context.Context, w io.Writer, p Placement, base, commas int) error {
	fillQuads()
	buffer := make([]byte, blockRows*(maxRowDigits+1)+8) // putNumber may write after a number
	first := true
	// A comma and the digits of high, before the last four: neighbours often have the same ones.
	high, prefix, length := ^uint32(0), uint64(0), 0
	for block := range p.Rows {
		for len(block) > 0 {
			rows := block[:min(len(block), blockRows)]
			block = block[len(rows):]
			if err := ctx.Err(); err != nil {
				return err
			}
			k := 0
			for _, r := range rows {
				v := r + uint32(base)
				if v/quad == high {
					binary.LittleEndian.PutUint64(buffer[k:], prefix)
					k += length
					binary.LittleEndian.PutUint32(buffer[k:], quads[v%quad])
					k += 4
					continue
				}
				if first {
					first = false
				} else {
					buffer[k] = ','
					k += commas
				}
				if start := k - 1; start >= 0 && commas == 1 && v >= quad {
					k = putNumber(buffer, k, v)
					high, length = v/quad, k-4-start
					prefix = binary.LittleEndian.Uint64(buffer[start:])
					continue
				}
				k = putNumber(buffer, k, v)
			}
			if _, err := w.Write(buffer[:k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// quad is the first number with five digits.
const quad = 10000

// quads are the four digits of the numbers below 10000, as bytes of a word, the first
// digit in the lowest byte, once fillQuads has been called.
var quads [quad]uint32

var fillQuads = sync.OnceFunc(func() {
	for i := range uint32(quad) {
		quads[i] = uint32('0'+i/1000) | uint32('0'+i/100%10)<<8 | uint32('0'+i/10%10)<<16 | uint32('0'+i%10)<<24
	}
})

// putNumber writes v at buffer[k:] and returns the place after it. It may write up to
// three bytes further.
func putNumber(buffer []byte, k int, v uint32) int {
	switch {
	case v < quad:
		return putFirst(buffer, k, v)
	case v < quad*quad:
		k = putFirst(buffer, k, v/quad)
		binary.LittleEndian.PutUint32(buffer[k:], quads[v%quad])
		return k + 4
	default:
		k = putFirst(buffer, k, v/(quad*quad))
		v %= quad * quad
		binary.LittleEndian.PutUint32(buffer[k:], quads[v/quad])
		binary.LittleEndian.PutUint32(buffer[k+4:], quads[v%quad])
		return k + 8
	}
}

func putFirst(buffer []byte, k int, v uint32) int {
	zeros := 0
	switch {
	case v < 10:
		zeros = 3
	case v < 100:
		zeros = 2
	case v < 1000:
		zeros = 1
	}
	binary.LittleEndian.PutUint32(buffer[k:], quads[v]>>(8*zeros))
	return k + 4 - zeros
}

// ReadText yields the rows of a placement in one-line notation, numbers that count from
// base with commas or blanks between them, up to the end of the line or of the input. The
// line end is read. Blocks are reused.
//
// It stops after the first error: queens.ErrFormat, with the column, for what is not a
// number, for a row that no board has, or for nothing between two commas; the error of r.
func ReadText(r *bufio.Reader, base int) iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		t := textReader{base: base, rows: make([]uint32, 0, blockRows), comma: true}
		for {
			_, err := r.Peek(1) // fills the buffer
			text, _ := r.Peek(r.Buffered())
			used, state := t.read(text)
			_, _ = r.Discard(used) // they are in the buffer
			switch {
			case state == nil && err == nil:
				continue
			case state == nil && !errors.Is(err, io.EOF):
				yield(nil, err)
				return
			case state == nil, errors.Is(state, errLineEnd): // the number at the end has no separator
				if state = t.endNumber(); state == nil && len(t.rows) > 0 {
					yield(t.rows, nil)
				}
				if state != nil {
					yield(nil, state)
				}
				return
			case errors.Is(state, errBlockFull):
				if !yield(t.rows, nil) {
					return
				}
				t.done += len(t.rows)
				t.rows = t.rows[:0]
			default:
				yield(nil, state)
				return
			}
		}
	}
}

// Why textReader.read ends before its text does.
var (
	errLineEnd   = errors.New("line end")
	errBlockFull = errors.New("block full")
)

type textReader struct {
	base   int
	rows   []uint32 // of the block, at most blockRows
	done   int      // columns before the block
	number int      // digits read so far
	digits int      // how many; 0 between numbers
	comma  bool     // no other one may follow now: no number has been read, or none since the last one
}

func (t *textReader) malformed(format string, args ...any) error {
	return fmt.Errorf("huge: column %d: %s: %w", t.done+len(t.rows)+t.base, fmt.Sprintf(format, args...),
		queens.ErrFormat)
}

// read takes what it can of the text and returns how many bytes, and why it stopped
// unless all of it was used.
func (t *textReader) read(text []byte) (used int, why error) {
	number, digits := t.number, t.digits
	for i, b := range text {
		if digit := b - '0'; digit <= 9 {
			if digits++; digits > maxRowDigits {
				return i, t.malformed("a number of more than %d digits is no row", maxRowDigits)
			}
			number = 10*number + int(digit)
			continue
		}
		if digits > 0 {
			t.number, t.digits = number, digits
			if err := t.endNumber(); err != nil {
				return i, err
			}
			number, digits = 0, 0
		}
		switch b {
		case ',':
			if t.comma {
				return i, t.malformed("nothing before the comma")
			}
			t.comma = true
		case ' ', '\t', '\r':
		case '\n':
			return i + 1, errLineEnd
		default:
			return i, t.malformed("%q is not part of a number", b)
		}
		if len(t.rows) == cap(t.rows) {
			t.number, t.digits = 0, 0
			return i + 1, errBlockFull
		}
	}
	t.number, t.digits = number, digits
	return len(text), nil
}

func (t *textReader) endNumber() error {
	if t.digits == 0 {
		return nil
	}
	row := t.number - t.base
	if row < 0 || row >= queens.MaxProblemOrder {
		return t.malformed("row %d is outside %d..%d", t.number, t.base, queens.MaxProblemOrder-1+t.base)
	}
	t.rows = append(t.rows, uint32(row))
	t.number, t.digits, t.comma = 0, 0, false
	return nil
}
