package count_test

import (
	"context"
	"errors"
	"testing"

	"queens"
	"queens/count"
	"queens/enumerate"
	"queens/known"
)

func TestSquares(t *testing.T) {
	for n := range 13 {
		r, err := count.Squares(t.Context(), n, count.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for row, counts := range r.Counts {
			for col, got := range counts {
				if want, ok := known.Lookup("square-counts", n, row+1, col+1); !ok || got != want.Value {
					t.Errorf("order %d, row %d, column %d: %v, want %v", n, row+1, col+1, got, want.Value)
				}
			}
		}
		if q, _ := known.Solutions(n); r.Total != q {
			t.Errorf("order %d: total %v, want %v", n, r.Total, q)
		}
	}
}

// TestSquaresOfList compares with the list of all solutions, beyond the known values.
func TestSquaresOfList(t *testing.T) {
	const n = 13
	r, err := count.Squares(t.Context(), n, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := enumerate.Solutions(n, enumerate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want [n][n]uint64
	for p := range list {
		for c, row := range p {
			want[row][c]++
		}
	}
	for row, counts := range r.Counts {
		for col, got := range counts {
			if got != queens.NewTotal(want[row][col]) {
				t.Errorf("row %d, column %d: %v, want %d", row+1, col+1, got, want[row][col])
			}
		}
	}
}

func TestSquaresStops(t *testing.T) {
	for _, n := range []int{-1, count.MaxSquaresOrder + 1} {
		if _, err := count.Squares(t.Context(), n, count.Options{}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := count.Squares(ctx, 12, count.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
