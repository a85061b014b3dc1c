package trace

import (
	"encoding/binary"
	"fmt"

	"queens"
	"queens/find/solver"
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

// At returns the moment before event i of the chunk, 0..len(Events). Time
// O(order + i).
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
	headLen     = len(magic) + 1 + 1 + 4 + 4 + 8
)

// AppendBinary appends the chunk in its binary form. It never fails for the chunks of a
// Trace.
//
// Errors: queens.ErrFormat for an order above MaxOrder, a line above 15, or more than
// ChunkEvents events.
func (c *Chunk) AppendBinary(b []byte) ([]byte, error) {
	n := len(c.Frame.Rows)
	if n > MaxOrder || len(c.Events) > ChunkEvents {
		return b, fmt.Errorf("trace: write chunk: order %d, %d events: want at most %d and %d: %w", n, len(c.Events),
			MaxOrder, ChunkEvents, queens.ErrFormat)
	}
	var flags byte
	if c.Last {
		flags |= flagLast
	}
	if c.Frame.Topology == queens.Modular {
		flags |= flagModular
	}
	put, size := putNarrow, 1
	if n > narrowOrder {
		put, size = putWide, 2
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
			return b, fmt.Errorf("trace: write chunk: line %d: want at most %d: %w", e.Line, lineMask, queens.ErrFormat)
		}
		b = append(b, byte(e.Kind)<<kindShift|e.Line)
		b = put(put(b, e.Col), e.Row)
	}
	return b, nil
}

func putNarrow(b []byte, x int32) []byte { return append(b, byte(x)) }

func putWide(b []byte, x int32) []byte { return binary.BigEndian.AppendUint16(b, uint16(x)) }

// UnmarshalBinary reads what AppendBinary wrote, and nothing else: sizes, kinds, rows and
// columns are checked.
//
// Errors: queens.ErrFormat, with what is wrong.
func (c *Chunk) UnmarshalBinary(b []byte) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("trace: read chunk: %s: %w", fmt.Sprintf(format, args...), queens.ErrFormat)
	}
	if len(b) < headLen || string(b[:len(magic)]) != magic {
		return bad("%d bytes that do not begin with %q and a head", len(b), magic)
	}
	flags, size := b[4], int(b[5])
	n, events := binary.BigEndian.Uint32(b[6:]), binary.BigEndian.Uint32(b[10:])
	if flags&^(flagLast|flagModular) != 0 || n > MaxOrder || events > ChunkEvents || size != sizeOf(int(n)) {
		return bad("flags %d, size %d, order %d, %d events", flags, size, n, events)
	}
	want := headLen + 8*len(solver.StatsTable) + size*(2+int(n)) + int(events)*(1+2*size)
	if len(b) != want {
		return bad("%d bytes, want %d", len(b), want)
	}
	*c = Chunk{Last: flags&flagLast != 0}
	if flags&flagModular != 0 {
		c.Frame.Topology = queens.Modular
	}
	c.Frame.Events = binary.BigEndian.Uint64(b[14:])
	b = b[headLen:]
	for _, st := range solver.StatsTable {
		*st.Value(&c.Frame.Stats) = binary.BigEndian.Uint64(b)
		b = b[8:]
	}
	r := lineReader{b: b, size: size, order: int32(n)}
	c.Frame.Tried = solver.Event{Kind: solver.Try, Col: r.line(), Row: r.line()}
	c.Frame.Rows = make([]int32, n)
	for col := range c.Frame.Rows {
		c.Frame.Rows[col] = r.line()
	}
	c.Events = make([]solver.Event, events)
	for i := range c.Events {
		first := r.b[0]
		r.b = r.b[1:]
		e := solver.Event{Kind: solver.Kind(first >> kindShift), Line: first & lineMask, Col: r.line(), Row: r.line()}
		if int(e.Kind) >= solver.Kinds() || !onBoard(e, int32(n)) {
			return bad("event %d: %v at column %d, row %d, counted from 0, on a board of order %d", i, e.Kind, e.Col,
				e.Row, n)
		}
		c.Events[i] = e
	}
	if r.outside {
		return bad("a row or column outside a board of order %d", n)
	}
	return nil
}

func sizeOf(n int) int {
	if n > narrowOrder {
		return 2
	}
	return 1
}

func onBoard(e solver.Event, n int32) bool {
	switch e.Kind {
	case solver.Solution, solver.Clear:
		return e.Col == 0 && e.Row == 0
	case solver.Try, solver.Prune:
		return e.Col < n && e.Row < n && (e.Col >= 0 || e.Row >= 0)
	default:
		return 0 <= e.Col && e.Col < n && 0 <= e.Row && e.Row < n
	}
}

// lineReader reads rows and columns.
type lineReader struct {
	b       []byte
	size    int
	order   int32
	outside bool // one was neither on the board nor Whole
}

func (r *lineReader) line() int32 {
	x, whole := int32(r.b[0]), int32(narrowOrder)
	if r.size == 2 {
		x, whole = int32(binary.BigEndian.Uint16(r.b)), MaxOrder
	}
	r.b = r.b[r.size:]
	if x == whole {
		return solver.Whole
	}
	r.outside = r.outside || x >= max(r.order, 1) // 0 stands for nothing, too
	return x
}
