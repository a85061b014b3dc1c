package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/draw"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/errs"
	"queens/internal/humanize"
)

func addTraces(a *API) {
	t := &traces{open: map[Traced]*openTrace{}}
	addRaw(a, "trace", t.chunk)
	add(a, "trace-steps", t.steps)
	addRaw(a, "trace-animation", t.animation)
}

// Traced says which run of an algorithm is meant.
type Traced struct {
	Algorithm string `query:"algorithm" required:"true" maxLength:"60" example:"wirth"`
	Order     int    `query:"n" required:"true" minimum:"0" maximum:"1000"`
	Seed      int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1" doc:"of a random algorithm"`
	Topology  string `query:"topology" enum:"regular,modular" default:"regular"`
}

type openTrace struct {
	*trace.Trace
	users int
	used  time.Time
}

type traces struct {
	mu   sync.Mutex // guards open
	open map[Traced]*openTrace
}

// Limits of the traces in memory.
const (
	maxTraces   = 12
	traceMemory = 16 << 20 // of each
	maxAhead    = 2048     // chunks that one request may make: some seconds
)

// reach checks that a chunk is not too far behind those that were made, unless the run
// ends before.
func reach(ctx context.Context, tr *trace.Trace, no uint64) error {
	made, complete := tr.Recorded()
	most := made.Events/trace.ChunkEvents + maxAhead
	if complete || no <= most {
		return nil
	}
	if _, err := tr.Chunk(ctx, most); errors.Is(err, io.EOF) {
		return nil
	} else if err != nil {
		return err
	}
	return huma.Error422UnprocessableEntity(fmt.Sprintf("step %d is too far: this request can go to step %d, the "+
		"next one further; the command line has no such limit", no*trace.ChunkEvents, most*trace.ChunkEvents))
}

func (t *traces) take(in Traced) (*trace.Trace, func(), error) {
	alg, err := algorithms.Find(in.Algorithm)
	if err != nil {
		return nil, nil, err
	}
	topology, _ := queens.ParseTopology(in.Topology) // the enum has its name
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.open[in]
	if o == nil {
		t.forget()
		if len(t.open) >= maxTraces {
			return nil, nil, huma.Error503ServiceUnavailable(fmt.Sprintf("%d algorithms are being watched, which is "+
				"the limit; try again later", maxTraces))
		}
		call := solver.Call{Problem: queens.Problem{Order: in.Order, Topology: topology}, Seed: uint64(in.Seed)}
		opened, err := trace.Open(alg, call, trace.Options{Memory: traceMemory})
		if err != nil {
			return nil, nil, err
		}
		o = &openTrace{Trace: opened}
		t.open[in] = o
	}
	o.users++
	o.used = time.Now()
	return o.Trace, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		o.users--
	}, nil
}

// forget closes the trace that has been unused for the longest time, if there are too many. t.mu is
// held.
func (t *traces) forget() {
	if len(t.open) < maxTraces {
		return
	}
	var oldest Traced
	var found *openTrace
	for key, o := range t.open {
		if o.users == 0 && (found == nil || o.used.Before(found.used)) {
			oldest, found = key, o
		}
	}
	if found != nil {
		delete(t.open, oldest)
		found.Close()
	}
}

func (t *traces) chunk(ctx context.Context, in *struct {
	Traced
	Chunk int `query:"chunk" minimum:"0" maximum:"1000000"`
},
) (*raw, error) {
	tr, done, err := t.take(in.Traced)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := reach(ctx, tr, uint64(in.Chunk)); err != nil {
		return nil, err
	}
	chunk, err := tr.Chunk(ctx, uint64(in.Chunk))
	if errors.Is(err, io.EOF) {
		return nil, huma.Error404NotFound(fmt.Sprintf("the run ends before chunk %d", in.Chunk))
	}
	if err != nil {
		return nil, err
	}
	body, err := chunk.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return &raw{Type: "application/vnd.queens.trace", Cache: "private, max-age=600", Body: body}, nil
}

