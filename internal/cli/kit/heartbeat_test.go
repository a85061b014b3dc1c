package kit

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		h := newHeartbeat(&out, 30*time.Second)
		time.Sleep(31 * time.Second) // nothing to say yet
		h.Say("%d of 3 done", 1)
		time.Sleep(60 * time.Second)
		h.Stop()
		time.Sleep(time.Hour)
		if want := "queens: 1 of 3 done, 60 s\nqueens: 1 of 3 done, 90 s\n"; out.String() != want {
			t.Errorf("printed %q, want %q", out.String(), want)
		}
	})
}

func TestHeartbeatOfShortWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		h := newHeartbeat(&out, 30*time.Second)
		h.Say("working")
		time.Sleep(29 * time.Second)
		h.Stop()
		if out.Len() > 0 {
			t.Errorf("printed %q, want nothing", out.String())
		}
	})
}
