package rotation

import (
	"queens"
	"queens/count/kind"
	"queens/internal/rotation"
)

// maxHalfTurnOrder is the largest order of which half turns are counted: beyond it a plan takes
// long and a count months.
const maxHalfTurnOrder = 41

func schemes() []kind.Scheme {
	return []kind.Scheme{
		{
			Name: "half-turn", Title: "Half turns as sums of products",
			Summary: "rows of the white pairs of queens that a half turn exchanges",
			How: "A half turn takes white squares to white ones and black to black, so the queens of either " +
				"colour are chosen independently: for each set of lines the white placements, by columns, times the " +
				"black ones on the other lines and columns.",
			Cost: "Order 30 in 18 s of one core, a hundredth of a search by pairs of queens. Tables of a few " +
				"megabytes.", Read: "symmetric.md",
			Source: "symmetric-products", Version: 2, Former: &kind.Former{
				Name: "half-turn-product", Version: 1,
				Same: groupedBefore,
			}, Motion: kind.HalfTurn, Counts: "solutions unchanged by a half turn",
			MaxOrder: maxHalfTurnOrder, SecondBy: bySearch, Kind: Kind{},
		},
		{
			Name: "quarter-turn", Title: "Quarter turns as sums of products",
			Summary: "even lines that fours of queens pair with odd ones",
			How: "Fours of queens pair the lines by distance from the centre. A pair of an even and an odd line " +
				"uses other diagonals than a pair of two like ones, so for each set of even lines paired with odd " +
				"ones the two kinds are counted separately and multiplied.",
			Cost: "Order 49 in 0.2 s, 52 in 16 s, 57 in 9 s of one core with AVX-512.", Read: "symmetric.md",
			Source: "symmetric-products", Version: 1, Former: &kind.Former{
				Name: "quarter-turn-product", Version: 1,
				Same: func(int) bool { return true },
			}, Motion: kind.QuarterTurn, Counts: "solutions unchanged by a quarter turn",
			MaxOrder: rotation.MaxQuarter, SecondBy: bySearch, Kind: Kind{},
		},
		{
			Name: "torus-half-turn", Title: "Modular half turns",
			Summary: "pairs of queens of the first two rows that the half turn about a square exchanges",
			How: "Queens come in pairs that the half turn exchanges: one for each class of rows up to sign, and " +
				"each class of columns, sums and differences has one. Pairs are placed row by row.",
			Cost: "Time as the number of solutions, a few ns each.", Read: "symmetric.md",
			Source: "symmetric-products", Version: 1, Topology: queens.Modular, Motion: kind.HalfTurn,
			Counts: "modular solutions unchanged by a half turn", MaxOrder: rotation.MaxTorus, Kind: Kind{},
		},
	}
}
