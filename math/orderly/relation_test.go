package orderly

import (
	"slices"
	"strings"
	"testing"
)

func TestKinds(t *testing.T) {
	kinds := Kinds()
	if !slices.IsSortedFunc(kinds, func(a, b Kind) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the kinds are not sorted by name")
	}
	for _, k := range kinds {
		if k.Summary == "" || k.Size == "" || k.Series == "" || k.Min < 1 || k.CheckTo < k.Min || k.Max < k.CheckTo {
			t.Errorf("%+v is not complete", k)
		}
	}
}