// TraceSteps are steps of an algorithm.
type TraceSteps struct {
	Steps  []trace.Description `json:"steps"`
	End    bool                `json:"end"`              // the run ends with the last of them
	Length uint64              `json:"length,omitempty"` // steps of the run, once it is known
}

func (t *traces) steps(ctx context.Context, in *struct {
	Traced
	From  int64 `query:"from" minimum:"1" maximum:"4000000000" default:"1" doc:"number of the first step"`
	Limit int   `query:"limit" minimum:"1" maximum:"500" default:"50"`
},
) (*TraceSteps, error) {
	tr, done, err := t.take(in.Traced)
	if err != nil {
		return nil, err
	}
	defer done()
	out := &TraceSteps{Steps: []trace.Description{}, End: true}
	first := uint64(in.From) - 1
	if err := reach(ctx, tr, first/trace.ChunkEvents); err != nil {
		return nil, err
	}
	for step, err := range tr.Steps(ctx, first) {
		if err != nil {
			return nil, err
		}
		if len(out.Steps) == in.Limit {
			out.End = false
			break
		}
		out.Steps = append(out.Steps, step.Describe())
	}
	if made, complete := tr.Recorded(); complete {
		out.Length = made.Events
	}
	return out, nil
}

// MaxMoving is the largest order of a moving picture.
const MaxMoving = 40

const maxFrames = 240

type animationRequest struct {
	Traced
	From        int64    `query:"from" minimum:"0" maximum:"4000000000" doc:"first step shown"`
	To          int64    `query:"to" minimum:"0" maximum:"4000000000" doc:"last step shown"`
	DelayMillis int      `query:"delay" minimum:"20" maximum:"5000" default:"150" doc:"milliseconds per frame"`
	Layers      []string `query:"layers" maxItems:"12" doc:"what to show besides queens, comma-separated"`
	Theme       string   `query:"theme" enum:"light,dark" default:"light"`
	Size        int      `query:"size" minimum:"128" maximum:"512" default:"360" doc:"pixels per side"`
}

func (t *traces) animation(ctx context.Context, in *animationRequest) (*raw, error) {
	if in.Order > MaxMoving || in.To < in.From {
		return nil, errs.Errorf("order %d, steps %d to %d: want an order of at most %d, and the first step before "+
			"the last: %w", in.Order, in.From, in.To, MaxMoving, queens.ErrFormat)
	}
	tr, done, err := t.take(in.Traced)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := reach(ctx, tr, uint64(in.To)/trace.ChunkEvents); err != nil {
		return nil, err
	}
	var pictures []*draw.Picture
	shown := uint64(1) << 63 // no step
	for _, step := range spread(uint64(in.From), uint64(in.To)) {
		f, _, err := tr.At(ctx, step)
		if err != nil {
			return nil, err
		}
		if f.Events == shown {
			break // after the end
		}
		shown = f.Events
		p, err := picturedFrame(f, in)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, p)
	}
	return written("image/gif", "private, max-age=600", func(w io.Writer) error {
		return draw.EncodeGIF(ctx, w, pictures, time.Duration(in.DelayMillis)*time.Millisecond)
	})
}

func spread(from, to uint64) (steps []uint64) {
	gaps := min(to-from, maxFrames-1)
	for i := range gaps + 1 {
		steps = append(steps, from+(to-from)*i/max(1, gaps))
	}
	return steps
}

func picturedFrame(f trace.Frame, in *animationRequest) (*draw.Picture, error) {
	b := draw.Board{Order: in.Order, Topology: f.Topology, Layers: in.Layers, Theme: in.Theme, Size: in.Size}
	b.Caption = fmt.Sprintf("%s, step %d, %s", in.Algorithm, f.Events, humanize.Plural(int(f.Stats.Solutions),
		"solution"))
	for col, row := range f.Rows {
		if row != solver.Whole {
			b.Queens = append(b.Queens, queens.Square{Row: int(row), Col: col})
		}
	}
	return b.Picture()
}
