package plan

import (
	"testing"

	"queens/internal/parity"
)

// TestTiles cuts whole classes in both ways, for targets and widths of many sizes: each unit lies in one tile, the work of the tiles is that of
// the units, and a run is no longer and no more work than it may be.
func TestTiles(t *testing.T) {
	for _, n := range []int{6, 9, 10} {
		for class := range parity.Classes(n) {
			cost := newUnitCost(class)
			var whole uint64
			for u := range class.Units() {
				whole += cost.unit(u)
			}
			check := func(list []Subproblem, what string, side, lists int, most uint64) {
				t.Helper()
				var work uint64
				seen := map[parity.Unit]int{}
				for _, sub := range list {
					tile := sub.Pieces.(Tile)
					w, _ := sub.Work.Uint64()
					work += w
					if tile.OddCount < 1 || tile.OddCount > lists || w > most && tile.OddCount > 1 {
						t.Errorf("order %d, class %d, %s of %d: tile %+v of work %d, want at most %d sets and %d", n, class.Queens, what, side, tile, w, lists, most)
					}
					for u := range class.UnitsIn(tile.Even, tile.Even+tile.EvenCount, tile.Odd, tile.Odd+tile.OddCount) {
						seen[u]++
					}
				}
				for u := range class.Units() {
					if seen[u] != 1 {
						t.Errorf("order %d, class %d, %s of %d: unit %+v is in %d tiles", n, class.Queens, what, side, u, seen[u])
					}
					delete(seen, u)
				}
				if work != whole || len(seen) > 0 {
					t.Errorf("order %d, class %d, %s of %d: work %d, want %d; %d more units", n, class.Queens, what, side, work, whole, len(seen))
				}
			}
			for side := 1; side <= 12; side++ {
				var squares, runs []Subproblem
				lists, most := 1+side%5, whole/uint64(3*side)
				for even := 0; even < len(class.EvenSets); even += side {
					squares = append(squares, cost.squares(even, side)...)
					runs = append(runs, cost.runs(even, side, lists, most)...)
				}
				check(squares, "squares", side, side, whole)
				check(runs, "runs", side, lists, most)
			}
		}
	}
}

// TestParityPlans compares hashes with those of the plans as they were first made, or, of orders 24 to 26, made wider: ledgers
// have them.
func TestParityPlans(t *testing.T) {
	hashes := map[int]string{
		16: "8d17dd815890", 19: "7ce02ce3e9e6", 20: "426cae16bb97", 21: "b0c5dbe00783", 22: "1afed0b0cc33", 23: "e49fd393c02c",
		24: "d6c89b0a81e7", 25: "f605b7e856c4", 26: "fb2f677cce55", 27: "d081ddc7f2b0", 28: "d18a503d3d5b",
	}
	for n, want := range hashes {
		if testing.Short() && n > 22 {
			continue // seconds
		}
		p, err := New(t.Context(), n, lookup(t, "parity"))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.HashText()[:len(want)]; got != want {
			t.Errorf("order %d: plan %s, want %s", n, got, want)
		}
	}
}

// TestPairWork bounds the estimates of the largest classes: no product wraps.
func TestPairWork(t *testing.T) {
	for _, n := range []int{27, 28} {
		for class := range parity.Classes(n) {
			cost := newUnitCost(class)
			small, large := cost.work(1, 1), cost.largest()
			if seconds := float64(large) * 4e-9; large < small || seconds > 60 {
				t.Errorf("order %d, class %d: units of %.3g s", n, class.Queens, seconds)
			}
		}
	}
}
