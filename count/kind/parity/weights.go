package parity

import (
	"math/bits"

	"queens"
	"queens/count/kind"
	"queens/internal/parity"
)

// classWeight is what a unit of estimated work takes in the first and in the last tiles of a class, in picoseconds of
// one core with AVX-512.
type classWeight struct {
	class       int
	first, last uint64
}

// weights are those of the scheme of parity classes, by order, as TestMeasureWeights of package
// count measures them: whole to order 20 and for order 22, by random tiles for the others; those of
// 24, 26 and 28 are ratios, by hundreds of units; of order 27 too few were measured. They are
// compiled, so that all machines cut the same shares.
var weights = map[int][]classWeight{
	18: {{0, 369275, 369275}, {1, 20468, 20468}, {2, 3000, 3000}, {3, 2100, 3797}, {4, 2900, 5159}},
	19: {{1, 110595, 110595}, {2, 4000, 4000}, {3, 1751, 1532}, {4, 2125, 2035}, {5, 3236, 2947}, {6, 2000, 2640}, {7, 1368, 1912}, {8, 1114, 867}, {9, 9516, 9516}, {10, 188326, 188326}},
	20: {{0, 146986, 146986}, {1, 4592, 4592}, {2, 609, 1120}, {3, 465, 825}, {4, 1512, 2081}, {5, 2400, 2400}},
	21: {{1, 10096, 10096}, {2, 1116, 1116}, {3, 154, 229}, {4, 318, 491}, {5, 1809, 1714}, {6, 2201, 2428}, {7, 910, 1341}, {8, 241, 353}, {9, 155, 159}, {10, 1960, 1960}, {11, 28424, 28424}},
	22: {{0, 3084, 3084}, {1, 239, 239}, {2, 60, 105}, {3, 81, 169}, {4, 239, 525}, {5, 1304, 1665}},
	23: {{1, 644, 644}, {2, 34, 41}, {3, 24, 35}, {4, 107, 99}, {5, 303, 386}, {6, 2138, 2138}, {7, 1063, 1242}, {8, 189, 232}, {9, 57, 70}, {10, 24, 32}, {11, 79, 79}, {12, 2427, 2427}},
	24: {{0, 320, 320}, {1, 320, 320}, {2, 320, 320}, {3, 320, 320}, {4, 590, 590}, {5, 1160, 1160}, {6, 1340, 1340}},
	25: {{1, 1495, 1495}, {2, 148, 148}, {3, 226, 226}, {4, 519, 519}, {5, 854, 854}, {6, 1461, 1461}, {7, 2016, 2016}, {8, 1786, 1786}, {9, 609, 609}, {10, 363, 363}, {11, 161, 161}, {12, 255, 255}, {13, 3634, 3634}},
	26: {{0, 220, 220}, {1, 220, 220}, {2, 220, 220}, {3, 220, 220}, {4, 570, 570}, {5, 910, 910}, {6, 1200, 1200}},
	28: {{0, 1200, 1200}, {1, 1200, 1200}, {2, 1200, 1200}, {3, 1200, 1200}, {4, 1200, 1200}, {5, 750, 750}, {6, 750, 750}, {7, 1890, 1890}},
}

// groupWeight is what a list of y and a unit of estimated work take in a tile of groups, in
// picoseconds of one core with AVX-512.
type groupWeight struct {
	class      int
	list, work uint64
}

// groupWeights are by order, as they fit what TestMeasureWeights prints: of whole classes of order 22
// and of random tiles of the others.
var groupWeights = map[int][]groupWeight{
	22: {},
}

// Weigh returns the estimated work of a subproblem times what its class was measured to take. It is for shares and for times: plans
// and their hashes know nothing of it.
func (c *Count) Weigh(sub *kind.Subproblem) kind.Work {
	t := sub.Pieces.(Tile)
	for _, w := range weights[c.order] {
		if w.class == t.Queens {
			sets := uint64(len(c.class(t.Queens).EvenSets))
			weight, _ := sub.Work.Times(w.first*(sets-uint64(t.Even)) + w.last*uint64(t.Even)).DivMod(sets)
			return weight
		}
	}
	return sub.Work
}

// Weigh is that of [Count.Weigh].
func (c Groups) Weigh(sub *kind.Subproblem) kind.Work {
	for _, w := range groupWeights[c.order] {
		if w.class == sub.Pieces.(GroupTile).Queens {
			return sub.Work.Times(w.work).Plus(queens.NewTotal(w.list * c.lists(sub.Pieces.(GroupTile))))
		}
	}
	return sub.Work
}

// lists returns how many lists of y the units of a tile have.
func (c Groups) lists(t GroupTile) (lists uint64) {
	evens, odds := c.covers(t.Queens)
	class := c.class(t.Queens)
	var seen uint32 // odd sets
	for _, even := range evens.Groups[t.Even] {
		before := lists
		for k, odd := range odds.Groups[t.Odd] {
			if class.WeightIn(evens, parity.Unit{Even: even, Odd: odd}) > 0 {
				lists, seen = before+1, seen|1<<k
			}
		}
	}
	return lists + uint64(bits.OnesCount32(seen))
}
