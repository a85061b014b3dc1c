package kit

import (
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestObey: two quick interrupts end the work properly; a late one ends the process.
func TestObey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signals := make(chan os.Signal, 2)
		cancelled, exited := 0, 0
		go obey(signals, func() { cancelled++ }, func() { exited++ })
		for _, c := range []struct {
			after             time.Duration
			cancelled, exited int
		}{{0, 1, 0}, {0, 1, 0}, {oneInterrupt, 1, 0}, {1, 1, 1}} {
			time.Sleep(c.after)
			signals <- os.Interrupt
			synctest.Wait()
			if cancelled != c.cancelled || exited != c.exited {
				t.Errorf("after %v: cancelled %d times, exited %d times, want %d, %d", c.after, cancelled,
					exited, c.cancelled, c.exited)
			}
		}
	})
}
