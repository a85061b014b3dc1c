package parity

import (
	"fmt"
	"os"
	"testing"

	"queens/count/kind"
)

// TestMeasureWeights prints, for every tile of the order QUEENS_WEIGHTS, what weights are fitted
// to: class, groups, work, units, sets, blocks of both colours and microseconds.
func TestMeasureWeights(t *testing.T) {
	var order int
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order); n != 1 {
		t.Skip("on demand")
	}
	c, plan := newGroupPlan(t, order)
	o := kind.Options{Workers: 1}
	p, err := newPairer(c, newLists(c, o), o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plan {
		seconds := kind.Stopwatch()
		if _, err := p.Count(t.Context(), &plan[i]); err != nil {
			t.Fatal(err)
		}
		took := seconds()
		tile := plan[i].Pieces.(GroupTile)
		evens, odds := tile.sets(c)
		units := 0
		ys := [2]map[int]int{{}, {}}
		for u := range c.Units(tile) {
			units++
			r := c.class(tile.Queens).Reach(u)
			ys[0][u.Odd] = max(ys[0][u.Odd], (r.Columns+63)/64)
			ys[1][u.Even] = max(ys[1][u.Even], (r.Columns+63)/64)
		}
		blocks := [2]int{}
		for k := range ys {
			for _, b := range ys[k] {
				blocks[k] += b
			}
		}
		fmt.Println("TILE", order, tile.Queens, tile.Even, tile.Odd, plan[i].Work, units, evens, odds,
			blocks[0], blocks[1], took*1e6)
	}
}
