package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Times between lines of a heartbeat.
const (
	beatOnTerminal = 5 * time.Second
	beatElsewhere  = 30 * time.Second
)

// heartbeat prints how far a command is, a line now and then, while it computes
// without an answer. What ends soon shows nothing.
type heartbeat struct {
	mu     sync.Mutex
	latest string // guarded by mu
	quit   chan struct{}
	done   sync.WaitGroup
}

// startHeartbeat starts a heartbeat on standard error. The caller stops it.
func (a *app) startHeartbeat() *heartbeat {
	interval := beatElsewhere
	if isTerminal(a.stderr) {
		interval = beatOnTerminal
	}
	return newHeartbeat(a.stderr, interval)
}

func newHeartbeat(w io.Writer, interval time.Duration) *heartbeat {
	h := &heartbeat{quit: make(chan struct{})}
	began := time.Now()
	h.done.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-h.quit:
				return
			case <-tick.C:
				if text := h.text(); text != "" {
					fmt.Fprintf(w, "queens: %s, %s\n", text, humanDuration(time.Since(began)))
				}
			}
		}
	})
	return h
}

// say sets what the next line says.
func (h *heartbeat) say(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.latest = fmt.Sprintf(format, args...)
}

func (h *heartbeat) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.latest
}

// stop ends the heartbeat and returns when nothing more is printed.
func (h *heartbeat) stop() {
	close(h.quit)
	h.done.Wait()
}
