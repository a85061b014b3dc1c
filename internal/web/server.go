//go:build !js

package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/count"
	"queens/count/runs"
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
		return nil, fmt.Errorf("web: listen on %q: want an address with a port, like 127.0.0.1:8020: %w",
			o.Listen, queens.ErrFormat)
	}
	switch {
	case !isLoopback(host) && o.Token == "":
		return nil, fmt.Errorf("web: listen on %q: %w: %w", o.Listen, ErrToken, queens.ErrFormat)
	case o.Token != "" && len(o.Token) < MinToken:
		return nil, fmt.Errorf("web: the token has %d characters: want at least %d: %w", len(o.Token),
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
		return nil, errors.Join(fmt.Errorf("web: %w", err), s.manager.Close())
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

// policy lets pages load only what comes from this server, no script or style within a page, no
// frames.
const policy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action " +
	"'self'; frame-ancestors 'none'"

var framed = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

func secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, embedPrefix) {
			h.Set("Content-Security-Policy", framed)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether only this machine reaches the host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// checkHost refuses requests for another host than this machine: a page of
// another site whose name was made to point here (DNS rebinding) sends its own.
func checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !isLoopback(strings.Trim(host, "[]")) {
			refuse(w, http.StatusForbidden, "this server answers only requests for this machine, not for the "+
				"requested host")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// requireToken answers only requests with the token: a program sends it in the header
// Authorization, a browser once in the address, ?token=..., and then in a cookie.
func requireToken(token string, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(token))
	fits := func(text string) bool {
		got := sha256.Sum256([]byte(text))
		return subtle.ConstantTimeCompare(got[:], want[:]) == 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bearer, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		cookie, err := r.Cookie(api.TokenCookie)
		if isBearer && fits(bearer) || err == nil && fits(cookie.Value) {
			next.ServeHTTP(w, r)
			return
		}
		query := r.URL.Query()
		if r.Method == http.MethodGet && fits(query.Get("token")) {
			http.SetCookie(w, &http.Cookie{
				Name: api.TokenCookie, Value: query.Get("token"), Path: "/",
				HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode,
			})
			query.Del("token")
			clean := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
			if !strings.HasPrefix(clean.Path, "/") || strings.HasPrefix(clean.Path, "//") {
				clean.Path = "/"
			}
			http.Redirect(w, r, clean.String(), http.StatusSeeOther)
			return
		}
		w.Header().Set("WWW-Authenticate", `Bearer realm="queens"`)
		refuse(w, http.StatusUnauthorized, "this server needs its token: open the address that queens serve "+
			"printed, or send the header Authorization: Bearer TOKEN")
	})
}

// crossOrigin refuses requests that pages of other sites make: those that change
// something, and all reads but that a link to a page is followed, or that one that may
// be embedded is shown in a frame.
func crossOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "a page of another site cannot change anything here")
	}))
	guarded := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site, dest, safe := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Dest"),
			r.Method == http.MethodGet || r.Method == http.MethodHead
		foreign := site == "cross-site" || site == "same-site"
		frame := strings.HasPrefix(r.URL.Path, embedPrefix) && (dest == "iframe" || dest == "frame")
		if link := !isAPI(r.URL.Path) && dest == "document"; foreign && safe && !link && !frame {
			refuse(w, http.StatusForbidden, "a page of another site cannot use this server; open the address directly")
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// Limits of every request. The stream of events has its own.
const (
	requestTime  = 20 * time.Second // that answering may take
	writeTime    = 30 * time.Second // that a client may take to send its request, and to read the answer
	requestWait  = 5 * time.Second  // that a request waits for its turn
	lightAtOnce  = 64               // requests that cost next to nothing
	maxHeader    = 16 << 10
	maxAddress   = 8 << 10
	maxBodyBytes = 128 << 10
)

// pool is what requests of a kind wait for: so many are answered at once.
type pool chan struct{}

// gate bounds time, size and number of requests. What is expensive waits in pools of
// its own, one for the pages and one for the interface, of one request for each core:
// so whatever is computed, the rest is answered.
type gate struct {
	mux                *http.ServeMux
	expensive          func(pattern string) bool // of the mux
	light, pages, work pool
}

func newGate(mux *http.ServeMux, expensive func(pattern string) bool) *gate {
	cores := max(2, runtime.GOMAXPROCS(0))
	return &gate{mux, expensive, make(pool, lightAtOnce), make(pool, cores), make(pool, cores)}
}

func (g *gate) poolOf(r *http.Request) pool {
	_, pattern := g.mux.Handler(r)
	switch {
	case r.URL.Path == healthPath:
		return nil
	case !g.expensive(pattern):
		return g.light
	case isAPI(r.URL.Path):
		return g.work
	default:
		return g.pages
	}
}

const healthPath = "/healthz"

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.URL.RawQuery)+len(r.URL.Path) > maxAddress {
		refuse(w, http.StatusRequestURITooLong, "the address is too long")
		return
	}
	if r.URL.Path == api.Prefix+"/events" {
		g.mux.ServeHTTP(w, r)
		return
	}
	// The body is read before the request takes its place: a slow one holds up nobody.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", maxBodyBytes))
		return
	}
	if err != nil {
		refuse(w, http.StatusRequestTimeout, "the body did not arrive in time")
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	ctx, cancel := context.WithTimeout(r.Context(), requestTime)
	defer cancel()
	if turn := g.poolOf(r); turn != nil {
		if !turn.enter(ctx) {
			w.Header().Set("Retry-After", "2")
			refuse(w, http.StatusServiceUnavailable, "too many requests at once")
			return
		}
		defer turn.leave()
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // not every writer can
	zip(g.mux).ServeHTTP(w, r.WithContext(ctx))
}

func (p pool) enter(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, requestWait)
	defer cancel()
	select {
	case p <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p pool) leave() { <-p }

const zipLeast = 1024

var packed = []string{"application/pdf", "image/gif", "image/png"}

// zip compresses what h answers, where the client takes gzip, and where it pays. An answer is
// held in memory until it is whole.
func zip(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Accept-Encoding")
		if r.Method == http.MethodHead || !takesGzip(r.Header.Values("Accept-Encoding")) {
			h.ServeHTTP(w, r)
			return
		}
		a := &held{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(a, r)
		body := a.body.Bytes()
		kind := cmp.Or(header.Get("Content-Type"), http.DetectContentType(body))
		media, _, _ := strings.Cut(kind, ";")
		if len(body) < zipLeast || header.Get("Content-Encoding")+header.Get("Content-Range") != "" ||
			slices.Contains(packed, media) {
			w.WriteHeader(a.status)
			_, _ = w.Write(body) // the client may be gone; the error is ignored
			return
		}
		header.Set("Content-Type", kind)
		header.Set("Content-Encoding", "gzip")
		header.Del("Content-Length")
		w.WriteHeader(a.status)
		z := gzip.NewWriter(w)
		_, _ = z.Write(body)
		_ = z.Close()
	})
}

// takesGzip reports whether the values of Accept-Encoding name gzip, with a weight
// that is not zero.
func takesGzip(values []string) bool {
	for coding := range strings.SplitSeq(strings.ToLower(strings.ReplaceAll(strings.Join(values, ","), " ", "")), ",") {
		if name, weight, weighed := strings.Cut(coding, ";q="); name == "gzip" {
			q, err := strconv.ParseFloat(weight, 64)
			return !weighed || err == nil && q > 0
		}
	}
	return false
}

// held holds an answer back.
type held struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *held) WriteHeader(status int)      { h.status = status }
func (h *held) Write(b []byte) (int, error) { return h.body.Write(b) }
