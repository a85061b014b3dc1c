//go:build !js

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/runs"
)

type live struct {
	manager *runs.Manager
}

// New returns an API whose operations are on mux. manager must Run.
func New(mux *http.ServeMux, manager *runs.Manager, token bool) *API {
	a := NewStill(mux, token)
	a.live = live{manager}
	addRuns(a)
	addEvents(a)
	return a
}

// liveStatus returns the HTTP status for an error of counts, 0 for others.
func liveStatus(err error) int {
	if _, ok := errors.AsType[*runs.UnknownError](err); ok {
		return http.StatusNotFound
	}
	for _, conflict := range []error{runs.ErrBusy, runs.ErrIdle, ledger.ErrLocked} {
		if errors.Is(err, conflict) {
			return http.StatusConflict
		}
	}
	return 0
}

func variants() []plan.Variant { return methods.Variants() }

func addRuns(a *API) {
	add(a, "runs", func(ctx context.Context, _ *struct{}) (*Runs, error) {
		list, err := a.manager.List(ctx)
		return &Runs{"queens.runs/1", list}, err
	})
	add(a, "start-run", a.startRun)
	add(a, "run-survey", func(ctx context.Context, in *runName) (*runs.Survey, error) {
		return a.manager.Survey(ctx, in.Name)
	})
	for id, do := range map[string]func(context.Context, string) (runs.Run, error){
		"run": a.manager.Get, "resume-run": a.manager.Resume, "stop-run": a.manager.Stop,
		"remove-run": func(_ context.Context, name string) (runs.Run, error) { return a.manager.Remove(name) },
	} {
		add(a, id, func(ctx context.Context, in *runName) (*runs.Run, error) { return sent(do(ctx, in.Name)) })
	}
}

func sent(r runs.Run, err error) (*runs.Run, error) { return &r, err }

type runName struct {
	Name string `path:"name" maxLength:"100" pattern:"^[A-Za-z0-9][A-Za-z0-9._-]*$" example:"n21-join-0c9a2b11"`
}

// Runs lists counts.
type Runs struct {
	Schema string     `json:"schema" enum:"queens.runs/1"`
	Runs   []runs.Run `json:"runs"`
}

func (a *API) startRun(ctx context.Context, in *struct {
	Body struct {
		Order    int    `json:"order" minimum:"0" maximum:"69" doc:"up to 32; symmetric to 43, quarter-turn to 69, reflecting to 28"`
		Of       string `json:"of,omitempty" enum:"all,fundamental,up-to-rotation,up-to-reflection,classes,symmetric,quarter-turn,reflecting" default:"all" doc:"what to count"`
		Topology string `json:"topology,omitempty" enum:"regular,modular" default:"regular"`
		Method   string `json:"method,omitempty" maxLength:"40" doc:"how to divide the count; auto chooses the fastest"`
		Kernel   string `json:"kernel,omitempty" maxLength:"40" doc:"how to count the pieces; auto chooses the fastest"`
		Workers  int    `json:"workers,omitempty" minimum:"0" maximum:"4096" doc:"0: one for each core"`
		Memory   int64  `json:"memory,omitempty" minimum:"0" maximum:"1099511627776" doc:"most bytes for lists and tables; 0: half the free memory"`
	}
},
) (*runs.Run, error) {
	b := in.Body
	topology, _ := queens.ParseTopology(b.Topology) // the enum has its name
	return sent(a.manager.Start(ctx,
		count.Question{Order: b.Order, Topology: topology, Of: count.Quantity(b.Of)},
		count.Options{Method: b.Method, Kernel: b.Kernel, Workers: b.Workers, Memory: b.Memory},
	))
}

// Bounds of streams of events.
const (
	maxStreams    = 128 // at once
	heartbeat     = 15 * time.Second
	writePatience = 10 * time.Second
	retryMillis   = 1000 // after which a browser comes back
)

func addEvents(a *API) {
	_, o := a.describe("events")
	open := make(chan struct{}, maxStreams)
	huma.Register(a.huma, o, func(context.Context, *struct{}) (*huma.StreamResponse, error) {
		select {
		case open <- struct{}{}:
		default:
			return nil, huma.Error503ServiceUnavailable(fmt.Sprintf("%d subscribers, which is the limit; "+
				"close one first", maxStreams))
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			defer func() { <-open }()
			r, w := humago.Unwrap(ctx)
			_ = a.stream(r.Context(), w) // the client is gone
		}}, nil
	})
}

// stream sends all runs and then those that change, until ctx ends or writing fails.
func (a *API) stream(ctx context.Context, w http.ResponseWriter) error {
	messages, end := a.manager.Subscribe() // before the list, so that none is missed
	defer end()
	control := http.NewResponseController(w)
	send := func(format string, args ...any) error {
		if err := control.SetWriteDeadline(time.Now().Add(writePatience)); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return err
		}
		return control.Flush()
	}
	event := func(name string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		return send("event: %s\ndata: %s\n\n", name, data)
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	err := send("retry: %d\n\n", retryMillis)
	if err != nil {
		return err
	}
	list, err := a.manager.List(ctx)
	if err == nil {
		err = event("runs", Runs{"queens.runs/1", list})
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for err == nil {
		select {
		case run := <-messages:
			err = event("run", run)
		case <-beat.C:
			err = send(": alive\n\n")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
