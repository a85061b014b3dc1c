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
	"strconv"
	"strings"
	"time"

	"queens/internal/web/api"
)

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
	// The body is read before the request takes its place: a slow one delays no other.
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
