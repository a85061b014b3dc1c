package ledger

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"iter"
	"sync"
)

// A frame on disk, numbers big-endian:
//
//	bytes  width  field
//	0-3     4     marker FF 51 4C 0A
//	4-7     4     CRC32C (Castagnoli) of everything after it, bytes 8 to the end
//	8-11    4     length of the payload, minPayload..maxPayload
//	12-     -     payload: one CBOR array, see record.go
const (
	crcOffset    = 4
	lengthOffset = 8
	prefixLen    = 12

	minPayload = 8       // no record is shorter
	maxPayload = 1 << 16 // bounds memory, and work on hostile files
)

// marker begins every valid frame. FF is not a byte of UTF-8 and does not begin an item of
// deterministic CBOR. So it occurs in a payload only by chance, in a number or hash, and then the
// checksum decides.
var marker = []byte{0xFF, 'Q', 'L', '\n'}

// mark is byte markOffset of a marker. A frame that must no longer count is struck out in place,
// with another mark and an inverted checksum. Payload and chain stay intact, and no damage
// elsewhere in the file makes the frame count again.
type mark byte

const (
	valid     mark = 'L'
	withdrawn mark = 'W' // a result of a subproblem that was withdrawn
	revoked   mark = 'R' // a result of a kernel that was revoked
	void      mark = 'X' // a dependent of one of these: a certificate, a confirmation

	markOffset = 2
	strikeLen  = lengthOffset // bytes that striking out alters
)

func markOf(b []byte) (m mark, ok bool) {
	if len(b) < len(marker) || b[0] != marker[0] || b[1] != marker[1] || b[3] != marker[3] {
		return 0, false
	}
	switch m = mark(b[markOffset]); m {
	case valid, withdrawn, revoked, void:
		return m, true
	}
	return 0, false
}

func strikeOut(f file, offset int64, m mark) error {
	var b [strikeLen]byte
	if _, err := f.ReadAt(b[:], offset); err != nil {
		return err
	}
	switch was, ok := markOf(b[:]); {
	case !ok:
		return errChanged
	case was != valid:
		return nil
	}
	b[markOffset] = byte(m)
	for i := crcOffset; i < strikeLen; i++ {
		b[i] = ^b[i]
	}
	_, err := f.WriteAt(b[:], offset)
	return err
}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func appendFrame(b, payload []byte) []byte {
	start := len(b)
	b = append(b, marker...)
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, uint32(len(payload)))
	b = append(b, payload...)
	sum := crc32.Checksum(b[start+lengthOffset:], castagnoli())
	binary.BigEndian.PutUint32(b[start+crcOffset:], sum)
	return b
}

// payloadLen returns the payload length in the first prefixLen bytes of a frame. ok is false if b
// is shorter or not the beginning of a frame.
func payloadLen(b []byte) (n int, ok bool) {
	if _, ok := markOf(b); !ok || len(b) < prefixLen {
		return 0, false
	}
	length := binary.BigEndian.Uint32(b[lengthOffset:])
	return int(length), minPayload <= length && length <= maxPayload
}

func verified(b []byte) bool {
	sum := crc32.Checksum(b[lengthOffset:], castagnoli())
	if mark(b[markOffset]) != valid {
		sum = ^sum
	}
	return sum == binary.BigEndian.Uint32(b[crcOffset:])
}

type chunk struct {
	offset  int64
	length  int64
	payload []byte // of the frame, valid until the next chunk; nil for damaged bytes
	mark    mark   // of the frame
}

func (c chunk) end() int64 { return c.offset + c.length }

// scan yields the first size bytes of r as chunks, in order and without gaps. At most one of two
// adjacent chunks is damaged, and a file with a torn end ends with a damaged chunk. It stops after
// the first read error, and when ctx ends.
//
// Time O(size), every byte read once; a hostile file full of beginnings of frames costs up to
// maxPayload bytes of checksum for each. Space O(1).
func scan(ctx context.Context, r io.ReaderAt, size int64) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		w := window{ctx: ctx, r: r, size: size}
		for offset := int64(0); offset < w.size; {
			c := chunk{offset: offset}
			frame, err := w.frame(offset)
			if frame != nil {
				c.length, c.payload, c.mark = int64(len(frame)), frame[prefixLen:], mark(frame[markOffset])
			} else if err == nil {
				var next int64
				next, err = w.nextFrame(offset + 1)
				c.length = next - offset
			}
			if !yield(c, err) || err != nil {
				return
			}
			offset = c.end()
		}
	}
}

const windowLen = 1 << 18

type window struct {
	ctx   context.Context // of one scan, which is one call
	r     io.ReaderAt
	size  int64 // of the file; reduced if the file turns out shorter
	start int64 // offset of buf
	buf   []byte
	store []byte // memory of buf
}

// at returns n bytes at offset, fewer at the end of the file, valid until the next call.
func (w *window) at(offset int64, n int) ([]byte, error) {
	n = int(max(0, min(int64(n), w.size-offset)))
	if offset < w.start || offset+int64(n) > w.start+int64(len(w.buf)) {
		if err := w.fill(offset, max(n, windowLen)); err != nil {
			return nil, err
		}
		n = int(max(0, min(int64(n), w.size-offset)))
	}
	from := int(offset - w.start)
	return w.buf[from : from+n], nil
}

// A writer may cut its torn frame meanwhile, so fill accepts an early end.
func (w *window) fill(offset int64, n int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if cap(w.store) < n {
		w.store = make([]byte, n)
	}
	got, err := w.r.ReadAt(w.store[:min(int64(n), w.size-offset)], offset)
	if errors.Is(err, io.EOF) {
		w.size, err = min(w.size, offset+int64(got)), nil
	}
	w.start, w.buf = offset, w.store[:got]
	return err
}

func (w *window) frame(offset int64) ([]byte, error) {
	b, err := w.at(offset, prefixLen)
	if err != nil {
		return nil, err
	}
	n, ok := payloadLen(b)
	if !ok {
		return nil, nil
	}
	b, err = w.at(offset, prefixLen+n)
	if err != nil || len(b) < prefixLen+n || !verified(b) {
		return nil, err
	}
	return b, nil
}

// nextFrame returns the least offset >= from of a verified frame, or the end of the file.
func (w *window) nextFrame(from int64) (int64, error) {
	for from < w.size {
		have := max(prefixLen, w.start+int64(len(w.buf))-from)
		b, err := w.at(from, int(min(have, windowLen)))
		if err != nil {
			return 0, err
		}
		i := bytes.Index(b, marker[:markOffset])
		if i < 0 {
			from += int64(max(1, len(b)-markOffset+1)) // a marker may straddle the end of b
			continue
		}
		from += int64(i)
		frame, err := w.frame(from)
		if err != nil || frame != nil {
			return from, err
		}
		from++
	}
	return w.size, nil
}
