// Package huge handles placements of millions of queens: it finds random solutions, reads, writes,
// verifies and describes placements, with a few bytes for each queen.
//
// A Placement yields the rows of its queens column by column, in blocks. Those of package construct
// come from a formula and take no memory:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, _ := p.First(1_000_000_000)
//	err := huge.WriteBinary(ctx, w, huge.Placement{Order: board.Order, Rows: board.Blocks()})
//
// Greedy finds a random solution in 4.8 bytes a queen. A Verifier decides in O(n) bits whether a
// stream of rows is a solution. Rows and columns count from 0.
package huge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"queens"
	"queens/internal/errs"
)

// blockRows is the number of rows in a block: 64 KiB.
const blockRows = 1 << 14

// Placement is one queen in each column of a board, streamed.
type Placement struct {
	Order int
	// Rows yields the rows of the queens from column 0 on, in blocks of any size. A block
	// may be used until the next one is asked for.
	Rows iter.Seq[[]uint32]
}

// Of returns the placement whose queen of column c is in row rows[c].
func Of(rows []uint32) Placement {
	return Placement{Order: len(rows), Rows: slices.Chunk(rows, blockRows)}
}

// WriteText writes the placement in one-line notation, rows counted from base, which is 0 or 1:
// without separators up to order 9, with commas beyond; without anything at the end. It is what
// package queens writes. Time O(n), space O(1). Errors: that of w; ctx's error if it ends.
func WriteText(ctx context.Context, w io.Writer, p Placement, base int) error {
	return writeRows(ctx, w, p, base, p.Order > 9) // as queens.Perm.String does
}

// WriteNumbers is WriteText for JSON: counted from 1, with commas whatever the order is.
func WriteNumbers(ctx context.Context, w io.Writer, p Placement) error {
	return writeRows(ctx, w, p, 1, true)
}

func writeRows(ctx context.Context, w io.Writer, p Placement, base int, commas bool) error {
	first := true
	var numbers decimal
	return writeBlocks(ctx, w, p, func(b []byte, rows []uint32) []byte {
		for _, r := range rows {
			if commas && !first {
				b = append(b, ',')
			}
			first = false
			b = numbers.append(b, uint64(r)+uint64(base))
		}
		return b
	})
}

// decimal appends numbers as strconv.AppendUint does, in half of its time if most of them have as
// many digits as the one before: they are written in place.
type decimal struct {
	digits      int
	least, most uint64 // with so many digits
}

func (d *decimal) append(b []byte, n uint64) []byte {
	if n < d.least || n > d.most || d.digits == 0 {
		d.digits, d.least, d.most = 1, 0, 9
		for n > d.most {
			d.digits, d.least, d.most = d.digits+1, d.most+1, d.most*10+9
		}
	}
	begin := len(b)
	b = slices.Grow(b, d.digits)[:begin+d.digits]
	for i := len(b) - 1; i >= begin; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

// writeBlocks writes what encode appends for the rows of each block.
func writeBlocks(
	ctx context.Context, w io.Writer, p Placement, encode func(b []byte, rows []uint32) []byte,
) error {
	var buffer []byte
	for block := range p.Rows {
		for rows := range slices.Chunk(block, blockRows) {
			if err := ctx.Err(); err != nil {
				return err
			}
			buffer = encode(buffer[:0], rows)
			if _, err := w.Write(buffer); err != nil {
				return err
			}
		}
	}
	return nil
}

// Magic is how a placement in binary form begins. The first byte is no ASCII, so no text begins so.
const Magic = "\x93QUEENS\x01"

const headerSize = len(Magic) + 8

// addTo adds bytes to a check sum by the polynomial for which processors have an instruction.
func addTo(sum uint32, b []byte) uint32 {
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), b)
}

// WriteBinary writes the placement in the form of docs/formats/placement.md: Magic, the order, a
// little-endian word of 32 bits for each row, counted from 0, and a check sum. Time O(n), space
// O(1). Errors: queens.ErrFormat if the placement has not as many rows as its order says; that of
// w; ctx's error if it ends.
func WriteBinary(ctx context.Context, w io.Writer, p Placement) error {
	header := binary.LittleEndian.AppendUint64([]byte(Magic), uint64(p.Order))
	if _, err := w.Write(header); err != nil {
		return err
	}
	sum, left := addTo(0, header), p.Order
	err := writeBlocks(ctx, w, p, func(b []byte, rows []uint32) []byte {
		b = slices.Grow(b, 4*len(rows)+4)
		for two := range slices.Chunk(rows, 2) { // half the stores
			b = binary.LittleEndian.AppendUint64(b, uint64(two[0])|uint64(two[len(two)-1])<<32)
		}
		b = b[:4*len(rows)]
		sum = addTo(sum, b)
		left -= len(rows)
		return b
	})
	if err != nil {
		return err
	}
	if left != 0 {
		return errs.Errorf("write a placement of order %d: it has %d rows, want %d: %w", p.Order,
			p.Order-left, p.Order, queens.ErrFormat)
	}
	_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum))
	return err
}

