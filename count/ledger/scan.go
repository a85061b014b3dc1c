package ledger

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
)

// chunk is one whole frame that verifies, or bytes between such frames.
type chunk struct {
	offset  int64
	length  int64
	payload []byte // of the frame, valid until the next chunk; nil for damaged bytes
	mark    mark   // of the frame
}

func (c chunk) end() int64 { return c.offset + c.length }

// scan yields the first size bytes of r as chunks, in order and without gaps. Of
// two chunks that touch at most one is damaged, and a file torn at its end ends
// with a damaged chunk. It stops after the first read error, and when ctx ends.
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

// window reads a file piece by piece.
type window struct {
	ctx   context.Context // of one scan, which is one call
	r     io.ReaderAt
	size  int64 // of the file; becomes less when the file turns out shorter
	start int64 // offset of buf
	buf   []byte
	store []byte // memory of buf
}

// at returns n bytes from offset on, fewer at the end of the file. They are valid
// until the next call.
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

// fill reads n bytes from offset on. A writer may cut its torn frame while we
// read, so an early end is no error.
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

// nextFrame returns the least offset >= from at which a frame verifies, the end
// of the file if there is none.
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
