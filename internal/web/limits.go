package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"queens/internal/web/api"
)

// Limits of every request. The stream of events has its own.
const (
	requestTime  = 20 * time.Second // that answering may take
	writeTime    = 30 * time.Second // that a client may take to read the answer
	maxRequests  = 32               // answered at once; more wait for requestWait
	requestWait  = 5 * time.Second
	maxHeader    = 16 << 10
	maxAddress   = 8 << 10
	maxBodyBytes = 128 << 10
)

// limit bounds time, size and number of requests.
func limit(next http.Handler) http.Handler {
	slots := make(chan struct{}, maxRequests)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.RawQuery)+len(r.URL.Path) > maxAddress {
			refuse(w, http.StatusRequestURITooLong, "the address is too long")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBodyBytes)
		if r.URL.Path == api.Prefix+"/events" {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		wait := time.NewTimer(requestWait)
		defer wait.Stop()
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return
		case <-wait.C:
			w.Header().Set("Retry-After", "2")
			refuse(w, http.StatusServiceUnavailable, "too many requests at once")
			return
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // not every writer can
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// refuse answers with problem details.
func refuse(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(struct { // who does not read the answer does not miss it
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{http.StatusText(status), status, detail})
}

// isAPI reports whether the path is one of the interface for programs.
func isAPI(path string) bool { return strings.HasPrefix(path, "/api/") }
