package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"queens/internal/errs"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/cmd/internal/answer"
	"queens/draw"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/humanize"
	"queens/known"
)

func addAlgorithms(a *API) {
	add(a, "tables", func(context.Context, *struct{}) (*data, error) { return &data{"series": known.Tables()}, nil })
	add(a, "table", table)
	add(a, "algorithms", func(_ context.Context, in *struct {
		Order int `query:"n" minimum:"1" maximum:"1000" doc:"the order of a board"`
	},
	) (*answer.Algorithms, error) {
		r := answer.NewAlgorithms(algorithms.All(), variants())
		if in.Order == 0 {
			return r, nil
		}
		for i := range r.Algorithms {
			a := &r.Algorithms[i]
			if a.Refusal = Refusal(&a.Algorithm, in.Order); a.Refusal != "" {
				a.Nearest = nearestOrders(&a.Algorithm, in.Order, 2)
			}
		}
		return r, nil
	})
	r := &races{make(Turns, 1), make(Turns, maxWaiting)}
	add(a, "race", r.run)
	add(a, "experiment", r.experiment)
	add(a, "health", func(context.Context, *struct{}) (*Health, error) { return &Health{"ok"}, nil })
	t := &traces{}
	add(a, "trace", t.chunk)
	add(a, "trace-steps", t.steps)
	addRaw(a, "trace-animation", t.animation)
}

func table(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"64" example:"solutions"`
},
) (*known.Table, error) {
	s, ok := known.Find(in.Name)
	if !ok {
		return nil, huma.Error404NotFound("no series \"" + in.Name + "\"; /api/v1/tables lists them")
	}
	t := s.Table(s.Values())
	return &t, nil
}

const maxTaken = 1000

// Refusal returns why an algorithm does not take an order, or "".
func Refusal(alg *solver.Algorithm, n int) string {
	least, most := ends(alg)
	switch {
	case n < least || n > most:
		return fmt.Sprintf("want %d to %d", least, most)
	case alg.Refuses == nil:
		return ""
	}
	return alg.Refuses(n)
}

func ends(alg *solver.Algorithm) (least, most int) {
	return max(1, alg.MinOrder), min(cmp.Or(alg.MaxOrder, maxTaken), maxTaken)
}

// nearestOrders returns up to k orders, ascending, that an algorithm takes, those
// nearest to n.
func nearestOrders(alg *solver.Algorithm, n, k int) (list []int) {
	for away := 0; away <= maxTaken && len(list) < k; away++ {
		for _, m := range slices.Compact([]int{n - away, n + away}) {
			if len(list) < k && Refusal(alg, m) == "" {
				list = append(list, m)
			}
		}
	}
	slices.Sort(list)
	return list
}

// takenOrders says which orders an algorithm takes: "orders 5 to 1000, for example not 6:
// works only for n with no factor 2 or 3".
func takenOrders(alg *solver.Algorithm) string {
	least, most := ends(alg)
	text := fmt.Sprintf("orders %d to %d", least, most)
	const none, looked = "no solution exists", 30
	refused := 0
	for n := least; n <= min(most, least+looked); n++ {
		switch why := Refusal(alg, n); {
		case why == none:
			refused++
		case why != "":
			return fmt.Sprintf("%s, for example not %d: %s", text, n, why)
		}
	}
	if refused > 0 {
		text += " except 2 and 3, which have no solution"
	}
	return text
}

// Health is a sign of life.
type Health struct {
	Status string `json:"status" enum:"ok"`
}

// races lets one race run at a time, so that none disturbs another.
type races struct {
	turn Turns // of the one that is run
	line Turns // of it and of those that wait
}

func (r *races) enter(ctx context.Context) (leave func(), err error) {
	select {
	case r.line <- struct{}{}:
		if r.turn.Take(ctx) {
			return func() { r.turn.Return(); r.line.Return() }, nil
		}
		r.line.Return()
	default:
	}
	return nil, huma.Error503ServiceUnavailable("another race is running; try again when it ends")
}

func (r *races) experiment(ctx context.Context, in *struct {
	Algorithm string `query:"algorithm" required:"true" maxLength:"60" example:"las-vegas"`
	Order     int    `query:"n" required:"true" minimum:"1" maximum:"1000"`
	Seeds     int    `query:"seeds" minimum:"1" maximum:"200" default:"1" doc:"runs, each with the next seed"`
	Seed      int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1" doc:"the first one"`
},
) (*race.Experiment, error) {
	alg, err := algorithms.Find(in.Algorithm)
	if err != nil {
		return nil, err
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, trialsBudget)
	defer cancel()
	return race.Trials(ctx, alg, in.Seeds, race.Options{
		Order: in.Order, Seed: uint64(in.Seed), Least: time.Millisecond, Limit: trialLimit,
	})
}

