package ledger

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"iter"
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

// marker begins every frame. FF is not a byte of UTF-8 and does not begin an item of
// deterministic CBOR. So it occurs in a payload only by chance, in a number or hash, and then the
// checksum decides.
var marker = []byte{0xFF, 'Q', 'L', '\n'}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func appendFrame(b, payload []byte) []byte {
	start := len(b)
	b = append(b, marker...)
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, uint32(len(payload)))
	b = append(b, payload...)
	binary.BigEndian.PutUint32(b[start+crcOffset:], checksum(b[start+lengthOffset:]))
	return b
}

// payloadLen returns the payload length in the first prefixLen bytes of a frame. ok is false if b
// is shorter or not the beginning of a frame.
func payloadLen(b []byte) (n int, ok bool) {
	if len(b) < prefixLen || !bytes.HasPrefix(b, marker) {
		return 0, false
	}
	length := binary.BigEndian.Uint32(b[lengthOffset:])
	return int(length), minPayload <= length && length <= maxPayload
}

func verified(b []byte) bool {
	return checksum(b[lengthOffset:]) == binary.BigEndian.Uint32(b[crcOffset:])
}

type chunk struct {
	offset  int64
	length  int64
	payload []byte // of the frame, valid until the next chunk; nil for damaged bytes
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
		in := bufio.NewReaderSize(io.NewSectionReader(r, 0, size), windowLen)
		for c := (chunk{}); ; c = (chunk{offset: c.end()}) {
			frame, err := peekFrame(in)
			if frame != nil {
				c.length, c.payload = int64(len(frame)), frame[prefixLen:]
			} else if err == nil {
				c.length, err = skip(ctx, in)
			}
			err = cmp.Or(ctx.Err(), err)
			if err == nil && c.length == 0 || !yield(c, err) || err != nil {
				return
			}
			_, _ = in.Discard(len(frame)) // it is buffered
		}
	}
}

const windowLen = 1 << 18 // bytes read at once

// peekFrame returns the verified frame that comes next, if there is one, valid until the next read.
// A writer may cut its torn frame meanwhile, so an early end is no error.
func peekFrame(in *bufio.Reader) ([]byte, error) {
	b, err := in.Peek(prefixLen)
	n, ok := payloadLen(b)
	if ok {
		b, err = in.Peek(prefixLen + n)
	}
	if err != nil || !ok || !verified(b) {
		return nil, ignoreEnd(err)
	}
	return b, nil
}

// skip discards at least one byte, up to the next verified frame or the end, and counts them.
func skip(ctx context.Context, in *bufio.Reader) (n int64, err error) {
	for step := 1; ctx.Err() == nil; {
		k, err := in.Discard(step)
		if n += int64(k); err != nil {
			return n, ignoreEnd(err)
		}
		b, err := in.Peek(max(len(marker), in.Buffered()))
		if ignoreEnd(err) != nil {
			return n, err
		}
		i := bytes.Index(b, marker)
		if i < 0 {
			step = max(1, len(b)-len(marker)+1) // a marker may straddle the end of b
			continue
		}
		_, _ = in.Discard(i) // they are buffered
		n += int64(i)
		if frame, err := peekFrame(in); err != nil || frame != nil {
			return n, err
		}
		step = 1
	}
	return n, ctx.Err()
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
