package parity

import "queens/count/kind"

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

// groupWeights are the means of classes in groups, by order and queens, as TestMeasureWeights measures
// them: of all tiles of order 22, of random ones of orders 24 to 28, 1 to 30 for each class that takes
// 5 % of the time. Other classes have about the weights of their neighbours, and so has order 23.
var groupWeights = map[int][]uint64{
	22: {132000, 10300, 5160, 3560, 4200, 3200},
	23: {0, 12000, 6000, 3560, 4200, 3600, 3750, 4000, 3690, 3960, 5000, 8000, 40000},
	24: {74000, 7200, 3500, 2700, 3140, 4040, 3710},
	25: {0, 6000, 4000, 3400, 3400, 3370, 3750, 4010, 3690, 3960, 3900, 4500, 6000, 10000},
	26: {6000, 3000, 2200, 2140, 2400, 2120, 5440},
	27: {0, 1500, 1200, 1100, 1100, 1100, 2290, 4280, 4070, 1970, 1800, 1800, 1800, 2000, 2500},
	28: {1000, 1000, 800, 600, 500, 1640, 3140, 8000},
}

// inGroups is how much longer, in hundredths of the mean, a unit takes in the first and in the last tiles
// of a class: later ones have fewer units that share rows. Fitted at order 22.
var inGroups = classWeight{first: 77, last: 148}

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
	even, _ := c.covers(t.Queens)
	return inGroups.of(sub.Work.Times(weights[t.Queens]), t.Even, len(even.Groups))
}
