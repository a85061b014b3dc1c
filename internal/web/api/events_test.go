package api

import (
	"fmt"
	"testing"
)

// TestReplayWindow comes back after each number that a hub has given out: what it
// still keeps is told again, all of it and nothing else; before that, everything.
func TestReplayWindow(t *testing.T) {
	for _, published := range []int{0, 1, keptEvents - 1, keptEvents, keptEvents + 1, 3 * keptEvents} {
		h := newHub(nil)
		for k := range published {
			h.publish("run", fmt.Append(nil, k))
		}
		kept := min(published, keptEvents)
		for seen := range published + 1 {
			messages, missed, last, whole, err := h.subscribe(h.epoch + uint64(seen))
			if err != nil {
				t.Fatal(err)
			}
			h.unsubscribe(messages)
			if wantWhole := published-seen > kept; whole != wantWhole {
				t.Fatalf("%d messages, %d of them seen: everything is told: %v, want %v", published, seen, whole, wantWhole)
			}
			if last != h.epoch+uint64(published) {
				t.Fatalf("%d messages: the last is %d", published, last-h.epoch)
			}
			if !whole && len(missed) != published-seen {
				t.Fatalf("%d messages, %d of them seen: %d are told again", published, seen, len(missed))
			}
			for i, e := range missed {
				if e.id != h.epoch+uint64(seen+i+1) || string(e.data) != fmt.Sprint(seen+i) {
					t.Fatalf("%d messages, %d of them seen: message %d is told as number %d", published, seen, i, e.id-h.epoch)
				}
			}
		}
		if _, _, _, whole, _ := h.subscribe(h.epoch + uint64(published) + 1); !whole {
			t.Error("a number that never was is believed")
		}
		if _, _, _, whole, _ := h.subscribe(0); !whole {
			t.Error("who has seen nothing is not told everything")
		}
	}
}
