//go:build !js

package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"queens"
	"queens/count"
	"queens/count/runs"
	"queens/internal/errs"
	"queens/internal/web/api"
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
	api      *api.API
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
	s.api = api.New(mux, s.manager, s.options.Token != "")
	site := newSite(s.api, s.options.Token != "", false)
	site.add(mux)
	s.gate = newGate(mux, func(pattern string) bool { return s.api.Expensive(pattern) || site.expensive(pattern) })
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
	failure := make(chan error, 1)
	go func() { failure <- server.Serve(s.listener) }()
	var err error
	select {
	case err = <-failure:
		cancel()
	case <-ctx.Done():
		last, end := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		if server.Shutdown(last) != nil {
			_ = server.Close() // what does not end by itself is cut off
		}
		end()
		err = <-failure
	}
	others.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, s.manager.Close())
}
