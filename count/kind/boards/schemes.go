package boards

import "queens/count/kind"

func schemes() []kind.Scheme {
	return []kind.Scheme{
		{
			Name: "border", Title: "Border constellations, each by itself",
			Summary: "classes of queens on the border, each by itself, weighted by the number of their images",
			How: "Each solution has three or four queens on the first and last line of either direction, and " +
				"symmetry leaves one set of each class. The completions of a set are counted by search, and kept by " +
				"set.",
			Cost: "Two to three times that of families, which do the same around the middle. There are 78 classes " +
				"at order 8 and 3206 at order 16, with a result each.",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", Tells: "completions by constellation",
			MinOrder: MinBorderOrder, MaxOrder: kind.MaxOrder,
			From: -1, Second: "families", Kind: Kind{of: borderFamilies, apart: true},
		},
		{
			Name: "families", Title: "Families around the middle lines",
			Summary: "most central queens of the middle lines, weighted by the number of their images",
			How: "The queens nearest to the middle of the middle lines are placed first, one set for each class " +
				"under the eight symmetries, with the number of its images as weight. Queens in the middle attack " +
				"most, so the search below ends early. Up to 32 boards are searched side by side in the lanes of " +
				"vectors.",
			Cost: "Time as Q(n), which grows tenfold with each order: 1.3 ns a solution with AVX-512, 25 ns " +
				"without vectors. Next to no memory. Fastest up to order 15.",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: kind.MaxOrder, Second: "border",
			Kind: Kind{of: centralFamilies},
		},
		{
			Name: "squares", Title: "Solutions by square",
			Summary: "squares of a queen, weighted by the number of their images",
			How: "One board for each square up to symmetry, with a queen on it, searched to the end, so that " +
				"each solution is met once for each of its queens.",
			Cost:   "There are about n*n/8 squares up to symmetry, each with a search of its own.",
			Source: "engelhardt2010", Version: 1, Counts: "solutions, once for each queen",
			Tells: "solutions by square", PerQueen: true, MinOrder: 1, MaxOrder: kind.MaxOrder,
			Kind: Kind{of: squareFamilies(false), again: squareFamilies(true), apart: true},
		},
	}
}
