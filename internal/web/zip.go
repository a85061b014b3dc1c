//go:build !js

package web

import (
	"compress/gzip"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const zipLeast = 1024

var packed = []string{"application/pdf", "image/gif", "image/png"}

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// zip compresses what h answers, where the client takes gzip, and where it pays. What is
// flushed arrives.
func zip(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if r.Method == http.MethodHead || !takesGzip(r.Header.Values("Accept-Encoding")) {
			h.ServeHTTP(w, r)
			return
		}
		z := &zipWriter{ResponseWriter: w}
		h.ServeHTTP(z, r)
		z.close()
	})
}

// takesGzip reports whether the values of Accept-Encoding name gzip, with a weight
// that is not zero.
func takesGzip(values []string) bool {
	for coding := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, parameter, weighed := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		if !weighed {
			return true
		}
		weight, found := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(parameter, " ", "")), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return found && err == nil && q > 0
	}
	return false
}

// zipWriter holds an answer back until it is clear whether to compress it.
type zipWriter struct {
	http.ResponseWriter
	status int          // held back; 0: nothing is said yet
	held   []byte       // held back
	begun  bool         // nothing is held back
	zip    *gzip.Writer // nil: not compressed
}

func (z *zipWriter) Unwrap() http.ResponseWriter { return z.ResponseWriter }

// WriteHeader holds the status back until there is a body.
func (z *zipWriter) WriteHeader(status int) {
	if status < http.StatusOK {
		z.ResponseWriter.WriteHeader(status)
	} else if z.status == 0 {
		z.status = status
	}
}

func (z *zipWriter) Write(b []byte) (int, error) {
	if !z.begun {
		z.held = append(z.held, b...)
		if len(z.held) < zipLeast {
			return len(b), nil
		}
		return len(b), z.begin(true)
	}
	if z.zip != nil {
		return z.zip.Write(b)
	}
	return z.ResponseWriter.Write(b)
}

// begin sends what was held back, compressed if large and nothing speaks against it.
func (z *zipWriter) begin(large bool) error {
	z.begun = true
	header := z.Header()
	plain := header.Get("Content-Encoding") == ""
	if plain && header.Get("Content-Type") == "" && len(z.held) > 0 {
		header.Set("Content-Type", http.DetectContentType(z.held))
	}
	media, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if large && plain && header.Get("Content-Range") == "" && !slices.Contains(packed, media) {
		header.Set("Content-Encoding", "gzip")
		header.Del("Content-Length")
		z.zip = zippers.Get().(*gzip.Writer)
		z.zip.Reset(z.ResponseWriter)
	}
	if z.status != 0 {
		z.ResponseWriter.WriteHeader(z.status)
	}
	held := z.held
	z.held = nil
	if len(held) == 0 {
		return nil
	}
	_, err := z.Write(held)
	return err
}

func (z *zipWriter) FlushError() error {
	if !z.begun {
		if err := z.begin(true); err != nil {
			return err
		}
	}
	if z.zip != nil {
		if err := z.zip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(z.ResponseWriter).Flush()
}

// close ends the answer. The client may be gone: errors are ignored.
func (z *zipWriter) close() {
	if !z.begun && (z.status != 0 || len(z.held) > 0) {
		_ = z.begin(false)
	}
	if z.zip != nil {
		_ = z.zip.Close()
		zippers.Put(z.zip)
	}
}
