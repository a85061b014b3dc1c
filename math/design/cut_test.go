package design

import (
	"slices"
	"testing"

	"queens/find/exactcover"
	"queens/internal/must"
	"queens/list"
)

// TestUncut looks for exact covers of the squares of a board by solutions.
func TestUncut(t *testing.T) {
	for n := 4; n <= 10; n++ {
		var options [][]int
		for p := range must.Get(list.Solutions(n, list.Options{}))(t) {
			var squares []int
			for col, row := range p {
				squares = append(squares, row*n+col)
			}
			options = append(options, squares)
		}
		cut := false
		must.Do(t, exactcover.Search(t.Context(), n*n, 0, options, exactcover.Watch{}, func([]int) bool {
			cut = true
			return false
		}))
		if cut == slices.Contains(uncut, n) {
			t.Errorf("order %d: a cut exists: %t", n, cut)
		}
	}
}
