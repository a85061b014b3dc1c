//go:build !js

package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"queens/internal/web/api"
)

// Times of every request. The stream of events has its own. Tests raise them.
var (
	requestTime = 20 * time.Second // that answering may take
	writeTime   = 30 * time.Second // that a client may take to send its request, and to read the answer
	requestWait = 5 * time.Second  // that a request waits for its turn
)

// Other limits of every request.
const (
	lightAtOnce = 64 // requests that cost next to nothing
	maxHeader   = 16 << 10
	maxAddress  = 8 << 10
)

// pool limits how many requests of a kind are answered at once; the others wait for it.
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
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		r.Body, r.ContentLength = http.NoBody, 0 // it would mean nothing
	}
	// The body is read before the request takes its place: a slow one delays no other.
	var body []byte
	large, err := r.ContentLength > api.MaxBody, error(nil)
	if !large {
		body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, api.MaxBody))
		_, large = errors.AsType[*http.MaxBytesError](err)
	}
	if large {
		w.Header().Set("Connection", "close") // the rest is not read
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", api.MaxBody))
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

// zip compresses text of 1024 bytes and more if the client accepts gzip.
func zip(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if !acceptsGzip(r.Header.Get("Accept-Encoding")) {
			h.ServeHTTP(w, r)
			return
		}
		a := &whole{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(a, r)
		a.send()
	})
}

func acceptsGzip(codings string) bool {
	return slices.ContainsFunc(strings.Split(strings.ReplaceAll(codings, " ", ""), ","), func(coding string) bool {
		name, quality, weighed := strings.Cut(coding, ";q=")
		return name == "gzip" && (!weighed || strings.Trim(quality, "0.") != "")
	})
}

// whole keeps an answer until all of it is there.
type whole struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (a *whole) WriteHeader(status int) { a.status = status }

func (a *whole) Write(text []byte) (int, error) { return a.body.Write(text) }

func (a *whole) Unwrap() http.ResponseWriter { return a.ResponseWriter }

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func (a *whole) send() {
	h, body := a.Header(), a.body.Bytes()
	contents := cmp.Or(h.Get("Content-Type"), http.DetectContentType(body))
	is := func(kind string) bool { return strings.Contains(contents, kind) }
	to := io.Writer(a.ResponseWriter)
	if len(body) >= 1024 && slices.ContainsFunc([]string{"text/", "json", "javascript", "svg"}, is) &&
		h.Get("Content-Encoding") == "" && h.Get("Content-Range") == "" {
		h.Set("Content-Type", contents)
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		z := zippers.Get().(*gzip.Writer)
		z.Reset(to)
		defer zippers.Put(z)
		defer z.Close()
		to = z
	}
	a.ResponseWriter.WriteHeader(a.status)
	_, _ = to.Write(body) // fails only if the client has left
}
