package placements_test

import (
	"testing"

	"queens/math/placements"
)

// TestGreedyAgainstItsDefinition compares with sets of rows and diagonals, row by row.
// 3000 columns reach both sides of the main diagonal at every distance to the borders of
// words.
func TestGreedyAgainstItsDefinition(t *testing.T) {
	rows, rising, falling := map[int]bool{}, map[int]bool{}, map[int]bool{}
	col := 0
	for got := range placements.Greedy() {
		want := 0
		for rows[want] || rising[want+col] || falling[want-col] {
			want++
		}
		if got != want {
			t.Fatalf("column %d: row %d, want %d", col, got, want)
		}
		rows[want], rising[want+col], falling[want-col] = true, true, true
		if col++; col == 3000 {
			break
		}
	}
}
