package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"queens/internal/must"
)

func reply(ctx context.Context, h http.Handler, method, path string, body io.Reader) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, method, path, body))
	return w
}

// TestExpensiveRequestsLeaveTheRestAlone has forty requests that do not end, and forty
// bodies that do not come: everything else is answered at once, by the clock of the
// bubble. What waits in vain is told so, and what is given up leaves its place.
func TestExpensiveRequestsLeaveTheRestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux := http.NewServeMux()
		hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
		quick := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
		for pattern, h := range map[string]http.HandlerFunc{
			"GET /api/v1/solutions": hang, "GET /trajectory": hang,
			"GET /healthz": quick, "GET /watch": quick, "GET /static/app.js": quick, "GET /api/v1/runs": quick,
			"POST /api/v1/runs": quick,
		} {
			mux.HandleFunc(pattern, h)
		}
		g := newGate(mux, map[string]bool{"GET /api/v1/solutions": true, "GET /trajectory": true})
		ctx, leave := context.WithCancel(t.Context())
		var clients sync.WaitGroup
		for range 40 {
			clients.Go(func() { reply(ctx, g, "GET", "/api/v1/solutions?n=30", nil) })
			clients.Go(func() { reply(ctx, g, "GET", "/solutions/search?n=12", nil) })
		}
		const slow = 2 * lightAtOnce
		var bodies []*io.PipeWriter
		for range slow {
			r, w := io.Pipe()
			bodies = append(bodies, w)
			clients.Go(func() { reply(ctx, g, "POST", "/api/v1/runs", r) })
		}
		synctest.Wait()
		before := time.Now()
		for _, path := range []string{"/healthz", "/watch", "/static/app.js", "/api/v1/runs"} {
			if w := reply(t.Context(), g, "GET", path, nil); w.Code != http.StatusNoContent {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		if waited := time.Since(before); waited != 0 {
			t.Errorf("they waited for %v", waited)
		}
		w := reply(t.Context(), g, "GET", "/api/v1/solutions?n=8", nil)
		if waited := time.Since(before); w.Code != http.StatusServiceUnavailable ||
			w.Header().Get("Retry-After") == "" || waited != requestWait {
			t.Errorf("one more: %d %s after %v", w.Code, w.Body, waited)
		}
		leave()
		for _, body := range bodies {
			_ = body.CloseWithError(io.ErrUnexpectedEOF)
		}
		clients.Wait()
		if len(g.work)+len(g.pages)+len(g.light) != 0 {
			t.Errorf("nobody is left, but %d, %d and %d places are taken", len(g.work), len(g.pages), len(g.light))
		}
	})
}

// TestBodiesHaveNoDeadline looks for operations that set a deadline for a body that has been read.
// When it passed, the request would end, whatever is being computed.
func TestBodiesHaveNoDeadline(t *testing.T) {
	s, _, _ := serve(t, Options{})
	for path, item := range s.api.huma.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil && op.BodyReadTimeout >= 0 {
				t.Errorf("%s %s: the body may take %v", op.Method, path, op.BodyReadTimeout)
			}
		}
	}
}

// TestClientsThatLeave has clients ask for what takes long and go away: the server
// stops working for them.
func TestClientsThatLeave(t *testing.T) {
	s, address, _ := serve(t, Options{})
	for _, path := range []string{
		"/api/v1/solutions?n=30&limit=500&class=rotational",
		"/api/v1/solutions?n=32&limit=500&class=central&modular=true",
		"/api/v1/trace?algorithm=wirth&n=30&chunk=2000",
		"/solutions?n=22&class=rotational",
	} {
		ctx, leave := context.WithCancel(t.Context())
		var clients sync.WaitGroup
		for range 40 {
			r := request(t, http.MethodGet, address+path, "").WithContext(ctx)
			clients.Go(func() {
				if response, err := http.DefaultClient.Do(r); err == nil {
					response.Body.Close()
				}
			})
		}
		time.Sleep(10 * time.Millisecond) // so that some are at work
		if status, _, _ := get(t, address+"/healthz"); status != http.StatusOK {
			t.Errorf("%s: the sign of life is %d", path, status)
		}
		leave()
		clients.Wait()
		for len(s.gate.work)+len(s.gate.pages) > 0 { // else the server still works for those who have left
			time.Sleep(time.Millisecond)
		}
	}
}

