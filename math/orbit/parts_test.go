package orbit

import (
	"context"
	"slices"
	"testing"
)

// TestParts makes whole graphs in many parts, by any number of workers: all are what one part
// gives.
func TestParts(t *testing.T) {
	for n := 10; n <= 12; n++ {
		a := newAtlas(t, n, Options{Workers: 1})
		edges := edgesOf(a)
		for parts, workers := range map[uint64]int{2: 1, 3: 7, 40: 2} {
			g := &grouping{order: n, moves: 1, orbits: a.orbits, workers: workers, parts: parts}
			got, err := g.run(context.Background())
			if err != nil || got.patterns != a.patterns || !slices.Equal(got.edges, edges) {
				t.Errorf("order %d, %d parts, %d workers: %d patterns, %d edges, %v; want %d, %d",
					n, parts, workers, got.patterns, len(got.edges), err, a.patterns, len(edges))
			}
		}
	}
}

// TestPatternsFit: parts are about as large as each other, so that memory keeps
// its bound, and workers have equal shares of each.
func TestPatternsFit(t *testing.T) {
	const n, parts, workers = 13, 4, 2
	a := newAtlas(t, n, Options{})
	g := &grouping{order: n, moves: 1, orbits: a.orbits, workers: workers, parts: parts}
	for part := range uint64(parts) {
		for worker := range workers {
			dealt, err := g.share(context.Background(), worker, part)
			even := a.Len() * n / parts / workers / workers
			for _, share := range dealt {
				if err != nil || len(share) < even*7/8 || len(share) > even*9/8 {
					t.Errorf("part %d, worker %d: %d patterns, %v; want about %d", part, worker, len(share), err, even)
				}
			}
		}
	}
}

// TestProgress: every part is reported, in order.
func TestProgress(t *testing.T) {
	var sorted []Progress
	newAtlas(t, 13, Options{Workers: 3, MemoryMiB: 1, Progress: func(p Progress) { sorted = append(sorted, p) }})
	if want := []Progress{{13, 0, 3}, {13, 1, 3}, {13, 2, 3}}; !slices.Equal(sorted, want) {
		t.Errorf("progress %v, want %v", sorted, want)
	}
}