// Limits of a race, so that all of it fits the time of one request.
const (
	raceBudget = 12 * time.Second

	trialsBudget = 6 * time.Second // of an experiment
	trialLimit   = 3 * time.Second // of one of its runs
	maxWaiting   = 4               // with the one that is run
	maxSquares   = 20_000          // columns in all frames of one racer
)

func (r *races) run(ctx context.Context, in *struct {
	Body struct {
		Order      int      `json:"order" minimum:"1" maximum:"1000"`
		Algorithms []string `json:"algorithms" minItems:"1" maxItems:"6"`
		Runs       int      `json:"runs,omitempty" minimum:"1" maximum:"5" default:"1" doc:"measured runs each, besides one to warm up"`
		Frames     int      `json:"frames,omitempty" minimum:"0" maximum:"200" doc:"boards of each traced algorithm at equal parts of its work; fewer of large orders"`
		Seed       int      `json:"seed,omitempty" minimum:"0" maximum:"2147483647" default:"1"`
	}
},
) (*race.Outcome, error) {
	b := in.Body
	var entrants []*solver.Algorithm
	for _, name := range b.Algorithms {
		alg, err := algorithms.Find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(entrants, alg) {
			return nil, errs.Errorf("algorithm %q appears twice: %w", name, queens.ErrFormat)
		}
		entrants = append(entrants, alg)
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	limit := raceBudget / time.Duration(len(entrants)*(b.Runs+2))
	report, err := race.Run(ctx, entrants, race.Options{
		Order: b.Order, Seed: uint64(b.Seed), Runs: b.Runs, Limit: limit, Frames: min(b.Frames, maxSquares/b.Order),
	})
	return &report, err
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
	of Traced
}

type traces struct {
	mu   sync.Mutex  // guards open
	open []openTrace // the one used last at the end
}

// Limits of the traces in memory.
const (
	maxTraces   = 12
	traceMemory = 16 << 20 // of each
	maxAhead    = 2048     // chunks that one request may make: some seconds
)

// take returns a trace whose chunk of a number is not too far after those that were made, unless
// the run ends before.
func (t *traces) take(ctx context.Context, in Traced, no uint64) (*trace.Trace, error) {
	tr, err := t.find(in)
	if err != nil {
		return nil, err
	}
	made, complete := tr.Recorded()
	most := made.Events/trace.ChunkEvents + maxAhead
	if complete || no <= most {
		return tr, nil
	}
	if _, err := tr.Chunk(ctx, most); errors.Is(err, io.EOF) {
		return tr, nil
	} else if err != nil {
		return nil, err
	}
	return nil, huma.Error422UnprocessableEntity(fmt.Sprintf("step %d is too far: this request can go to step %d, the "+
		"next one further; the command line has no such limit", no*trace.ChunkEvents, most*trace.ChunkEvents))
}

// find returns an open trace, or opens it and closes the one that has been unused for the longest
// time if there are too many.
func (t *traces) find(in Traced) (*trace.Trace, error) {
	alg, err := algorithms.Find(in.Algorithm)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.IndexFunc(t.open, func(o openTrace) bool { return o.of == in }); i >= 0 {
		used := t.open[i]
		t.open = append(slices.Delete(t.open, i, i+1), used)
		return used.Trace, nil
	}
	topology, _ := queens.ParseTopology(in.Topology) // the enum has its name
	call := solver.Call{Problem: queens.Problem{Order: in.Order, Topology: topology}, Seed: uint64(in.Seed)}
	tr, err := trace.Open(alg, call, trace.Options{Memory: traceMemory})
	if err != nil {
		return nil, err
	}
	if len(t.open) == maxTraces {
		go t.open[0].Close() // waits for the chunk that a request makes of it
		t.open = slices.Delete(t.open, 0, 1)
	}
	t.open = append(t.open, openTrace{tr, in})
	return tr, nil
}

// TraceChunk is a part of a run. Rows and columns count from 0; -1 is none, or a whole line. A swap
// is about two columns, a conflict about the attacking queen.
type TraceChunk struct {
	Before uint64       `json:"before"` // steps before the chunk
	Board  []int32      `json:"board"`  // before the chunk, by column: the row of the queen
	Tried  [2]int32     `json:"tried"`  // column and row of the square tried last
	Stats  solver.Stats `json:"stats"`
	Kinds  []string     `json:"kinds"` // of the steps
	Lines  []int32      `json:"lines"` // of the pseudocode, from 0
	Cols   []int32      `json:"cols"`  // of the squares that the steps are about, from 0
	Rows   []int32      `json:"rows"`  // of those squares, from 0
	Last   bool         `json:"last"`  // the run ends with the chunk
}

func (t *traces) chunk(ctx context.Context, in *struct {
	Traced
	Chunk int `query:"chunk" minimum:"0" maximum:"1000000"`
},
) (*TraceChunk, error) {
	tr, err := t.take(ctx, in.Traced, uint64(in.Chunk))
	if err != nil {
		return nil, err
	}
	chunk, err := tr.Chunk(ctx, uint64(in.Chunk))
	if errors.Is(err, io.EOF) {
		return nil, huma.Error404NotFound(fmt.Sprintf("the run ends before chunk %d", in.Chunk))
	}
	if err != nil {
		return nil, err
	}
	f := chunk.Frame
	out := &TraceChunk{
		Before: f.Events, Board: f.Rows, Tried: [2]int32{f.Tried.Col, f.Tried.Row}, Stats: f.Stats, Last: chunk.Last,
		Kinds: []string{}, Lines: []int32{}, Cols: []int32{}, Rows: []int32{},
	}
	for _, e := range chunk.Events {
		out.Kinds, out.Lines = append(out.Kinds, e.Kind.String()), append(out.Lines, int32(e.Line))
		out.Cols, out.Rows = append(out.Cols, e.Col), append(out.Rows, e.Row)
	}
	return out, nil
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
	first := uint64(in.From) - 1
	tr, err := t.take(ctx, in.Traced, first/trace.ChunkEvents)
	if err != nil {
		return nil, err
	}
	out := &TraceSteps{Steps: []trace.Description{}, End: true}
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

// maxMoving is the largest order of a moving picture.
const maxMoving = 40

const maxFrames = 240

func (t *traces) animation(ctx context.Context, in *struct {
	Traced
	From        int64    `query:"from" minimum:"0" maximum:"4000000000" doc:"first step shown"`
	To          int64    `query:"to" minimum:"0" maximum:"4000000000" doc:"last step shown"`
	DelayMillis int      `query:"delay" minimum:"20" maximum:"5000" default:"150" doc:"milliseconds per frame"`
	Layers      []string `query:"layers" maxItems:"12" doc:"what to show besides queens, comma-separated"`
	Theme       string   `query:"theme" enum:"light,dark" default:"light"`
	Size        int      `query:"size" minimum:"128" maximum:"512" default:"360" doc:"pixels per side"`
},
) (*raw, error) {
	if in.Order > maxMoving || in.To < in.From {
		return nil, errs.Errorf("order %d, steps %d to %d: want an order of at most %d, and the first step before "+
			"the last: %w", in.Order, in.From, in.To, maxMoving, queens.ErrFormat)
	}
	tr, err := t.take(ctx, in.Traced, uint64(in.To)/trace.ChunkEvents)
	if err != nil {
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
		b := draw.Board{Order: in.Order, Topology: f.Topology, Layers: in.Layers, Theme: in.Theme, Size: in.Size}
		b.Caption = fmt.Sprintf("%s, step %d, %s", in.Algorithm, f.Events, humanize.Plural(int(f.Stats.Solutions),
			"solution"))
		for col, row := range f.Rows {
			if row != solver.Whole {
				b.Queens = append(b.Queens, queens.Square{Row: int(row), Col: col})
			}
		}
		p, err := b.Picture()
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
