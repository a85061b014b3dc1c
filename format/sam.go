package format

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/bits"

	"queens"
)

// SAM is a layout of .sam files of constellations. Their description leaves open the byte order,
// whether the length of a record includes its own two bytes, and which coordinate of a queen comes
// first. The zero value is the layout written by default. docs/formats/sam.md specifies every byte.
// Source: [engelhardt2010].
type SAM struct {
	LittleEndian bool // the two-byte numbers begin with their low byte
	Exclusive    bool // the length excludes its own two bytes
	RowFirst     bool // a queen is row, column; the bytes do not show it
}

// String describes the layout: "big-endian, inclusive, column first".
func (f SAM) String() string {
	return map[bool]string{false: "big-endian, ", true: "little-endian, "}[f.LittleEndian] +
		map[bool]string{false: "inclusive, ", true: "exclusive, "}[f.Exclusive] +
		map[bool]string{false: "column first", true: "row first"}[f.RowFirst]
}

// Parts of a record. A record of q queens has samHead + 2q bytes:
//
//	bytes  field
//	0-1    length of the record, with or without these two bytes
//	2-3    "PP"
//	4      version, 1
//	5      order of the board
//	6-7    q
//	8-     q pairs of coordinates from 0, one byte each
const (
	samHead    = 8
	samMarker  = "PP"
	samVersion = 1

	// MaxSAMOrder is the largest order of a .sam file, which stores it in one byte.
	MaxSAMOrder = 1<<8 - 1
)

// word swaps the bytes of a big-endian number where the layout has them the other way round.
func (f SAM) word(x uint16) uint16 {
	if f.LittleEndian {
		return bits.ReverseBytes16(x)
	}
	return x
}

func (f SAM) length(q int) int {
	if f.Exclusive {
		return samHead + 2*q - 2
	}
	return samHead + 2*q
}

// Append appends the record of 1 to n queens on a board of order n, 1..MaxSAMOrder, in their order.
// Errors: queens.ErrOrder for n, queens.ErrFormat for the squares; b is then returned unchanged.
func (f SAM) Append(b []byte, n int, squares []queens.Square) ([]byte, error) {
	if n < 1 || n > MaxSAMOrder {
		return b, fmt.Errorf("format: write sam: order %d: want 1 to %d: %w", n, MaxSAMOrder, queens.ErrOrder)
	}
	if len(squares) < 1 || len(squares) > n {
		return b, fmt.Errorf("format: write sam: %d queens: want 1 to %d on a board of order %d: %w", len(squares), n,
			n, queens.ErrFormat)
	}
	begin := len(b)
	b = binary.BigEndian.AppendUint16(b, f.word(uint16(f.length(len(squares)))))
	b = append(b, samMarker...)
	b = append(b, samVersion, byte(n))
	b = binary.BigEndian.AppendUint16(b, f.word(uint16(len(squares))))
	for i, sq := range squares {
		if !sq.On(n) {
			return b[:begin], fmt.Errorf("format: write sam: queen %d at %v is outside a board of order %d: %w", i+1,
				sq, n, queens.ErrFormat)
		}
		if f.RowFirst {
			b = append(b, byte(sq.Row), byte(sq.Col))
		} else {
			b = append(b, byte(sq.Col), byte(sq.Row))
		}
	}
	return b, nil
}

// SAMRecord is one constellation of a .sam file.
type SAMRecord struct {
	Layout SAM             // of the whole file, detected from its first record
	Order  int             // of the whole file
	Queens []queens.Square // in the order of the file; no two attack each other
}

