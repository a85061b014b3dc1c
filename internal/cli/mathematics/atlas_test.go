package mathematics

import (
	"errors"
	"strings"
	"testing"

	"queens/math/orbit"
)

// A directory with just enough room will do, one with a byte less will not.
func TestScratchRoom(t *testing.T) {
	if room, err := scratchRoom(18, "big", 18_000_000_000, 18_000_000_000); err != nil || room != ", where 18 GB are free" {
		t.Errorf("enough: %q, %v", room, err)
	}
	_, err := scratchRoom(18, "small", 18_000_000_000, 17_999_999_999)
	if !errors.Is(err, orbit.ErrSpace) || !strings.HasPrefix(err.Error(), "math atlas: order 18 needs 18 GB in small, where 18 GB are free: ") {
		t.Errorf("too little: %v", err)
	}
}
