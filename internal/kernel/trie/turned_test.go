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

// TestTurned counts half turns with every kernel, and with limits of counters so low that leaf
// nodes are counted in parts. Every figure of a unit but that of tests is compared with package
// matrix.
func TestTurned(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 9
	}
	for m := range most + 1 {
		want, ok := known.Lookup("s180", 2*m+1)
		if !ok {
			t.Fatalf("S180(%d) is not known", 2*m+1)
		}
		twin, err := matrix.New(matrix.NewSource(parity.OfTurned(m), shelf.NewStore(1<<28)))
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range append(All(), All()...) {
			if !k.Usable() {
				continue
			}
			counter, err := New(k.Name, NewSource(parity.OfTurned(m), shelf.NewStore(1<<28)), 1<<28)
			if err != nil {
				t.Fatal(err)
			}
			if i >= len(All()) {
				if m > 7 {
					continue // seconds
				}
				counter.full = 2 + m%3
			}
			t.Run(fmt.Sprintf("%s/%d/%d", k.Name, m, counter.full), func(t *testing.T) {
				if got := turned(t, m, counter, twin); got.String() != want.Value.String() {
					t.Errorf("%v solutions, want %v", got, want.Value)
				}
			})
		}
	}
}

// turned counts half turns with m lines.
func turned(t *testing.T, m int, counter *Counter, twin *matrix.Counter) *big.Int {
	total := new(big.Int)
	for c := range parity.TurnedClasses(m) {
		list, weights := tiles(c, 2+m%2)
		for i, tile := range list {
			for k, got := range counter.Count(tile) {
				if m <= 10 {
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
