package solver

import (
	"testing"

	"queens"
	"queens/known"
)

// TestFill adds up the full boards with a given queen in the last but one column.
func TestFill(t *testing.T) {
	for n := 2; n <= 8; n++ {
		want, _ := known.Solutions(n)
		for _, columns := range []bool{false, true} {
			boards := uint64(0)
			for row := range n {
				b := NewBoard(NewMeter(t.Context(), Call{Problem: queens.Problem{Order: n}}, nobody), n)
				b.Put(0, n-2, row)
				if !b.Fill(&Fill{Columns: columns, Full: func() bool { boards++; return true }}, 0) {
					t.Error("stopped")
				}
			}
			if queens.NewTotal(boards) != want {
				t.Errorf("order %d, by columns %v: %d full boards, want %v", n, columns, boards, want)
			}
		}
	}
}
