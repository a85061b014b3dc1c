package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestWhoTakesGzip(t *testing.T) {
	for value, want := range map[string]bool{
		"": false, "gzip": true, "br, GZIP": true, "gzip;q=0": false, "gzip; q=0.0": false, "gzip; Q=0.5, br": true,
		"identity": false, "gzip;q=": false, "gzip;q=x": false, "xgzip": false, "*": false,
	} {
		if got := takesGzip([]string{value}); got != want {
			t.Errorf("Accept-Encoding %q: %v, want %v", value, got, want)
		}
	}
}

// TestZipKeepsTheAnswer compares what a client gets that takes gzip with what another one gets.
func TestZipKeepsTheAnswer(t *testing.T) {
	line := strings.Repeat("queens ", 20)
	for name, c := range map[string]struct {
		zipped bool
		answer http.HandlerFunc
	}{
		"nothing":      {false, func(http.ResponseWriter, *http.Request) {}},
		"status alone": {false, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }},
		"small":        {false, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, line) }},
		"error": {false, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, line, http.StatusTeapot)
		}},
		"long error": {true, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat(line, 50), http.StatusTeapot)
		}},
		"html, sniffed": {true, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<html>"+strings.Repeat(line, 50))
		}},
		"many writes": {true, func(w http.ResponseWriter, _ *http.Request) {
			for range 100 {
				_, _ = io.WriteString(w, line)
			}
		}},
		"length known": {true, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "14000")
			_, _ = io.WriteString(w, strings.Repeat(line, 100))
		}},
		"packed": {false, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(w, strings.Repeat(line, 50))
		}},
		"encoded": {false, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, strings.Repeat(line, 50))
		}},
		"part": {false, func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "a.txt", time.Time{}, strings.NewReader(strings.Repeat(line, 50)))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(zip(c.answer))
			defer server.Close()
			get := func(coding string) (*http.Response, string) {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept-Encoding", coding)
				if name == "part" {
					r.Header.Set("Range", "bytes=10-1999")
				}
				answer, err := http.DefaultTransport.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				body := io.Reader(answer.Body)
				if answer.Header.Get("Content-Encoding") == "gzip" {
					if body, err = gzip.NewReader(answer.Body); err != nil {
						t.Fatal(err)
					}
				}
				text, err := io.ReadAll(body)
				if err != nil {
					t.Fatal(err)
				}
				return answer, string(text)
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
