package design

// Limits of what is computed.
const (
	// MaxColumns is the largest number of columns of a ParityCheck.
	MaxColumns = 1 << 17

	// MaxInterleaver is the largest order of an Interleaver, that of the turbo code of LTE: its
	// figures are measured on all pairs.
	MaxInterleaver = 6144

	// MaxMagic is the largest order of a magic square.
	MaxMagic = 2001

	// MaxMemoryMap is the largest order of a MemoryMap.
	MaxMemoryMap = 4096

	// MaxTableMap is the largest order of a known cut.
	MaxTableMap = 32

	// maxSearchMap is the largest order for which one is searched for. For the next, with 365596
	// solutions to choose from, the search for a cut takes minutes.
	maxSearchMap = 13

	// searchedCut is the one order without known cut for which that search finds a cut.
	searchedCut = 12
)
