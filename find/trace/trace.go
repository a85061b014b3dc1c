// Package trace records what an algorithm does step by step, with random access, so that a viewer
// can jump and step backwards.
//
//	tr, err := trace.Open(alg, call, trace.Options{})
//	if err != nil {
//		return err
//	}
//	defer tr.Close()
//	for step, err := range tr.Steps(ctx, 1000) {
//		...
//	}
//
// A trace is cut into chunks of ChunkEvents events, each with a key frame: the board and all
// counters before its first event. docs/formats/trace.md describes their bytes. Chunks are recorded
// on demand. Chunks that do not fit the memory limit are dropped and recorded again when needed,
// since the same call always gives the same steps.
package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"sync"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
)

// Options says how much of a run is traced. The zero value is sensible.
type Options struct {
	// Solutions ends the run after this number; 0 means no end for an algorithm that
	// finds all, or all fundamental, solutions, and 1 for one that finds some.
	Solutions uint64
	// Memory bounds the bytes of the chunks that are kept; 0 means 64 MiB. One chunk is
	// always kept.
	Memory int
}

// Trace is the run of an algorithm, recorded as far as it was read. It is safe
// for use by several goroutines at once, which wait for each other. Close it.
type Trace struct {
	alg     *solver.Algorithm
	call    solver.Call
	options Options

	mu     sync.Mutex        // guards what follows
	run    *run              // begun anew to make chunks that were forgotten
	kept   map[uint64]*Chunk // by number of the chunk
	use    []uint64          // numbers of the chunks kept, the one recorded last at the end
	bytes  int               // in kept
	chunks uint64            // that the run has, as far as it is known
	end    Frame             // the moment after all that was recorded
	ended  bool              // the run has been recorded to its end
	closed bool
}

// Open returns the trace of a call. Nothing is run yet. Errors: solver.ErrUnsupported for an
// algorithm that reports no steps, queens.ErrOrder for an order above MaxOrder, and those of
// Algorithm.Accepts.
func Open(alg *solver.Algorithm, call solver.Call, o Options) (*Trace, error) {
	if !alg.Traced {
		return nil, errs.Errorf("%s reports no steps: %w", alg.Name, solver.ErrUnsupported)
	}
	if err := alg.Accepts(call); err != nil {
		return nil, err
	}
	if call.Problem.Order > MaxOrder {
		return nil, errs.Errorf("%s: order %d: want at most %d: %w", alg.Name, call.Problem.Order, MaxOrder,
			queens.ErrOrder)
	}
	o.Memory = cmp.Or(o.Memory, 64<<20) // some five million events
	if o.Solutions == 0 && alg.Finds == solver.Some {
		o.Solutions = 1
	}
	t := &Trace{alg: alg, call: call, options: o, kept: map[uint64]*Chunk{}}
	t.end = newFrame(call.Problem.Order, call.Problem.Topology)
	t.run = t.start()
	return t, nil
}

// Close ends the run. Chunks cannot be asked for any more: the error is context.Canceled.
func (t *Trace) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.run.stop()
}

// Recorded returns the moment after all that has been recorded, and whether the run ends there.
func (t *Trace) Recorded() (end Frame, complete bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end.clone(), t.ended
}

// Chunk returns chunk no, from 0. The caller may not change it.
//
// It takes the time of all events that have not been recorded yet; for a chunk that was
// forgotten that of all events up to it. Errors: io.EOF after the end of the run; ctx's
// error when it ends, which leaves the trace usable; what ended the run early.
func (t *Trace) Chunk(ctx context.Context, no uint64) (*Chunk, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.load(ctx, no)
}

