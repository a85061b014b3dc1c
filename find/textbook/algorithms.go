package textbook

// maxOrder bounds the algorithms that keep the rows of a column in a word of 32 bits.
const maxOrder = 32

// Algorithms of the catalogue (package algorithms). Their descriptions name their sources.
var (
	Bitmask              = bitmaskAlgorithm
	BorderConstellations = borderConstellationsAlgorithm
	BruteForce           = bruteForceAlgorithm
	Composition          = compositionAlgorithm
	ExactCover           = exactCoverAlgorithm
	GenerateAndTest      = generateAndTestAlgorithm
	LeastOfEight         = leastOfEightAlgorithm
	Naur                 = naurAlgorithm
	PermutationTest      = permutationTestAlgorithm
	RohlList             = rohlListAlgorithm
	RohlPermutation      = rohlPermutationAlgorithm
	Topor                = toporAlgorithm
	Wirth                = wirthAlgorithm
)
