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
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
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

// gate bounds time, size and number of requests. What is expensive waits in pools of
// its own, one for the pages and one for the interface, of one request for each core:
// so whatever is computed, the rest is answered.
type gate struct {
	mux                *http.ServeMux
	heavy              map[string]bool // patterns of the mux that take more than a moment
	light, pages, work Turns
}

func newGate(mux *http.ServeMux, heavy map[string]bool) *gate {
	cores := max(2, runtime.GOMAXPROCS(0))
	return &gate{mux, heavy, make(Turns, lightAtOnce), make(Turns, cores), make(Turns, cores)}
}

// turnsOf returns the pool of turns from which a request takes one before it is answered.
func (g *gate) turnsOf(r *http.Request) Turns {
	_, pattern := g.mux.Handler(r)
	switch {
	case r.URL.Path == healthPath:
		return nil
	case !g.heavy[pattern]:
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
	if r.URL.Path == Prefix+"/events" {
		g.mux.ServeHTTP(w, r)
		return
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		r.Body, r.ContentLength = http.NoBody, 0 // it would mean nothing
	}
	// The body is read before the request takes its place: a slow one delays no other.
	var body []byte
	large, err := r.ContentLength > maxBody, error(nil)
	if !large {
		body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		_, large = errors.AsType[*http.MaxBytesError](err)
	}
	if large {
		w.Header().Set("Connection", "close") // the rest is not read
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", maxBody))
		return
	}
	if err != nil {
		refuse(w, http.StatusRequestTimeout, "the body did not arrive in time")
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	ctx, cancel := context.WithTimeout(r.Context(), requestTime)
	defer cancel()
	if turns := g.turnsOf(r); turns != nil {
		waiting, end := context.WithTimeout(ctx, requestWait)
		defer end()
		if !turns.Take(waiting) {
			w.Header().Set("Retry-After", "2")
			refuse(w, http.StatusServiceUnavailable, "too many requests at once")
			return
		}
		defer turns.Return()
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // not every writer can
	zip(g.mux).ServeHTTP(w, r.WithContext(ctx))
}

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
		if inFrames(r.URL.Path) {
			h.Set("Content-Security-Policy", framed)
		}
		if inFrames(r.URL.Path) || forOthers(r.URL.Path, "script") {
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
		cookie, err := r.Cookie(tokenCookie)
		if isBearer && fits(bearer) || err == nil && fits(cookie.Value) {
			next.ServeHTTP(w, r)
			return
		}
		query := r.URL.Query()
		if r.Method == http.MethodGet && fits(query.Get("token")) {
			http.SetCookie(w, &http.Cookie{
				Name: tokenCookie, Value: query.Get("token"), Path: "/",
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
// something, and all reads but that a link to a page is followed, and forOthers.
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
		if link := !isAPI(r.URL.Path) && dest == "document"; foreign && safe && !link && !forOthers(r.URL.Path, dest) {
			refuse(w, http.StatusForbidden, "a page of another site cannot use this server; open the address directly")
			return
		}
		guarded.ServeHTTP(w, r)
	})
}
