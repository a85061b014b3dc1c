package shelf

import (
	"slices"
	"testing"
)

type ten struct{}

func (ten) Bytes() int64 { return 10 }

// TestEviction uses values from a store with room for three and checks that the least recently used
// one is dropped.
func TestEviction(t *testing.T) {
	var made []int
	store := NewStore(35)
	s := New(store, func(key int) ten {
		made = append(made, key)
		return ten{}
	})
	for _, key := range []int{1, 2, 3, 1, 4, 1, 3, 2, 1, 3, 4} {
		s.Get(key)
	}
	if want := []int{1, 2, 3, 4, 2, 4}; !slices.Equal(made, want) {
		t.Errorf("made are %v, want %v", made, want)
	}
	if values, bytes := store.Kept(); bytes != 30 || values != 3 || len(s.values) != 3 {
		t.Errorf("%d values of %d bytes are kept, %d on the shelf, want three of 30", values, bytes, len(s.values))
	}
}
