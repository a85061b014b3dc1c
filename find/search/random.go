package search

import (
	"math/rand/v2"

	"queens/find/solver"
)

func newRandom(c solver.Call) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
}

func refuseNone(n int) string {
	if n == 2 || n == 3 {
		return "no solution exists"
	}
	return ""
}
