package format

import (
	"encoding/binary"
	"io"
	"iter"

	"queens"
	"queens/internal/errs"
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

// samHead begins a record. The coordinates of its queens follow, from 0, one byte each.
type samHead struct {
	Length  uint16 // of the record, with or without these two bytes
	Marker  [2]byte
	Version uint8
	Order   uint8 // of the board
	Queens  uint16
}

const (
	samHeadSize = 8
	samVersion  = 1

	// MaxSAMOrder is the largest order of a .sam file, which stores it in one byte.
	MaxSAMOrder = 1<<8 - 1
)

var samMarker = [2]byte{'P', 'P'}

func (f SAM) byteOrder() binary.ByteOrder {
	if f.LittleEndian {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

func (f SAM) length(q int) int {
	if f.Exclusive {
		return samHeadSize + 2*q - 2
	}
	return samHeadSize + 2*q
}

// Append appends the record of 1 to n queens on a board of order n, 1..MaxSAMOrder, in their order.
// Errors: queens.ErrOrder for n, queens.ErrFormat for the squares; b is then returned unchanged.
func (f SAM) Append(b []byte, n int, squares []queens.Square) ([]byte, error) {
	if n < 1 || n > MaxSAMOrder {
		return b, errs.Errorf("write sam: order %d: want 1 to %d: %w", n, MaxSAMOrder, queens.ErrOrder)
	}
	if len(squares) < 1 || len(squares) > n {
		return b, errs.Errorf("write sam: %d queens: want 1 to %d on a board of order %d: %w", len(squares), n,
			n, queens.ErrFormat)
	}
	begin, q := len(b), len(squares)
	head := samHead{uint16(f.length(q)), samMarker, samVersion, uint8(n), uint16(q)}
	b, _ = binary.Append(b, f.byteOrder(), head) // its sizes are fixed
	for i, sq := range squares {
		if !sq.On(n) {
			return b[:begin], errs.Errorf("write sam: queen %d at %v is outside a board of order %d: %w", i+1,
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
		record, offset := SAMRecord{Layout: SAM{RowFirst: rowFirst}}, 0
		for no := 1; ; no++ {
			err := record.read(r)
			switch err {
			case io.EOF:
				return
			case io.ErrUnexpectedEOF:
				err = errs.Errorf("the file ends inside it: %w", queens.ErrFormat)
			}
			if err != nil {
				yield(SAMRecord{}, errs.Errorf("read sam: record %d at byte %d: %w", no, offset, err))
				return
			}
			if !yield(record, nil) {
				return
			}
			offset += samHeadSize + 2*len(record.Queens)
		}
	}
}

// read replaces the record by the next one of a file. The order of none is 0.
func (s *SAMRecord) read(r io.Reader) error {
	var head [samHeadSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	q, err := s.readHead(head[:])
	if err != nil {
		return err
	}
	coordinates := make([]byte, 2*q)
	if _, err := io.ReadFull(r, coordinates); err != nil {
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	s.Queens = make([]queens.Square, q)
	for i := range s.Queens {
		sq := queens.Square{Row: int(coordinates[2*i+1]), Col: int(coordinates[2*i])}
		if s.Layout.RowFirst {
			sq.Row, sq.Col = sq.Col, sq.Row
		}
		if s.Queens[i] = sq; !sq.On(s.Order) {
			return errs.Errorf("queen %d at %v is outside a board of order %d: %w", i+1, sq, s.Order, queens.ErrFormat)
		}
	}
	for attack := range queens.Attacks(s.Queens, s.Order, queens.Regular) {
		return &queens.AttackError{Attack: attack}
	}
	return nil
}

// readHead checks the head of a record and returns its number of queens. The first head determines
// the layout: a record has 1 to 255 queens, so exactly one of the two bytes of that number, the
// high one, is 0. Then only one meaning of the length fits.
func (s *SAMRecord) readHead(b []byte) (q int, err error) {
	first := s.Order == 0
	if first {
		s.Layout.LittleEndian = b[6] != 0
	}
	var h samHead
	_, _ = binary.Decode(b, s.Layout.byteOrder(), &h) // its sizes are fixed
	n, length := int(h.Order), int(h.Length)
	q = int(h.Queens)
	if first {
		s.Order, s.Layout.Exclusive = n, length == samHeadSize+2*q-2
	}
	want := s.Layout.length(q)
	switch {
	case h.Marker != samMarker:
		err = errs.Errorf("marker %q: want %q: %w", h.Marker[:], samMarker[:], queens.ErrFormat)
	case h.Version != samVersion:
		err = errs.Errorf("version %d: want %d: %w", h.Version, samVersion, queens.ErrFormat)
	case n == 0 && first:
		err = errs.Errorf("order 0: want 1 to %d: %w", MaxSAMOrder, queens.ErrFormat)
	case n != s.Order:
		err = errs.Errorf("order %d: want %d as in the first record: %w", n, s.Order, queens.ErrFormat)
	case q < 1 || q > n:
		err = errs.Errorf("%d queens: want 1 to %d on a board of order %d: %w", q, n, n, queens.ErrFormat)
	case length != want:
		err = errs.Errorf("length %d of %d queens: want %d (%v): %w", length, q, want, s.Layout, queens.ErrFormat)
	}
	return q, err
}
