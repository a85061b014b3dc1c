package kit

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens/docs"
	"queens/internal/errs"
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

func TestExitCodesAreExplained(t *testing.T) {
	topic, _ := docs.FindTopic("exit-codes")
	var got, want []string
	for _, p := range topic.Pairs() {
		got = append(got, p[0])
	}
	for _, code := range []int{
		errs.Done, errs.Failed, errs.Usage, errs.Refuted, errs.Partial,
		errs.Interrupted, errs.Pipe,
	} {
		want = append(want, strconv.Itoa(code))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("docs/environment.md explains %v, want %v", got, want)
	}
}
