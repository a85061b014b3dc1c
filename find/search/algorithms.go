package search

// Algorithms of the catalogue (package algorithms) that search for one solution.
var (
	// Backtrack finds the first solution in lexicographic order by backtracking, and the
	// next ones if more are wanted.
	Backtrack = backtrackAlgorithm

	// LasVegas guesses every queen.
	LasVegas = lasVegasAlgorithm

	// LasVegasBacktrack guesses some queens and finds the others by backtracking.
	LasVegasBacktrack = lasVegasBacktrackAlgorithm

	// MinConflicts moves one attacked queen after the other to the row of its column where
	// the fewest queens attack it.
	MinConflicts = minConflictsAlgorithm

	// Nondeterministic follows every choice of a nondeterministic program side by side.
	Nondeterministic = nondeterministicAlgorithm

	// SosicGu repairs a random permutation by exchanges that lower the number of
	// collisions.
	SosicGu = sosicGuAlgorithm

	// WindowGreedy is huge.Greedy for boards that are held as a queens.Perm.
	WindowGreedy = windowGreedyAlgorithm
)
