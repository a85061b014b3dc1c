//go:build !js

package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"queens"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
)

// Options say how to serve. State and Listen are needed.
type Options struct {
	State  string        // state directory, whose runs are shown and counted
	Listen string        // address and port; port 0 takes any that is free
	Token  string        // that a client must know; needed unless Listen is a loopback address
	Count  count.Options // what every count has in common: memory, program
	Logger *slog.Logger  // nil: nothing is logged
}

// MinToken is the least length of a token.
const MinToken = 16

// ErrToken says that a token is missing.
var ErrToken = errors.New("other machines can reach this address, so it needs a token")

// Server is a workstation.
type Server struct {
	options  Options
	listener net.Listener
	manager  *runs.Manager
	api      *API
	gate     *gate
	handler  http.Handler
}

// New returns a Server that listens already; Serve answers.
//
// Errors: ErrToken for a Listen without token that others can reach; queens.ErrFormat for that
// and a short token; ledger.ErrLocked if another server uses the state directory.
func New(o Options) (*Server, error) {
	host, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, errs.Errorf("listen on %q: want an address with a port, like 127.0.0.1:8020: %w",
			o.Listen, queens.ErrFormat)
	}
	switch {
	case !isLoopback(host) && o.Token == "":
		return nil, errs.Errorf("listen on %q: %w: %w", o.Listen, ErrToken, queens.ErrFormat)
	case o.Token != "" && len(o.Token) < MinToken:
		return nil, errs.Errorf("the token has %d characters: want at least %d: %w", len(o.Token),
			MinToken, queens.ErrFormat)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{options: o}
	if s.manager, err = runs.NewManager(o.State, o.Count); err != nil {
		return nil, err
	}
	if s.listener, err = net.Listen("tcp", o.Listen); err != nil {
		return nil, errors.Join(errs.Errorf("%w", err), s.manager.Close())
	}
	s.handler = s.routes(isLoopback(host))
	return s, nil
}

func (s *Server) routes(loopback bool) http.Handler {
	mux := http.NewServeMux()
	s.api = NewAPI(mux, s.manager, s.options.Token != "")
	newSite(s.api, s.options.Token != "", false).add(mux)
	s.gate = newGate(mux, s.api.heavy)
	handler := crossOrigin(s.gate)
	if s.options.Token != "" {
		handler = requireToken(s.options.Token, handler)
	}
	if loopback {
		handler = checkHost(handler)
	}
	return secureHeaders(s.recover(handler))
}

func (s *Server) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				s.options.Logger.Error("a request failed", "path", r.URL.Path, "cause", cause)
				refuse(w, http.StatusInternalServerError, "internal server error; it has been logged")
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// URL returns the address to open in a browser, with the token if there is one.
func (s *Server) URL() string {
	address := "http://" + s.listener.Addr().String() + "/"
	if s.options.Token != "" {
		address += "?token=" + s.options.Token
	}
	return address
}

// shutdownTime is how long requests may take to end.
const shutdownTime = 2 * time.Second

// Serve answers until ctx ends. Then it stops the counts, which continue when the next server of
// the state directory starts.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: writeTime, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: maxHeader,
		BaseContext:    func(net.Listener) context.Context { return ctx },
		ErrorLog:       slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),
	}
	var others sync.WaitGroup
	others.Go(func() { s.manager.Run(ctx) })
	others.Go(func() {
		<-ctx.Done()
		last, end := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer end()
		if server.Shutdown(last) != nil {
			_ = server.Close() // what does not end by itself is cut off
		}
	})
	err := server.Serve(s.listener)
	cancel()
	others.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, s.manager.Close())
}

type live struct {
	manager *runs.Manager
}

// NewAPI returns an API whose operations are on mux. manager must Run.
func NewAPI(mux *http.ServeMux, manager *runs.Manager, token bool) *API {
	a := newStill(mux, token)
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
	if errors.Is(err, runs.ErrBusy) || errors.Is(err, runs.ErrIdle) || errors.Is(err, ledger.ErrLocked) {
		return http.StatusConflict
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
		add(a, id, func(ctx context.Context, in *runName) (*runs.Run, error) { return theRun(do(ctx, in.Name)) })
	}
}

func theRun(r runs.Run, err error) (*runs.Run, error) { return &r, err }

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
		Order    int    `json:"order" minimum:"0" maximum:"69" doc:"up to 32; symmetric to 43, quarter-turn to 69, reflecting to 28, superqueens to 40, quarter-turn to 61"`
		Of       string `json:"of,omitempty" enum:"all,fundamental,up-to-rotation,up-to-reflection,classes,symmetric,quarter-turn,reflecting,superqueens,superqueens-quarter-turn" default:"all" doc:"what to count"`
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
	return theRun(a.manager.Start(ctx,
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
	beat := time.Tick(heartbeat)
	for err == nil {
		select {
		case run := <-messages:
			err = event("run", run)
		case <-beat:
			err = send(": alive\n\n")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func countsView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 16, 0, plan.MaxOrder)
	ofs := slices.DeleteFunc(count.Quantities(), func(of string) bool {
		return of == string(count.WhiteQueens) // the page shows one number of each run
	})
	return View{
		Command: "queens runs", Exports: []Export{{Name: "JSON", Link: "/api/v1/runs"}},
		Preview: "/api/v1/plots/growth.png",
		Data: struct {
			Order, MaxOrder       int
			Ofs, Methods, Kernels []string
		}{n, plan.MaxOrder, ofs, methods.Names(), methods.Kernels()},
	}, nil
}
