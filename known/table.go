package known

// table holds every series, sorted by name. Adding one means a line here and a file
// of the same name.
var table = []Series{
	{
		Name: "backtrack-profile", Also: []string{"A319235", "A319236"},
		Summary: "nodes at each level of plain row-by-row backtracking: ways to place k queens on the first k rows",
		OEIS:    "A319284", Index: []string{"queens"}, Counts: "placements", First: 1,
		Beyond: "the b-file of A319284 goes to 19",
	},
	{
		Name: "backtracking-nodes-to-first", Summary: "queens placed by plain row-by-row backtracking until the " +
			"first solution, or the end",
		Counts: "placements", First: 1,
	},
	{
		Name: "border-classes", Summary: "orbits of border constellations under the eight symmetries",
		Counts: "orbits", First: 3,
	},
	{
		Name: "border-classes-asymmetric", Summary: "orbits of border constellations that no symmetry leaves unchanged",
		Counts: "orbits", First: 3,
	},
	{
		Name: "border-classes-central", Summary: "orbits of border constellations symmetric to the half turn but not " +
			"the quarter turn",
		Counts: "orbits", First: 3,
	},
	{
		Name: "border-classes-extendable", Summary: "orbits of border constellations that extend to a solution",
		Counts: "orbits", First: 4,
	},
	{
		Name: "border-classes-rotational", Summary: "orbits of border constellations symmetric to the quarter turn",
		Counts: "orbits", First: 3,
	},
	{
		Name: "border-classes-three-queens", Summary: "orbits of border constellations with a queen in a corner, " +
			"(n-2)(n-3)/2",
		Counts: "orbits", First: 3,
	},
	{
		Name: "border-constellations", Summary: "sets of 3 or 4 queens that do not attack each other, one on each " +
			"side of the border",
		Counts: "placements", First: 3,
	},
	{
		Name: "class-asymmetric", Symbol: "A", Summary: "orbits of asymmetric solutions, of size 8: A",
		OEIS: "A260320", Counts: "orbits", First: 0,
	},
	{
		Name: "class-central", Symbol: "P", Summary: "orbits of solutions symmetric to the half turn but not the " +
			"quarter turn, of size 4: P",
		OEIS: "A260319", Counts: "orbits", First: 0,
	},
	{
		Name: "class-rotational", Symbol: "R", Summary: "orbits of solutions symmetric to the quarter turn, of size " +
			"2: R",
		OEIS: "A260318", Counts: "orbits", First: 0,
	},
	{
		Name: "conflict-components", Summary: "solutions by number of components of the graph of torus conflicts, " +
			"lone queens not counted",
		OEIS: "A181501", Index: []string{"components"}, Counts: "solutions", First: 1,
		Beyond: "the b-file of A181501 goes to row 16, and its row 0 is 0",
		Methods: "Rows 17 and 18: one solution of each eight, weighted; the rows add up to A000170. " +
			"All solutions of row 17 listed and analysed one by one, November 2026.",
	},
	{
		Name: "conflicting-queens", Summary: "solutions by number of queens that take part in a torus conflict",
		OEIS: "A181500", Index: []string{"queens"}, Counts: "solutions", First: 1,
		Beyond: "the b-file of A181500 goes to row 16, and its row 0 is 0",
		Methods: "Rows 17 and 18: one solution of each eight, weighted; the rows add up to A000170. " +
			"All solutions of row 17 listed and analysed one by one, November 2026.",
	},
	{
		Name: "conflicts", Summary: "solutions by number of torus conflicts, pairs of queens that share a torus " +
			"diagonal",
		OEIS: "A181499", Index: []string{"conflicts"}, Counts: "solutions", First: 1,
		Beyond: "the b-file of A181499 goes to row 16, and its row 0 is 0",
		Methods: "Rows 17 and 18: one solution of each eight, weighted; the rows add up to A000170. " +
			"All solutions of row 17 listed and analysed one by one, November 2026.",
	},
	{
		Name: "deletion-patterns", Summary: "boards that taking a queen with her row and column from a solution " +
			"leaves, up to rotation and reflection",
		Counts: "placements", First: 4,
		Methods: "From the list of fundamental solutions: every deletion, the least of its eight images. Orders to " +
			"16 by two programs, 17 by a search that inserts queens instead of sorting patterns, November 2026.",
	},
	{
		Name: "digraphs-by-arcs", Summary: "unlabelled digraphs without loops on n nodes by number of arcs",
		OEIS: "A052283", Argument: "number of nodes", Index: []string{"arcs"}, Counts: "digraphs", First: 1,
		Beyond: "the b-file of A052283 goes to 20",
	},
	{
		Name: "divide-and-conquer-exceptions", Summary: "orders 4..399 without a decomposition by divide and conquer " +
			"with A = 5",
		Argument: "position in the list", Counts: "order", First: 1,
	},
	{
		Name: "first-queen", Summary: "solutions by row of the queen in the first column",
		OEIS: "A059963", Index: []string{"row"}, Counts: "solutions", First: 1,
		Beyond: "a file at A059963 goes to 22",
	},
	{
		Name: "fundamental", Symbol: "F", Summary: "fundamental solutions F(n): orbits under the eight symmetries, A " +
			"+ P + R",
		OEIS: "A002562", Counts: "orbits", First: 0,
	},
	{
		Name: "graphs-by-edges", Summary: "unlabelled graphs on n nodes by number of edges",
		OEIS: "A008406", Argument: "number of nodes", Index: []string{"edges"}, Counts: "graphs", First: 1,
		Beyond: "the b-file of A008406 goes to 20",
	},
	{
		Name: "greedy", Summary: "greedy queens on the infinite board: the first row that no earlier queen attacks",
		OEIS: "A065188", Argument: "column", Counts: "row", First: 1,
		Beyond: "the b-file of A065188 goes to 10000",
	},
	{
		Name: "largest-conflict-component", Summary: "solutions by size of the largest component of the graph of " +
			"torus conflicts",
		OEIS: "A181502", Index: []string{"size"}, Counts: "solutions", First: 1,
		Beyond: "the b-file of A181502 goes to row 16, and its row 0 is 0",
		Methods: "Rows 17 and 18: one solution of each eight, weighted; the rows add up to A000170. " +
			"All solutions of row 17 listed and analysed one by one, November 2026.",
	},
	{
		Name: "lexicographic-first", Summary: "lexicographically first solution, the row of the queen in each " +
			"column; empty where there is none",
		OEIS: "A141843", Index: []string{"column"}, Counts: "row", First: 1,
		Beyond: "the b-file of A141843 goes to 61, [fischetti2019] has single orders to 115",
	},
	{
		Name: "lexicographic-first-asymmetric", Summary: "lexicographically first asymmetric solution; empty where " +
			"there is none",
		OEIS: "A261597", Index: []string{"column"}, Counts: "row", First: 5,
	},
	{
		Name: "lexicographic-first-central", Summary: "lexicographically first least member of an orbit of class P; " +
			"empty where there is none",
		OEIS: "A261596", Index: []string{"column"}, Counts: "row", First: 6,
	},
	{
		Name: "lexicographic-first-rotational", Summary: "lexicographically first least member of an orbit of class " +
			"R; empty where there is none",
		OEIS: "A261595", Index: []string{"column"}, Counts: "row", First: 1,
	},
	{
		Name: "maximal-sets", Summary: "sets of queens that do not attack each other and to which no queen can be " +
			"added",
		OEIS: "A146303", Counts: "placements", First: 1,
	},
	{
		Name: "maximal-sets-by-size", Summary: "maximal sets of queens that do not attack each other, by number of " +
			"queens",
		Index: []string{"size"}, Counts: "placements", First: 1,
	},
	{
		Name: "modular-as-printed", Summary: "sets that satisfy the definition of modular solutions as misprinted in " +
			"[erbas1992] section 1.2",
		Counts: "placements", First: 4,
	},
	{
		Name: "mov-components", Summary: "components of the graph of orbits joined by moving one row and one column",
		Counts: "components", First: 5,
		Methods: "From the list of fundamental solutions: orbits with a common deletion are joined (union-find). " +
			"Orders to 16 by two programs, 17 by three, 18 once, November 2026.",
	},
	{
		Name: "mov-edges", Summary: "pairs of different orbits of which moving one row and one column makes one from " +
			"the other",
		Counts: "pairs", First: 4,
		Methods: "From the list of fundamental solutions: pairs of orbits with a common deletion. Orders to 16 by " +
			"two programs, 17 by three, 18 once, November 2026.",
	},
	{
		Name: "mov-isolated", Summary: "orbits from which moving one row and one column leads to no other",
		Counts: "orbits", First: 5,
		Methods: "As mov-components. Orders to 16 once, 17 by three programs, 18 once, November 2026.",
	},
	{
		Name: "mov-largest", Summary: "orbits of the largest component of the graph of orbits joined by moving one " +
			"row and one column",
		Counts: "orbits", First: 5,
		Methods: "As mov-components. Orders to 16 once, 17 by three programs, 18 once, November 2026.",
	},
	{
		Name: "nonattacking-orbits-by-size", Summary: "sets of k queens that do not attack each other, up to " +
			"rotation and reflection",
		Index: []string{"size"}, Counts: "orbits", First: 1,
	},
	{
		Name: "nonattacking-sets", Summary: "sets of queens that do not attack each other, of any size, the empty " +
			"set included",
		OEIS: "A287227", Counts: "placements", First: 1,
	},
	{
		Name: "nonattacking-sets-by-size", Summary: "sets of k queens that do not attack each other",
		OEIS: "A348129", Index: []string{"size"}, Counts: "placements", First: 1,
	},
	{
		Name: "orbit-search-chain", Summary: "orbits that the orbit search of [zhang2011] reaches from those of " +
			"order n-1 it has reached, order 4 given",
		Counts: "orbits", First: 5,
		Methods: "Breadth-first search in the graph of mov-edges. Orders to 16 by two programs, 17 by three, 18 " +
			"once, November 2026.",
	},
	{
		Name: "orbit-search-chain-inc", Summary: "orbits that inserting a row and a column produces from those of " +
			"order n-1 that orbit-search-chain reaches",
		Counts: "orbits", First: 5,
		Methods: "As orbit-search-chain, the first layer. Orders to 16 once, 17 by two programs, November 2026.",
	},
	{
		Name: "orbit-search-inc", Summary: "orbits that inserting a row and a column into solutions of order n-1 " +
			"produces",
		Counts: "orbits", First: 5,
		Methods: "Every insertion into every solution of the order before. Orders to 16 by two programs, 17 by " +
			"three, 18 once, November 2026.",
	},
	{
		Name: "orbit-search-reached", Summary: "orbits that the orbit search by Inc and Mov of [zhang2011] reaches",
		Counts: "orbits", First: 5,
		Methods: "Breadth-first search in the graph of mov-edges. Orders to 16 by two programs, 17 by three, 18 " +
			"once, November 2026.",
	},
	{
		Name: "orbits-sharing-a-border", Summary: "orbits in which two different members have the same queens on the " +
			"border",
		Counts: "orbits", First: 4,
		Methods: "The queens on the border of all eight images of every fundamental solution, November 2026.",
	},
	{
		Name: "reflecting", Summary: "solutions of the problem of reflecting queens: no two of all 2n sums and " +
			"differences of coordinates, from 1, are equal",
		OEIS: "A007631", Counts: "solutions", First: 0,
	},
	{
		Name: "s180", Symbol: "S180", Summary: "solutions that the half turn leaves unchanged, those of the quarter " +
			"turn included",
		OEIS: "A032522", Counts: "solutions", First: 0,
		Beyond: "here 39 is 1472761266426976, and 38 is not counted; the b-file of A032522 goes to 40",
		Methods: "Sums of products over white and black squares (docs/symmetric.md), to 30 and for 33 a search of " +
			"pairs of queens besides. For 34, 35 and 37 other programs, with the same theorem and a search and code " +
			"of their own, gave the same. The tables of 36 add up to S90(36). November 2026.",
	},
	{
		Name: "s90", Also: []string{"A260189", "A002968", "A398960"}, Symbol: "S90",
		Summary: "solutions that the quarter turn leaves unchanged",
		OEIS:    "A033148", Counts: "solutions", First: 0,
		Beyond: "A033148 has 186616671467470848 for 69, counted again; 68 is not known",
		Methods: "Sums of products over pairs of lines of like and of unlike parity (docs/symmetric.md), and to 49 a " +
			"search of fours of queens, November 2026.",
	},
	{
		Name: "solutions", Symbol: "Q", Summary: "solutions Q(n): n queens on n by n squares, no two attacking",
		OEIS: "A000170", Counts: "solutions", First: 0,
	},
	{
		Name: "square-counts", Summary: "solutions with a queen on a given square",
		Index: []string{"row", "column"}, Counts: "solutions", First: 1,
	},
	{
		Name: "toroidal", Also: []string{"A007705"}, Symbol: "T",
		Summary: "solutions on the modular board; 0 where 2 or 3 divides n",
		OEIS:    "A051906", Counts: "solutions", First: 0,
	},
	{
		Name: "toroidal-at-origin", Also: []string{"A071607"},
		Summary: "modular solutions with a queen in the first row and column; A071607 lists the odd orders",
		Counts:  "solutions", First: 1,
	},
	{
		Name: "toroidal-classes", Summary: "modular solutions up to rotation, reflection and torus shift",
		OEIS: "A053994", Counts: "orbits", First: 5,
	},
	{
		Name: "toroidal-classes-by-size", Also: []string{"A054500", "A054501", "A054502"},
		Summary: "modular solutions up to rotation, reflection and torus shift, by size of the orbit",
		Index:   []string{"size"}, Counts: "orbits", First: 5,
	},
	{
		Name: "toroidal-half-turn", Symbol: "H", Summary: "modular solutions that the half turn about a given square " +
			"leaves unchanged; 0 where 2 or 3 divides n",
		Counts: "solutions", First: 0,
		Methods: "A search row by row over pairs of queens, and one that takes the column with the fewest squares " +
			"first; to 13 also all modular solutions, looked at one by one. November 2026.",
	},
	{
		Name: "toroidal-similarity-classes", Summary: "modular solutions up to rotation, reflection, torus shift and " +
			"multiplication by a unit",
		OEIS: "A062166", Counts: "orbits", First: 5,
	},
	{
		Name: "torus-congruence", Summary: "regular solutions up to rotation, reflection and torus shift",
		OEIS: "A062164", Counts: "orbits", First: 1,
		Methods: "a(17) and a(18): for each solution the number of its images that are solutions; the members of " +
			"all classes add up to A000170. November 2026.",
	},
	{
		Name: "torus-similarity", Summary: "regular solutions up to rotation, reflection, torus shift and " +
			"multiplication by a unit",
		OEIS: "A062165", Counts: "orbits", First: 1,
		Methods: "a(17): for each solution the number of its images that are solutions; the members of all classes " +
			"add up to A000170. November 2026.",
	},
}
