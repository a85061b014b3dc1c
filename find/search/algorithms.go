package search

// Algorithms of the catalogue (package algorithms) that search for one solution. Their
// descriptions name their sources.
var (
	Backtrack         = backtrackAlgorithm
	LasVegas          = lasVegasAlgorithm
	LasVegasBacktrack = lasVegasBacktrackAlgorithm
	MinConflicts      = minConflictsAlgorithm
	Nondeterministic  = nondeterministicAlgorithm
	SosicGu           = sosicGuAlgorithm
	WindowGreedy      = windowGreedyAlgorithm
)
