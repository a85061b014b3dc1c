package orderly

import (
	"slices"
	"testing"
)

func TestPermutations(t *testing.T) {
	seen := map[[4]int]bool{}
	for p := range permutations(4) {
		seen[[4]int(p)] = true
		sorted := slices.Sorted(slices.Values(p))
		if !slices.Equal(sorted, []int{0, 1, 2, 3}) {
			t.Errorf("%v is no permutation", p)
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d permutations, want 24", len(seen))
	}
}

// TestKinds checks the table.
func TestKinds(t *testing.T) {
	kinds := Kinds()
	if !slices.IsSortedFunc(kinds, func(a, b Kind) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}) {
		t.Error("the kinds are not sorted by name")
	}
	for _, k := range kinds {
		if k.Summary == "" || k.Size == "" || k.Series == "" || k.Min < 1 || k.CheckTo < k.Min || k.Max < k.CheckTo {
			t.Errorf("%+v is not complete", k)
		}
	}
}
