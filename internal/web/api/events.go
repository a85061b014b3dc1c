//go:build !js

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Bounds of streams of events.
const (
	maxStreams    = 128 // at once
	heartbeat     = 15 * time.Second
	writePatience = 10 * time.Second
	retryMillis   = 1000 // after which a browser comes back
)

func addEvents(a *API) {
	o := a.describe(operation{
		id: "events", path: Prefix + "/events", tag: "counts", example: "/api/v1/events", stream: true,
		media:   "text/event-stream",
		summary: "Changes of counts, as server-sent events",
		text: "First a message \"runs\" with all counts, as in /api/v1/runs, then a message \"run\" for each that " +
			"changes, as in /api/v1/runs/{name}. A client that reconnects gets \"runs\" again. A comment every 15 " +
			"seconds keeps the connection open.",
	})
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
