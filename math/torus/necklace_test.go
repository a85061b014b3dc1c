package torus_test

import (
	"slices"
	"strings"
	"testing"

	"queens/internal/must"
	"queens/math/torus"
)

// TestNecklaces checks sums: 2n diagonals and 2n queens on them for each solution,
// and as many pairs of queens on a diagonal as the table of conflicts has.
func TestNecklaces(t *testing.T) {
	for n := 1; n <= 11; n++ {
		list := must.Get(torus.Necklaces(t.Context(), n))(t)
		tables := must.Get(torus.Tables(t.Context(), n))(t)
		wantPairs := 0
		for k, count := range tables[0].Counts {
			wantPairs += k * count
		}
		diagonals, beads, pairs := 0, 0, 0
		for _, x := range list {
			k := strings.Count(x.Beads, "1")
			diagonals += x.Count
			beads += k * x.Count
			pairs += k * (k - 1) / 2 * x.Count
		}
		all := 2 * n * want(t, "solutions", n)
		if diagonals != all || beads != all || pairs != wantPairs {
			t.Errorf("order %d: %d diagonals with %d queens, %d pairs, want %d, %d, %d", n, diagonals, beads, pairs,
				all, all, wantPairs)
		}
	}
}

// TestNecklacesByHand compares with the diagonals of 2413 and 3142: of each, two without
// a queen, four with one, two with queens in neighbouring columns. Modulo the prime
// 7 any two positions are like any other two.
func TestNecklacesByHand(t *testing.T) {
	list, err := torus.Necklaces(t.Context(), 4)
	if want := []torus.Necklace{{"0000", 4}, {"0001", 8}, {"0011", 4}}; err != nil || !slices.Equal(list, want) {
		t.Errorf("order 4: %v, error %v, want %v", list, err, want)
	}
	list = must.Get(torus.Necklaces(t.Context(), 7))(t)
	pairs := 0
	for _, x := range list {
		if strings.Count(x.Beads, "1") == 2 {
			pairs++
		}
	}
	if pairs != 1 {
		t.Errorf("order 7: %d necklaces of two queens, want 1: %v", pairs, list)
	}
}
