package placements

import (
	"context"
	"testing"
)

// TestExtendStops asks a counter whose context has ended to count: it has looked at it
// after pollNodes boards, and then each level of the search has one board left.
func TestExtendStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	const n = 11
	c := &counter{tallies: newTallies(n)}
	c.extend(ctx, board{n: n})
	if c.nodes < pollNodes || c.nodes > pollNodes+n*(n+1) {
		t.Errorf("%d boards looked at, want %d and the rest of each level", c.nodes, pollNodes)
	}
}
