//go:build !js

package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

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
