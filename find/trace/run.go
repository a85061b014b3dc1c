package trace

import (
	"context"
	"iter"

	"queens"
	"queens/find/solver"
)

// run is the algorithm at work, one chunk at a time: it stands still until the next
// chunk is asked for.
type run struct {
	pull    func() (*Chunk, bool)
	stop    func()
	made    uint64 // chunks
	failure error  // of the algorithm
}

func (r *run) next() (*Chunk, bool) {
	c, ok := r.pull()
	if ok {
		r.made++
	}
	return c, ok
}

func (t *Trace) start() *run {
	r := &run{}
	r.pull, r.stop = iter.Pull(func(yield func(*Chunk) bool) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		rec := recorder{frame: newFrame(t.call.Problem.Order, t.call.Problem.Topology), yield: yield, cancel: cancel}
		rec.begin()
		call := t.call
		call.Observe = rec.observe
		solutions := uint64(0)
		_, err := t.alg.Solve(ctx, call, func(queens.Perm) bool {
			solutions++
			return !rec.over && solutions != t.options.Solutions
		})
		switch {
		case rec.over:
		case err != nil:
			r.failure = err
		default:
			rec.chunk.Last = true
			yield(rec.chunk)
		}
	})
	return r
}

type recorder struct {
	frame  Frame // the moment after the events of chunk
	chunk  *Chunk
	yield  func(*Chunk) bool
	cancel func() // ends the run
	over   bool   // no more is wanted
}

func (r *recorder) begin() {
	r.chunk = &Chunk{Frame: r.frame.clone(), Events: make([]solver.Event, 0, ChunkEvents)}
}

// observe takes one event. A full chunk is handed out when it is known that it is not
// the last.
func (r *recorder) observe(e solver.Event) {
	if r.over {
		return
	}
	if len(r.chunk.Events) == ChunkEvents {
		if !r.yield(r.chunk) {
			r.over = true
			r.cancel()
			return
		}
		r.begin()
	}
	r.chunk.Events = append(r.chunk.Events, e)
	r.frame.Apply(e)
}
