package design

import (
	"testing"

	"queens/internal/bitmath"
)

// TestCompositions counts the orders that compositions give as many banks; a referee's program
// counted as many.
func TestCompositions(t *testing.T) {
	reached := 0
	for n := 33; n <= MaxMemoryMap; n++ {
		if order, small := composition(n, n+1); order == n && small > 0 && bitmath.GCD(n, 6) > 1 {
			reached++
		}
	}
	if reached != 849 {
		t.Errorf("%d orders, want 849", reached)
	}
}