// DecodeSAM yields the records of a .sam file. It detects the byte order and the meaning of the
// length from the first record; rowFirst says which coordinate comes first. The yielded slice is
// the caller's. Memory does not grow with the file.
//
// It stops after the first error, which names the record and its first byte: queens.ErrFormat for a
// malformed or truncated record, another order, or a queen off the board; *queens.AttackError; or
// an error of r.
func DecodeSAM(r io.Reader, rowFirst bool) iter.Seq2[SAMRecord, error] {
	return func(yield func(SAMRecord, error) bool) {
		d := samDecoder{r: r, layout: SAM{RowFirst: rowFirst}}
		for {
			record, err := d.next()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(SAMRecord{}, fmt.Errorf("format: read sam: record %d at byte %d: %w", d.records+1, d.offset, err))
				return
			}
			d.records++
			if !yield(record, nil) {
				return
			}
		}
	}
}

type samDecoder struct {
	r       io.Reader
	layout  SAM
	board   int // order; 0 before the first record
	records int // read so far
	offset  int64
	head    [samHead]byte
}

func (d *samDecoder) next() (SAMRecord, error) {
	if _, err := io.ReadFull(d.r, d.head[:]); err != nil {
		return SAMRecord{}, cutOff(err)
	}
	q, err := d.readHead()
	if err != nil {
		return SAMRecord{}, err
	}
	coordinates := make([]byte, 2*q)
	if _, err := io.ReadFull(d.r, coordinates); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return SAMRecord{}, cutOff(err)
	}
	squares := make([]queens.Square, q)
	for i := range squares {
		x, y := int(coordinates[2*i]), int(coordinates[2*i+1])
		squares[i] = queens.Square{Row: y, Col: x}
		if d.layout.RowFirst {
			squares[i] = queens.Square{Row: x, Col: y}
		}
		if !squares[i].On(d.board) {
			return SAMRecord{}, fmt.Errorf("queen %d at %v is outside a board of order %d: %w", i+1, squares[i],
				d.board, queens.ErrFormat)
		}
	}
	for attack := range queens.Attacks(squares, d.board, queens.Regular) {
		return SAMRecord{}, &queens.AttackError{Attack: attack}
	}
	d.offset += int64(samHead + 2*q)
	return SAMRecord{Layout: d.layout, Order: d.board, Queens: squares}, nil
}

func cutOff(err error) error {
	if err == io.ErrUnexpectedEOF {
		return fmt.Errorf("the file ends inside it: %w", queens.ErrFormat)
	}
	return err
}

// readHead checks the head of a record and returns its number of queens. The first head determines
// the layout: a record has 1 to 255 queens, so exactly one of the two bytes of that number, the
// high one, is 0. Then only one meaning of the length fits.
func (d *samDecoder) readHead() (q int, err error) {
	h := &d.head
	if string(h[2:4]) != samMarker {
		return 0, fmt.Errorf("marker %q: want %q: %w", h[2:4], samMarker, queens.ErrFormat)
	}
	if h[4] != samVersion {
		return 0, fmt.Errorf("version %d: want %d: %w", h[4], samVersion, queens.ErrFormat)
	}
	first := d.board == 0
	if first {
		d.board = int(h[5])
		d.layout.LittleEndian = h[6] != 0
	}
	if n := int(h[5]); n != d.board || n == 0 {
		return 0, fmt.Errorf("order %d: want %s: %w", n, d.wantOrder(), queens.ErrFormat)
	}
	q = int(d.layout.word(binary.BigEndian.Uint16(h[6:])))
	if q < 1 || q > d.board {
		return 0, fmt.Errorf("%d queens: want 1 to %d on a board of order %d: %w", q, d.board, d.board,
			queens.ErrFormat)
	}
	length := int(d.layout.word(binary.BigEndian.Uint16(h[:])))
	if first {
		d.layout.Exclusive = length == samHead+2*q-2
	}
	if want := d.layout.length(q); length != want {
		return 0, fmt.Errorf("length %d of %d queens: want %d (%v): %w", length, q, want, d.layout, queens.ErrFormat)
	}
	return q, nil
}

func (d *samDecoder) wantOrder() string {
	if d.board == 0 {
		return fmt.Sprintf("1 to %d", MaxSAMOrder)
	}
	return fmt.Sprintf("%d as in the first record", d.board)
}
