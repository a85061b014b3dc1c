package search

import (
	"math/rand/v2"

	"queens/find/solver"
)

var lasVegasAlgorithm = solver.Algorithm{
	Name: "las-vegas", Source: "brassard1988", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 100, TestMax: 12, Random: true, Traced: true, Refuses: solver.RefuseNone,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		l := lasVegas{Board: solver.NewBoard(m, c.Problem.Order), random: newRandom(c)}
		for !m.Stopped() {
			if l.guess(len(l.P)) {
				m.Solution(6, l.P.Clone())
			}
		}
	}),
}.Described(texts)

type lasVegas struct {
	*solver.Board
	random *rand.Rand
	free   []int
}

// guess empties the board and fills the first k columns at random. It reports whether
// that worked out.
func (l *lasVegas) guess(k int) bool {
	l.Empty(0)
	for col := range k {
		l.free = l.free[:0]
		for row := range l.P {
			if l.Safe(2, col, row) {
				l.free = append(l.free, row)
			}
		}
		if len(l.free) == 0 || l.Stopped() {
			return false
		}
		row := l.free[l.random.IntN(len(l.free))]
		l.Draw(4, col, row)
		l.Put(5, col, row)
	}
	return true
}

var lasVegasBacktrackAlgorithm = solver.Algorithm{
	Name: "las-vegas-backtrack", Source: "brassard1988", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 300, TestMax: 14, Random: true, Traced: true, Refuses: solver.RefuseNone,
	Params: []solver.Param{{
		Name: "random", Summary: "queens placed at random before backtracking begins; -1 for the number that is best " +
			"for the order",
		Default: bestRandom, Min: bestRandom, Max: 300,
	}},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		k := c.Params["random"]
		if k == bestRandom {
			k = BestRandom(n)
		}
		l := lasVegas{Board: solver.NewBoard(m, n), random: newRandom(c)}
		fill := &solver.Fill{Test: 8, Place: 9, Remove: 11, Full: func() bool {
			m.Solution(10, l.P.Clone())
			return false
		}}
		for !m.Stopped() {
			if k = min(k, n); l.guess(k) {
				l.Fill(fill, k)
			}
		}
	}),
}.Described(texts)

// bestRandom selects the best number of random queens.
const bestRandom = -1

// bestOfOrder is the number of random queens with which the fewest boards are to be
// expected, by order from 4 on: the minima of LasVegasOdds.
var bestOfOrder = [...]int{4: 2, 5: 0, 6: 1, 7: 0, 8: 2, 9: 3, 10: 4, 11: 0, 12: 5}

// BestRandom returns the number of queens that LasVegasBacktrack best places at random: to
// order 12 the one with the fewest boards to be expected, beyond by a rule of thumb from
// samples, 0.6 n up to order 20, rising to 0.8 n at order 50.
func BestRandom(n int) int {
	if n < len(bestOfOrder) {
		return bestOfOrder[max(n, 0)]
	}
	share := 0.6 + 0.2*float64(min(max(n-20, 0), 30))/30
	return int(share*float64(n) + 0.5)
}
