//go:build !js

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"queens/count/runs"
)

type event struct {
	id   uint64
	name string // "run" or "runs"
	data []byte
}

// hub numbers the messages of the Manager and hands them to subscribers. It keeps
// the last ones, so that a subscriber who was away for a moment misses nothing.
type hub struct {
	manager *runs.Manager

	mu          sync.Mutex // guards what follows
	epoch       uint64     // numbers of this process begin here, above those of any before
	last        uint64
	recent      []event
	subscribers map[chan event]bool
}

// Sizes of the hub.
const (
	keptEvents     = 256
	queueSize      = 64  // messages that wait for one subscriber
	maxSubscribers = 128 // subscribers at once
)

func newHub(m *runs.Manager) *hub {
	epoch := uint64(time.Now().Unix()) * 1_000_000 // in order over restarts, and below 2^53
	return &hub{manager: m, epoch: epoch, last: epoch, subscribers: map[chan event]bool{}}
}

// Serve hands on the messages of the manager until ctx ends.
func (a *API) Serve(ctx context.Context) {
	messages, end := a.manager.Subscribe()
	defer end()
	for {
		select {
		case s := <-messages:
			if data, err := json.Marshal(s); err == nil {
				a.events.publish("run", data)
			}
		case <-ctx.Done():
			return
		}
	}
}

// publish sends a message to all subscribers; a slow one misses it.
func (h *hub) publish(name string, data []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	e := event{h.last, name, data}
	h.recent = append(h.recent, e)
	if len(h.recent) > keptEvents {
		h.recent = h.recent[len(h.recent)-keptEvents:]
	}
	for messages := range h.subscribers {
		select {
		case messages <- e:
		default:
		}
	}
}

// subscribe adds a subscriber who has seen all messages up to number seen. What it
// missed is returned; whole is true if that is more than is kept, so that it needs
// to be told everything.
func (h *hub) subscribe(seen uint64) (messages chan event, missed []event, last uint64, whole bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.subscribers) >= maxSubscribers {
		return nil, nil, 0, false, huma.Error503ServiceUnavailable(fmt.Sprintf("%d subscribers already, which is the most", maxSubscribers))
	}
	messages = make(chan event, queueSize)
	h.subscribers[messages] = true
	whole = seen < h.epoch || seen > h.last || len(h.recent) > 0 && seen+1 < h.recent[0].id
	if !whole {
		for _, e := range h.recent {
			if e.id > seen {
				missed = append(missed, e)
			}
		}
	}
	return messages, missed, h.last, whole, nil
}

func (h *hub) unsubscribe(messages chan event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, messages)
}

func addEvents(a *API) {
	o := a.describe(operation{
		id: "events", path: Prefix + "/events", tag: "counts", example: "/api/v1/events", stream: true, media: "text/event-stream",
		summary: "What happens to counts, as server-sent events",
		text: "First a message \"runs\" with all of them as /api/v1/runs gives them, then a message \"run\" for each that changes, as /api/v1/runs/{name} gives it. " +
			"A client that comes back with Last-Event-ID gets what it missed, or \"runs\" again. A comment every 15 seconds keeps the connection open.",
	})
	huma.Register(a.huma, o, func(_ context.Context, in *struct {
		LastEventID string `header:"Last-Event-ID" maxLength:"32"`
	},
	) (*huma.StreamResponse, error) {
		seen, _ := strconv.ParseUint(in.LastEventID, 10, 64) // 0, from the beginning, for anything else
		messages, missed, last, whole, err := a.events.subscribe(seen)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			defer a.events.unsubscribe(messages)
			r, w := humago.Unwrap(ctx)
			s := stream{w: w, control: http.NewResponseController(w)}
			s.open()
			if whole {
				list, err := a.manager.List(r.Context())
				if err != nil {
					return
				}
				data, err := json.Marshal(Runs{"queens.runs/1", list})
				if err != nil {
					return
				}
				missed = []event{{last, "runs", data}}
			}
			s.run(r.Context(), missed, messages)
		}}, nil
	})
}

type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Times of a stream.
const (
	heartbeat     = 15 * time.Second
	writePatience = 10 * time.Second
	retryMillis   = 1000 // after which a browser comes back
)

func (s stream) open() {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	s.w.WriteHeader(http.StatusOK)
}

// run sends what was missed and then what comes, until ctx ends or writing fails.
func (s stream) run(ctx context.Context, missed []event, messages <-chan event) {
	err := s.send("retry: %d\n\n", retryMillis)
	for _, e := range missed {
		if err == nil {
			err = s.send("id: %d\nevent: %s\ndata: %s\n\n", e.id, e.name, e.data)
		}
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for err == nil {
		select {
		case e := <-messages:
			err = s.send("id: %d\nevent: %s\ndata: %s\n\n", e.id, e.name, e.data)
		case <-beat.C:
			err = s.send(": alive\n\n")
		case <-ctx.Done():
			return
		}
	}
}

func (s stream) send(format string, args ...any) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(writePatience)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil {
		return err
	}
	return s.control.Flush()
}
