package parity

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/count/kind"
)

// weight is what a class takes, of one core with AVX-512, in two figures.
//
// Of runs: a unit of estimated work in the first and in the last tiles, in picoseconds. Orders to
// 20 and 22 were counted whole, others by random tiles; those of 24, 26 and 28 are ratios, and
// order 27 has none.
//
// Of groups: a unit of estimated work, in picoseconds, and a block of labels of one list of y,
// which all units with that list share, in nanoseconds. Orders to 22 were counted whole and fitted;
// those from 23 on are from random tiles, and blocks take the part of the time that they take at
// order 22.
type weight struct{ first, second uint64 }

// weights are those of all classes, by plan, order and queens. They are compiled, so that all
// machines cut the same shares.
var weights = sync.OnceValue(func() map[string]weight {
	rows, err := csv.NewReader(strings.NewReader(weightTable)).ReadAll()
	if err != nil {
		panic(err) // of a file that is part of the program
	}
	table := map[string]weight{}
	for _, r := range rows[1:] {
		first, _ := strconv.ParseUint(r[3], 10, 64)
		second, _ := strconv.ParseUint(r[4], 10, 64)
		table[strings.Join(r[:3], ",")] = weight{first, second}
	}
	return table
})

//go:embed weights.csv
var weightTable string

// weighed returns the weight of a class of a plan.
func (c *Count) weighed(plan string, class int) (weight, bool) {
	w, ok := weights()[fmt.Sprintf("%s,%d,%d", plan, c.order, class)]
	return w, ok
}

// Weigh returns the estimated work of a subproblem times what its class was measured to take. It is
// for shares and for times: plans and their hashes know nothing of it.
func (c *Count) Weigh(sub *kind.Subproblem) kind.Work {
	t := sub.Pieces.(Tile)
	w, ok := c.weighed("runs", t.Queens)
	if !ok {
		return sub.Work
	}
	place, places := uint64(t.Even), uint64(len(c.class(t.Queens).EvenSets))
	work, _ := sub.Work.Times(w.first*(places-place) + w.second*place).DivMod(places)
	return work
}

// Weigh is that of [Count.Weigh].
func (c Groups) Weigh(sub *kind.Subproblem) kind.Work {
	t := sub.Pieces.(GroupTile)
	w, ok := c.weighed("groups", t.Queens)
	if !ok {
		return sub.Work
	}
	return sub.Work.Times(w.first).Plus(queens.NewTotal(1000 * w.second * c.sharedBlocks(t)))
}

// sharedBlocks returns the blocks of labels of all lists of y of a tile.
func (c *Count) sharedBlocks(t GroupTile) (blocks uint64) {
	class := c.class(t.Queens)
	most := map[[2]int]int{} // columns in reach, by colour and list
	for u := range t.units(c) {
		columns := class.Reach(u).Columns
		for i, set := range [2]int{u.Odd, u.Even} {
			key := [2]int{i, set}
			most[key] = max(most[key], columns)
		}
	}
	for _, columns := range most {
		blocks += uint64(columns+63) / 64
	}
	return blocks
}
