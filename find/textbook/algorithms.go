package textbook

// maxOrder bounds the algorithms that keep the rows of a column in a word of 32 bits.
const maxOrder = 32

// Algorithms of the catalogue (package algorithms) that list all solutions.
var (
	// Bitmask is backtracking with words of bits for the attacked rows of a column.
	// Source: [bitner1975].
	Bitmask = bitmaskAlgorithm

	// BorderConstellations completes one border constellation of each class. Source:
	// [engelhardt2010].
	BorderConstellations = borderConstellationsAlgorithm

	// BruteForce tests every vector of rows. Source: [erbas1992].
	BruteForce = bruteForceAlgorithm

	// Composition composes generators: each takes boards with k queens and makes those
	// with k+1. Source: [isoblog], where rows are extended by columns; it is the same
	// up to transposition.
	Composition = compositionAlgorithm

	// ExactCover states the problem as an exact cover and solves it with dancing links.
	// Source: [knuth2000].
	ExactCover = exactCoverAlgorithm

	// GenerateAndTest keeps a solution if none of its images has come before. Source:
	// [cull1994].
	GenerateAndTest = generateAndTestAlgorithm

	// LeastOfEight keeps a solution if it is the least of its images. Source: [cull1994].
	LeastOfEight = leastOfEightAlgorithm

	// Naur lists fundamental solutions by the orbit of squares that their queen in the
	// middle column belongs to. Source: [naur1972], as told in [erbas1992] for order
	// 8, generalised.
	Naur = naurAlgorithm

	// PermutationTest tests every permutation. Source: [erbas1992].
	PermutationTest = permutationTestAlgorithm

	// RohlList keeps the unused rows in a linked list. Source: [rohl1983], as told in
	// [erbas1992], algorithm 3, repaired.
	RohlList = rohlListAlgorithm

	// RohlPermutation makes permutations by exchange and leaves those that begin with
	// an attack unfinished. Source: [erbas1992], algorithm 2, with the lines put back in
	// order; the method is Rohl's.
	RohlPermutation = rohlPermutationAlgorithm

	// Topor lists each fundamental solution exactly once, by the symmetries that the
	// queens placed so far leave. Source: [topor1982]; its text was not at hand, and
	// the algorithm in [erbas1992] is incomplete, so this is a reconstruction.
	Topor = toporAlgorithm

	// Wirth is the textbook backtracking search: columns from the left, in each every
	// row from the top. Source: [wirth1971], as told in [erbas1992].
	Wirth = wirthAlgorithm
)
