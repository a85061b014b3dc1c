package dense

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"queens/count/rowset"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
)

func newSource(n int, memory int64) *Source {
	return NewSource(parity.Square.Of(n), shelf.NewStore(memory))
}

// TestSharedSource counts the units of a class on several goroutines that share a source with
// little or no memory.
func TestSharedSource(t *testing.T) {
	c := parity.Square.New(10, 3)
	var want []rowset.Result
	for u := range c.Units() {
		want = append(want, onProcessor(c, u))
	}
	for _, memory := range []int64{0, 1 << 16} {
		shared := newSource(10, memory)
		var workers sync.WaitGroup
		for range 4 {
			device := &plainDevice{local: 1 << 20}
			workers.Go(func() {
				var got []rowset.Result
				for u := range c.Units() {
					r, err := shared.Count(device, c.Queens, u, new(atomic.Bool))
					if r.Tests = 0; err != nil {
						t.Error(err)
					}
					got = append(got, r)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d bytes: results differ", memory)
				}
			})
		}
		workers.Wait()
		if _, bytes := shared.lists.Kept(); bytes > memory {
			t.Errorf("%d bytes are kept, want at most %d", bytes, memory)
		}
	}
}

// onProcessor counts a unit without a device. Tests are 0.
func onProcessor(c *parity.Class, u parity.Unit) rowset.Result {
	r := ladder.Labels(c, u, new(atomic.Bool))
	r.Tests = 0
	return r
}

func TestPlacements(t *testing.T) {
	c := parity.Square.New(12, 3)
	for _, s := range newSource(12, 0).newClass(c).sides {
		for _, set := range c.OddSets {
			rows := set.Lines
			s.with.each(rows, func(_ int32, key, where uint64) {
				made := uint64(0)
				for left := rows; left != 0; left &= left - 1 {
					made |= s.with.quarter.Key(bits.TrailingZeros32(left), int(where&15))
					where >>= 4
				}
				if made != key {
					t.Fatalf("rows %x: columns of the key %x are those of %x", rows, key, made)
				}
			})
		}
	}
}
