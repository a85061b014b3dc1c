package trace

import (
	"encoding/binary"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
)

// ChunkEvents is the number of events in every chunk but the last.
const ChunkEvents = 4096

// MaxOrder is the largest order that can be traced: a row or column has two bytes at
// most, and one number stands for a whole line.
const MaxOrder = 1<<16 - 1

// Chunk is a key frame and the events that follow it.
type Chunk struct {
	Frame  Frame
	Events []solver.Event
	Last   bool // the run ends with this chunk
}

// At returns the moment before event i of the chunk, 0..len(Events). Time O(order + i).
func (c *Chunk) At(i int) Frame {
	f := c.Frame.clone()
	for _, e := range c.Events[:i] {
		f.Apply(e)
	}
	return f
}

// The layout of a chunk, big-endian, is that of docs/formats/trace.md:
//
//	bytes  field
//	4      "QTR1"
//	1      flags: 1 last chunk, 2 modular board
//	1      size s of a row or column: 1 up to order 255, else 2
//	4      order n
//	4      number of events
//	8      events before the chunk
//	7x8    numbers of solver.StatsTable before the chunk
//	2s     column and row of the last square tried
//	n s    row of the queen of each column
//	...    events: kind << 4 | line, column, row: 1 + 2s bytes each
//
// A row or column of all ones stands for solver.Whole.
const (
	magic       = "QTR1"
	flagLast    = 1
	flagModular = 2
	kindShift   = 4
	lineMask    = 1<<kindShift - 1
	narrowOrder = 1<<8 - 1 // up to here rows and columns have one byte
)

// AppendBinary appends the chunk in its binary form. It never fails for the chunks of a Trace.
// Errors: queens.ErrFormat for an order above MaxOrder, a line above 15, or more than ChunkEvents
// events.
func (c *Chunk) AppendBinary(b []byte) ([]byte, error) {
	n := len(c.Frame.Rows)
	if n > MaxOrder || len(c.Events) > ChunkEvents {
		return b, errs.Errorf("write chunk: order %d, %d events: want at most %d and %d: %w", n, len(c.Events),
			MaxOrder, ChunkEvents, queens.ErrFormat)
	}
	var flags byte
	if c.Last {
		flags |= flagLast
	}
	if c.Frame.Topology == queens.Modular {
		flags |= flagModular
	}
	size := 1
	put := func(b []byte, x int32) []byte { return append(b, byte(x)) }
	if n > narrowOrder {
		size = 2
		put = func(b []byte, x int32) []byte { return binary.BigEndian.AppendUint16(b, uint16(x)) }
	}
	b = append(append(b, magic...), flags, byte(size))
	b = binary.BigEndian.AppendUint32(b, uint32(n))
	b = binary.BigEndian.AppendUint32(b, uint32(len(c.Events)))
	b = binary.BigEndian.AppendUint64(b, c.Frame.Events)
	for _, st := range solver.StatsTable {
		b = binary.BigEndian.AppendUint64(b, *st.Value(&c.Frame.Stats))
	}
	b = put(put(b, c.Frame.Tried.Col), c.Frame.Tried.Row)
	for _, row := range c.Frame.Rows {
		b = put(b, row)
	}
	for _, e := range c.Events {
		if e.Line > lineMask {
			return b, errs.Errorf("write chunk: line %d: want at most %d: %w", e.Line, lineMask, queens.ErrFormat)
		}
		b = append(b, byte(e.Kind)<<kindShift|e.Line)
		b = put(put(b, e.Col), e.Row)
	}
	return b, nil
}
