package kit

import (
	"fmt"
	"io"
	"sync"
	"time"

	"queens/internal/human"
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

// StartHeartbeat starts a heartbeat on standard error. The caller stops it.
func (a *App) StartHeartbeat() *heartbeat {
	interval := beatElsewhere
	if IsTerminal(a.Stderr) {
		interval = beatOnTerminal
	}
	return newHeartbeat(a.Stderr, interval)
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
					fmt.Fprintf(w, "queens: %s, %s\n", text, human.Duration(time.Since(began)))
				}
			}
		}
	})
	return h
}

// Say sets what the next line says.
func (h *heartbeat) Say(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.latest = fmt.Sprintf(format, args...)
}

func (h *heartbeat) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.latest
}

// Stop ends the heartbeat and returns when nothing more is printed.
func (h *heartbeat) Stop() {
	close(h.quit)
	h.done.Wait()
}