// load is Chunk for the holder of the lock.
func (t *Trace) load(ctx context.Context, no uint64) (*Chunk, error) {
	if t.closed {
		return nil, errs.Errorf("closed: %w", context.Canceled)
	}
	if c, ok := t.kept[no]; ok {
		return c, nil
	}
	if no < t.run.made { // it was forgotten
		t.run.stop()
		t.run = t.start()
	}
	for t.run.made <= no {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t.ended && no >= t.chunks {
			return nil, errs.Errorf("chunk %d: the run has %d: %w", no, t.chunks, io.EOF)
		}
		at := t.run.made
		chunk, ok := t.run.pull()
		switch {
		case !ok && t.run.failure != nil:
			return nil, t.run.failure
		case !ok:
			return nil, errs.Errorf("%s ran differently this time: chunk %d is missing", t.alg.Name, at)
		}
		t.run.made++
		t.keep(at, chunk)
		if at == t.chunks {
			t.chunks++
			t.end, t.ended = chunk.At(len(chunk.Events)), chunk.Last
		}
	}
	return t.kept[no], nil
}

// size returns about how many bytes a chunk takes.
func (c *Chunk) size() int { return 12*len(c.Events) + 4*len(c.Frame.Rows) }

func (t *Trace) keep(no uint64, c *Chunk) {
	if _, ok := t.kept[no]; ok {
		return
	}
	t.kept[no] = c
	t.use = append(t.use, no)
	t.bytes += c.size()
	for t.bytes > t.options.Memory && len(t.use) > 1 {
		oldest := t.use[0]
		t.use = t.use[1:]
		t.bytes -= t.kept[oldest].size()
		delete(t.kept, oldest)
	}
}

// Step is one event with the moment before it.
type Step struct {
	Before Frame
	Event  solver.Event
}

// Steps yields the steps from event from on, from 0, to the end of the run. Frames share
// their Rows: a step that is kept needs a copy. It stops after the first error, which is
// one of Chunk but never io.EOF.
func (t *Trace) Steps(ctx context.Context, from uint64) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		for no := from / ChunkEvents; ; no++ {
			chunk, err := t.Chunk(ctx, no)
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Step{}, err)
				}
				return
			}
			first := int(max(from, chunk.Frame.Events) - chunk.Frame.Events)
			if first > len(chunk.Events) {
				return
			}
			f := chunk.At(first)
			for _, e := range chunk.Events[first:] {
				if !yield(Step{Before: f, Event: e}, nil) {
					return
				}
				f.Apply(e)
			}
			if chunk.Last {
				return
			}
		}
	}
}

// At returns the moment before event no; after the end of the run it is the last moment, and end is
// true there. Errors: those of Chunk but io.EOF.
func (t *Trace) At(ctx context.Context, no uint64) (f Frame, end bool, err error) {
	chunk, err := t.Chunk(ctx, no/ChunkEvents)
	if errors.Is(err, io.EOF) {
		f, _ = t.Recorded()
		return f, true, nil
	}
	if err != nil {
		return Frame{}, false, err
	}
	i := min(int(no-chunk.Frame.Events), len(chunk.Events))
	return chunk.At(i), chunk.Last && i == len(chunk.Events), nil
}

// run is the algorithm at work, one chunk at a time: it stands still until the next
// chunk is asked for.
type run struct {
	pull    func() (*Chunk, bool)
	stop    func()
	made    uint64 // chunks
	failure error  // of the algorithm
}

func (t *Trace) start() *run {
	r := &run{}
	r.pull, r.stop = iter.Pull(func(yield func(*Chunk) bool) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		frame := newFrame(t.call.Problem.Order, t.call.Problem.Topology) // the moment after the events of chunk
		chunk, over := newChunk(frame), false
		call := t.call
		call.Observe = func(e solver.Event) {
			if !over && len(chunk.Events) == ChunkEvents { // it is not the last
				if over = !yield(chunk); over {
					cancel()
				}
				chunk = newChunk(frame)
			}
			chunk.Events = append(chunk.Events, e)
			frame.Apply(e)
		}
		solutions := uint64(0)
		_, err := t.alg.Solve(ctx, call, func(queens.Perm) bool {
			solutions++
			return !over && solutions != t.options.Solutions
		})
		switch {
		case over:
		case err != nil:
			r.failure = err
		default:
			chunk.Last = true
			yield(chunk)
		}
	})
	return r
}

func newChunk(f Frame) *Chunk {
	return &Chunk{Frame: f.clone(), Events: make([]solver.Event, 0, ChunkEvents)}
}

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
