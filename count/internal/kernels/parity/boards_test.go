package parity

import (
	"fmt"
	"testing"

	"queens/count/internal/parity"
	"queens/known"
)

// TestBoards counts half turns and reflecting queens with every kernel: as usual, with counter
// limits so low that leaf nodes are counted in parts, and reflecting queens with the pairs of
// either colour found one by one. Except for the tests, it compares units with the slow twin.
func TestBoards(t *testing.T) {
	for _, of := range []struct {
		board                 parity.Board
		series                string
		most, short, compared int // lines
		ways                  []func(c *Counter, n int)
	}{
		{parity.Turned, "s180", 12, 9, 10, []func(*Counter, int){usually, inParts}},
		{parity.Mirrored, "reflecting", 16, 12, 13, []func(*Counter, int){
			usually, inParts,
			func(c *Counter, _ int) { seek(white)(c) },
			func(c *Counter, _ int) { seek(black)(c) },
		}},
	} {
		for n := 0; n <= of.most && (n <= of.short || !testing.Short()); n++ {
			order := n
			if of.board == parity.Turned {
				order = 2*n + 1
			}
			want, ok := known.Lookup(of.series, order)
			if !ok {
				t.Fatalf("%s(%d) is not known", of.series, order)
			}
			for _, k := range All() {
				for i, way := range of.ways {
					if !k.Usable() || i > 0 && n > of.short-2 {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d/%s/%d", of.series, order, k.Name, i), func(t *testing.T) {
						counter := newBoardCounter(t, k.Name, of.board.Of(n), 1<<28)
						way(counter, n)
						got := solutions(t, of.board, n, 2+n%2, counter, n <= of.compared)
						if got.String() != want.Value.String() {
							t.Errorf("%v solutions, want %v", got, want.Value)
						}
					})
				}
			}
		}
	}
}

func usually(*Counter, int) {}

func inParts(c *Counter, n int) { c.full = 2 + n%3 }