// TestText is sent small to who takes it, and as it is to who does not.
func TestTextIsCompressed(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for path, want := range map[string]string{
		"/watch": "gzip", "/static/style.css": "gzip", "/api/v1/algorithms": "gzip", "/openapi.json": "gzip",
		"/api/v1/boards/15863724.svg": "gzip", "/api/v1/boards/15863724.png": "", "/healthz": "",
	} {
		status, header, packed := get(t, address+path, "Accept-Encoding", "gzip")
		_, plainHeader, plain := get(t, address+path, "Accept-Encoding", "identity")
		if got := header.Get("Content-Encoding"); status != http.StatusOK || got != want ||
			plainHeader.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d, encoding %q, want %q; %q to who wants none", path, status, got, want,
				plainHeader.Get("Content-Encoding"))
		}
		var best bytes.Buffer
		z := must.Get(gzip.NewWriterLevel(&best, gzip.BestCompression))(t)
		_, _ = io.WriteString(z, plain)
		_ = z.Close()
		if want != "" && (2*len(packed) > len(plain) || 10*len(packed) > 11*best.Len()) {
			t.Errorf("%s: %d bytes become %d; %d are possible", path, len(plain), len(packed), best.Len())
		}
	}
	_, header, _ := get(t, address+"/static/style.css")
	if status, _, _ := get(t, address+"/static/style.css", "If-None-Match", header.Get("ETag"),
		"Accept-Encoding", "gzip"); status != http.StatusNotModified {
		t.Errorf("a file that the browser has: %d", status)
	}
}

// TestErrorsAreShort sends long bodies; the answers do not repeat them.
func TestErrorsAreShort(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for _, body := range []string{
		`{"order":12,"queens":"` + strings.Repeat("a1,", 15_000) + `"}`,
		`{"order":"` + strings.Repeat("9", 50_000) + `"}`,
		`{"` + strings.Repeat("x", 50_000) + `":1}`,
	} {
		status, _, text := ask(t, request(t, http.MethodPost, address+"/api/v1/complete", body))
		if status != http.StatusUnprocessableEntity || len(text) > 3000 {
			t.Errorf("%d bytes are answered by %d, %d bytes: %.200s", len(body), status, len(text), text)
		}
	}
}

// TestMethods asks by methods that an address does not have.
func TestMethods(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for _, c := range []struct {
		method, path, allow string
		status              int
	}{
		{"POST", "/healthz", "GET, HEAD", 405},
		{"PUT", "/api/v1/solutions", "GET, HEAD", 405},
		{"PATCH", "/api/v1/runs", "GET, HEAD, POST", 405},
		{"GET", "/api/v1/complete", "POST", 405},
		{"DELETE", "/watch", "GET, HEAD", 405},
		{"POST", "/nothing", "", 404},
		{"PUT", "/api/v1/nothing", "", 404},
	} {
		status, header, body := ask(t, request(t, c.method, address+c.path, ""))
		if status != c.status || header.Get("Allow") != c.allow ||
			header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: %d, Allow %q, %s; want %d and %q", c.method, c.path, status, header.Get("Allow"),
				body, c.status, c.allow)
		}
	}
}

// TestLongBodyIsRefused sends more than may be, and announces it without sending it: the answer
// does not wait for it. The largest body that is accepted has something else wrong with it.
func TestLongBodyIsRefused(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for _, length := range []int64{maxBody, maxBody + 1, 200_000, 1_000_000_000_000} {
		host := strings.TrimPrefix(address, "http://")
		conn := must.Get(new(net.Dialer).DialContext(t.Context(), "tcp", host))(t)
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/v1/apply HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\n\r\n", host, length)
		want := http.StatusRequestEntityTooLarge
		if length == maxBody {
			want = http.StatusUnprocessableEntity
			fmt.Fprint(conn, (`{"perm":"` + strings.Repeat("1", maxBody))[:length-2]+`"}`)
		}
		answer := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
		text := must.Get(io.ReadAll(answer.Body))(t)
		if answer.StatusCode != want || want == http.StatusRequestEntityTooLarge &&
			!strings.Contains(string(text), "the body has more than 65536 bytes") {
			t.Errorf("%d bytes: %d %.200s", length, answer.StatusCode, text)
		}
	}
	r := request(t, http.MethodPost, address+"/api/v1/apply", "{")
	r.Body = io.NopCloser(bytes.NewReader(make([]byte, 1<<20)))
	r.ContentLength = -1
	if status, _, body := ask(t, r); status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %.200s", status, body)
	}
}

