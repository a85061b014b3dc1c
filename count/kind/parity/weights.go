package parity

import (
	"queens"
	"queens/count/kind"
)

// classWeight is what a unit of estimated work takes in the first and in the last tiles of a class, in picoseconds of
// one core with AVX-512.
type classWeight struct {
	class       int
	first, last uint64
}

// of returns the work times the weight of a place among so many.
func (w classWeight) of(work kind.Work, place, places int) kind.Work {
	weight, _ := work.Times(w.first*uint64(places-place) + w.last*uint64(place)).DivMod(uint64(places))
	return weight
}

// weights are those of the scheme of parity classes, by order: whole to order 20 and for order 22, by
// random tiles for the others; those of 24, 26 and 28 are ratios, by hundreds of units; of order 27
// too few were measured. They are compiled, so that all machines cut the same shares.
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

// groupWeight is what a class takes in groups, of one core with AVX-512: a unit of estimated work, and a block of labels
// of one list of y, which all units with that list share.
type groupWeight struct{ work, block uint64 } // picoseconds, nanoseconds

// groupWeights are those of classes, by order and queens. Orders up to 22 were counted whole and fitted; those of
// 23 to 28 are from random tiles, and blocks take the part of the time that they take at order 22.
var groupWeights = map[int][]groupWeight{
	16: {{82300, 44100}, {9990, 19600}, {3560, 19500}, {1570, 14100}, {1290, 10200}},
	17: {{}, {33000, 37000}, {11400, 55300}, {3820, 41000}, {1580, 22200}, {1310, 17600}, {2490, 27500}, {6320, 52800}, {15500, 57000}, {161000, 96000}},
	18: {{259000, 157000}, {16100, 45200}, {6410, 59900}, {2050, 38200}, {1320, 11400}},
	19: {{}, {87400, 182000}, {14800, 174000}, {4670, 128000}, {2580, 18400}, {1860, 1940}, {2680, 4000}, {4710, 116000}, {11000, 212000}, {32100, 236000}, {255000, 240000}},
	20: {{896000, 910000}, {17000, 132000}, {9620, 233000}, {3410, 162000}, {1860, 79100}, {1420, 28700}},
	21: {{}, {74700, 795000}, {8150, 548000}, {4490, 1150000}, {3260, 173000}, {2110, 57500}, {1970, 99600}, {3270, 203000}, {4680, 954000}, {10500, 805000}, {27800, 672000}, {429000, 1350000}},
	22: {{674000, 2770000}, {18300, 631000}, {3710, 1210000}, {2380, 1400000}, {1700, 526000}, {1460, 146000}},
	23: {{}, {6000, 1940000}, {3000, 3810000}, {1780, 3190000}, {2100, 3040000}, {2410, 1440000}, {3190, 438000}, {2680, 1330000}, {1840, 2110000}, {1980, 2740000}, {2500, 3240000}, {4000, 2020000}, {20000, 1640000}},
	24: {{37000, 5240000}, {3600, 4470000}, {1750, 4720000}, {1350, 4240000}, {1570, 3940000}, {2710, 2860000}, {3150, 761000}},
	25: {{}, {3000, 11600000}, {2000, 31600000}, {1700, 29500000}, {1700, 22000000}, {1820, 10800000}, {3040, 3030000}, {3250, 2650000}, {1990, 8200000}, {1980, 17300000}, {1950, 22400000}, {2250, 20500000}, {3000, 13000000}, {5000, 3920000}},
	26: {{3000, 5450000}, {1500, 22400000}, {1100, 31200000}, {1070, 37400000}, {1200, 27200000}, {1140, 11400000}, {4410, 8500000}},
	27: {{}, {750, 41700000}, {600, 108000000}, {550, 125000000}, {550, 87200000}, {550, 37400000}, {1530, 22300000}, {3640, 7770000}, {2730, 24900000}, {985, 39100000}, {900, 69600000}, {900, 97400000}, {900, 89500000}, {1000, 44500000}, {1250, 13000000}},
	28: {{500, 15600000}, {500, 120000000}, {400, 171000000}, {300, 120000000}, {250, 63900000}, {820, 97900000}, {2100, 55700000}, {6800, 26600000}},
}

// Weigh returns the estimated work of a subproblem times what its class was measured to take. It is for
// shares and for times: plans and their hashes know nothing of it.
func (c *Count) Weigh(sub *kind.Subproblem) kind.Work {
	t := sub.Pieces.(Tile)
	for _, w := range weights[c.order] {
		if w.class == t.Queens {
			return w.of(sub.Work, t.Even, len(c.class(t.Queens).EvenSets))
		}
	}
	return sub.Work
}

// Weigh is that of [Count.Weigh].
func (c Groups) Weigh(sub *kind.Subproblem) kind.Work {
	t, weights := sub.Pieces.(GroupTile), groupWeights[c.order]
	if weights == nil {
		return sub.Work
	}
	w := weights[t.Queens]
	return sub.Work.Times(w.work).Plus(queens.NewTotal(1000 * w.block * c.sharedBlocks(t)))
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
