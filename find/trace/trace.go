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
// counters before its first event. Chunks are recorded on demand. Chunks that do not fit the memory
// limit are dropped and recorded again when needed, since the same call always gives the same
// steps.
package trace

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
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

	mu     sync.Mutex // guards what follows
	run    *run       // begun anew to make chunks that were forgotten
	chunks uint64     // that the run has, as far as it is known
	end    Frame      // the moment after all that was recorded
	ended  bool       // the run has been recorded to its end
	closed bool
}

// Open returns the trace of a call. Nothing is run yet. Errors: solver.ErrUnsupported for an
// algorithm that reports no steps, and those of Algorithm.Accepts.
func Open(alg *solver.Algorithm, call solver.Call, o Options) (*Trace, error) {
	if !alg.Traced {
		return nil, errs.Errorf("%s reports no steps: %w", alg.Name, solver.ErrUnsupported)
	}
	if err := alg.Accepts(call); err != nil {
		return nil, err
	}
	o.Memory = cmp.Or(o.Memory, 64<<20) // some five million events
	if o.Solutions == 0 && alg.Finds == solver.Some {
		o.Solutions = 1
	}
	t := &Trace{alg: alg, call: call, options: o}
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
	if t.closed {
		return nil, errs.Errorf("closed: %w", context.Canceled)
	}
	if no < t.run.made-uint64(len(t.run.kept)) { // it was forgotten
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
		t.run.kept = append(t.run.kept, chunk)
		if most := t.options.Memory / (12*ChunkEvents + 4*len(t.end.Rows)); len(t.run.kept) > max(most, 1) {
			t.run.kept = slices.Delete(t.run.kept, 0, 1)
		}
		if at == t.chunks {
			t.chunks++
			t.end, t.ended = chunk.At(len(chunk.Events)), chunk.Last
		}
	}
	return t.run.kept[uint64(len(t.run.kept))-(t.run.made-no)], nil
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
	made    uint64   // chunks
	kept    []*Chunk // the last ones
	failure error    // of the algorithm
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