// IsBinary reports whether the next bytes of r are those of a placement in binary form.
// Nothing is taken from r.
func IsBinary(r *bufio.Reader) bool {
	start, _ := r.Peek(len(Magic))
	return bytes.Equal(start, []byte(Magic))
}

// ReadBinary reads the header of a placement in binary form and returns its order and its rows.
// Blocks are reused; the iterator stops after the first error, and at the end it has compared the
// check sum. Errors: queens.ErrFormat for another magic, an order above queens.MaxProblemOrder, an
// input that ends too soon, or a wrong check sum; those of r.
func ReadBinary(r *bufio.Reader) (order int, rows iter.Seq2[[]uint32, error], err error) {
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(r, header); err != nil {
		return 0, nil, endsEarly(err, "in its header")
	}
	n := binary.LittleEndian.Uint64(header[len(Magic):])
	switch {
	case string(header[:len(Magic)]) != Magic:
		return 0, nil, errs.Errorf("read a placement: it does not begin with %q: %w", Magic, queens.ErrFormat)
	case n > queens.MaxProblemOrder:
		return 0, nil, errs.Errorf("read a placement of order %d: want 0 to %d: %w", n, queens.MaxProblemOrder,
			queens.ErrFormat)
	}
	return int(n), binaryRows(r, int(n), addTo(0, header)), nil
}

func binaryRows(r io.Reader, n int, sum uint32) iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		buffer, rows := make([]byte, 4*blockRows), make([]uint32, blockRows)
		for done := 0; done < n; {
			count := min(blockRows, n-done)
			text := buffer[:4*count]
			if _, err := io.ReadFull(r, text); err != nil {
				yield(nil, endsEarly(err, fmt.Sprintf("after column %d of %d or soon after", done, n)))
				return
			}
			sum = addTo(sum, text)
			for i := range rows[:count] {
				rows[i] = binary.LittleEndian.Uint32(text[4*i : 4*i+4])
			}
			if !yield(rows[:count], nil) {
				return
			}
			done += count
		}
		if _, err := io.ReadFull(r, buffer[:4]); err != nil {
			yield(nil, endsEarly(err, "before its check sum"))
			return
		}
		if stored := binary.LittleEndian.Uint32(buffer); stored != sum {
			yield(nil, errs.Errorf("read a placement of order %d: check sum %08x, want %08x: damaged: %w", n,
				stored, sum, queens.ErrFormat))
		}
	}
}

func endsEarly(err error, where string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errs.Errorf("read a placement: the input ends %s: %w", where, queens.ErrFormat)
	}
	return err
}

// profileBins is the number of parts that Profile cuts the diagonals of a kind into, and
// profileSide that of the rows and columns of its grid.
const (
	profileBins = 16
	profileSide = 8
)

// Profile says where the queens of a placement stand: how full its diagonals are, and how
// dense each part of the board is.
type Profile struct {
	Rising  [profileBins]float64              `json:"rising"`  // queens for each diagonal, by stretches of row + column
	Falling [profileBins]float64              `json:"falling"` // by stretches of row - column
	Density [profileSide][profileSide]float64 `json:"density"` // of parts of the board, 1 is even; top row first
}

// NewProfile counts the queens of a placement. Time O(n), space O(1).
func NewProfile(p Placement) (f Profile) {
	side := int64(p.Order)
	diagonals := 2*side - 1
	col := int64(0)
	for rows := range p.Rows {
		for _, r := range rows {
			row := int64(r) // products need more than 32 bits
			f.Rising[profileBins*(row+col)/diagonals]++
			f.Falling[profileBins*(row-col+side-1)/diagonals]++
			f.Density[profileSide*row/side][profileSide*col/side]++
			col++
		}
	}
	for bin := range int64(profileBins) {
		if count := binStart(bin+1, diagonals) - binStart(bin, diagonals); count > 0 {
			f.Rising[bin] /= float64(count)
			f.Falling[bin] /= float64(count)
		}
	}
	for i := range profileSide * profileSide {
		part := &f.Density[i/profileSide][i%profileSide]
		*part = *part * profileSide * profileSide / max(1, float64(side))
	}
	return f
}

// binStart returns the first diagonal of a bin: the least d with 16 d / diagonals = bin.
func binStart(bin, diagonals int64) int64 { return (bin*diagonals + profileBins - 1) / profileBins }

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
