package boards_test

import (
	"errors"
	"testing"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/known"
)

// TestCompletions compares with the known numbers of solutions by first queen, and of
// all.
func TestCompletions(t *testing.T) {
	for _, n := range []int{0, 1, 4, 8, 11} {
		want, _ := known.Solutions(n)
		if got, err := boards.Completions(t.Context(), queens.Problem{Order: n}); got != want || err != nil {
			t.Errorf("order %d: %v completions, %v, want %v", n, got, err, want)
		}
		for row := range n {
			want, ok := known.Lookup("first-queen", n, row+1)
			p := queens.Problem{Order: n, Given: []queens.Square{{Row: row}}}
			if got, err := boards.Completions(t.Context(), p); !ok || got != want.Value || err != nil {
				t.Errorf("order %d, first queen in row %d: %v completions, %v, want %v", n, row+1, got, err, want.Value)
			}
		}
	}
	if _, err := boards.Completions(t.Context(),
		queens.Problem{Order: kind.MaxOrder + 1}); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("an order too large: %v", err)
	}
}
