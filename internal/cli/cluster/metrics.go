package cluster

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"queens/count/cluster"
)

// serveMetrics answers /healthz and, in the text format of Prometheus, /metrics at an
// address until stop is called.
func serveMetrics(address string, c *cluster.Coordinator, stderr io.Writer) (stop func(), err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("coordinator: --http: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		_, _ = io.WriteString(w, metrics(c.Status()))
	})
	server := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 14}
	go func() { _ = server.Serve(l) }() // until it is closed
	fmt.Fprintf(stderr, "queens: coordinator: http://%s/metrics and /healthz\n", l.Addr())
	return func() { _ = server.Close() }, nil
}

// metrics writes the state of a coordinator for Prometheus.
func metrics(s cluster.Status) string {
	var b strings.Builder
	say := func(name, kind, help string, value any) {
		fmt.Fprintf(&b, "# HELP queens_%s %s\n# TYPE queens_%s %s\nqueens_%s %v\n", name, help, name, kind, name, value)
	}
	say("subproblems", "gauge", "Subproblems of the plan.", s.Subproblems)
	say("subproblems_missing", "gauge", "Subproblems without a result.", s.Missing)
	say("subproblems_held", "gauge", "Subproblems that workers are counting.", s.Held)
	say("subproblems_aside", "gauge", "Subproblems that nobody could count.", s.Aside)
	say("checks_missing", "gauge", "Results that are to be counted a second time.", s.Checks)
	say("disputes", "gauge", "Subproblems of which two results differ, and which are being settled.", s.Disputes)
	fmt.Fprint(&b, "# HELP queens_results_total Results by worker.\n# TYPE queens_results_total counter\n")
	for _, w := range s.Workers {
		fmt.Fprintf(&b, "queens_results_total{worker=%q} %d\n", w.Name, w.Results)
	}
	fmt.Fprint(&b, "# HELP queens_worker_slots Subproblems that a worker counts side by side; 0 if it is heard no more.\n# TYPE queens_worker_slots gauge\n")
	for _, w := range s.Workers {
		slots := w.Slots
		if w.Banned != "" {
			slots = 0
		}
		fmt.Fprintf(&b, "queens_worker_slots{worker=%q} %d\n", w.Name, slots)
	}
	return b.String()
}
