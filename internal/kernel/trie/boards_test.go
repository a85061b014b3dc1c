package trie

import (
	"fmt"
	"math/big"
	"testing"

	"queens/internal/kernel/matrix"
	"queens/internal/kernel/shelf"
	"queens/internal/parity"
	"queens/known"
)

// TestBoards counts half turns and reflecting queens with every kernel: as usual, with counter
// limits so low that leaf nodes are counted in parts, and reflecting queens with the pairs of
// either colour found one by one. Except for the tests, it compares units with package matrix.
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
			twin, err := matrix.New(matrix.NewSource(of.board.Of(n), shelf.NewStore(1<<28)))
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range All() {
				for i, way := range of.ways {
					if !k.Usable() || i > 0 && n > of.short-2 {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d/%s/%d", of.series, order, k.Name, i), func(t *testing.T) {
						counter, err := New(k.Name, NewSource(of.board.Of(n), shelf.NewStore(1<<28)), 1<<28)
						if err != nil {
							t.Fatal(err)
						}
						way(counter, n)
						with := twin
						if n > of.compared {
							with = nil
						}
						if got := countBoard(t, of.board, n, counter, with); got.String() != want.Value.String() {
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

func countBoard(t *testing.T, board parity.Board, n int, counter *Counter, twin *matrix.Counter) *big.Int {
	total := new(big.Int)
	for c := range board.Classes(n) {
		list, weights := tiles(c, 2+n%2)
		for i, tile := range list {
			for k, got := range counter.Count(tile) {
				if twin != nil {
					want := twin.Count(c.Queens, tile.Units[k])
					want.Tests = got.Tests
					if got != want {
						t.Fatalf("class %d, unit %+v: %+v, want %+v", c.Queens, tile.Units[k], got, want)
					}
				}
				x := new(big.Int).SetUint64(got.High)
				x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(got.Low))
				total.Add(total, x.Mul(x, new(big.Int).SetUint64(weights[i][k])))
			}
		}
	}
	return total
}