func TestAcceptsGzip(t *testing.T) {
	for codings, want := range map[string]bool{
		"": false, "br": false, "gzip;q=0": false, "gzip; q=0.000, br": false, "gzipped": false,
		"gzip": true, "br;q=1,gzip": true, "br, gzip; q=0.5": true, "deflate, gzip;q=1.0, *;q=0.5": true,
	} {
		if acceptsGzip(codings) != want {
			t.Errorf("%q: %v, want %v", codings, !want, want)
		}
	}
}

// TestZipKeepsTheAnswer compares what a client gets that takes gzip with what another one gets.
func TestZipKeepsTheAnswer(t *testing.T) {
	line := strings.Repeat("queens ", 20)
	long := strings.Repeat(line, 50)
	writes := func(text string, headers ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for pair := range slices.Chunk(headers, 2) {
				w.Header().Set(pair[0], pair[1])
			}
			_, _ = io.WriteString(w, text)
		}
	}
	fails := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, text, http.StatusTeapot) }
	}
	for name, c := range map[string]struct {
		zipped bool
		answer http.HandlerFunc
	}{
		"nothing":       {false, func(http.ResponseWriter, *http.Request) {}},
		"status alone":  {false, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }},
		"small":         {false, writes(line)},
		"error":         {false, fails(line)},
		"long error":    {true, fails(long)},
		"html, sniffed": {true, writes("<html>" + long)},
		"length known":  {true, writes(long+long, "Content-Length", "14000")},
		"packed":        {false, writes(long, "Content-Type", "image/png")},
		"encoded":       {false, writes(long, "Content-Encoding", "br")},
		"many writes": {true, func(w http.ResponseWriter, _ *http.Request) {
			for range 100 {
				_, _ = io.WriteString(w, line)
			}
		}},
		"part": {false, func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "a.txt", time.Time{}, strings.NewReader(long))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(zip(c.answer))
			defer server.Close()
			get := func(coding string) (*http.Response, string) {
				r := must.Get(http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil))(t)
				r.Header.Set("Accept-Encoding", coding)
				if name == "part" {
					r.Header.Set("Range", "bytes=10-1999")
				}
				answer := must.Get(http.DefaultTransport.RoundTrip(r))(t)
				defer answer.Body.Close()
				body := io.Reader(answer.Body)
				if answer.Header.Get("Content-Encoding") == "gzip" {
					body = must.Get(gzip.NewReader(answer.Body))(t)
				}
				return answer, string(must.Get(io.ReadAll(body))(t))
			}
			plain, want := get("identity")
			zipped, got := get("br;q=1, gzip")
			if got != want || zipped.StatusCode != plain.StatusCode ||
				zipped.Header.Get("Content-Type") != plain.Header.Get("Content-Type") {
				t.Errorf("%s %q, %.60q; want %s %q, %.60q", zipped.Status, zipped.Header.Get("Content-Type"), got,
					plain.Status, plain.Header.Get("Content-Type"), want)
			}
			if (zipped.Header.Get("Content-Encoding") == "gzip") != c.zipped ||
				plain.Header.Get("Content-Encoding") == "gzip" {
				t.Errorf("encodings %q and %q", zipped.Header.Get("Content-Encoding"),
					plain.Header.Get("Content-Encoding"))
			}
			if zipped.Header.Get("Vary") != "Accept-Encoding" || plain.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("Vary %q and %q", zipped.Header.Get("Vary"), plain.Header.Get("Vary"))
			}
		})
	}
}
