package sample

// Limits of what is drawn and tested.
const (
	// MaxChainOrder is the largest order of a Chain: from one solution to the next it
	// takes 8n^2 steps and more.
	MaxChainOrder = 20000

	// MaxRankOrder is the largest order of Ranks. The solutions of every beginning of one
	// queen are counted, half of Q(n) by symmetry: with AVX-512 0.3 s of processor time at
	// order 16, 1.7 s at 17 and 13 s at 18.
	MaxRankOrder = 18

	// MaxUniformityOrder is the largest order whose solutions are told apart to test a
	// sample: 14200 of them.
	MaxUniformityOrder = 12

	// MinCorrelation is the number of solutions from which on Correlate says something.
	MinCorrelation = 30
)
