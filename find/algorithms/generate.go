package algorithms

import (
	"queens"
	"queens/find/solver"
)

var runBruteForce = solver.Metered(func(m *solver.Meter, c solver.Call) {
	g := generator{m, make(queens.Perm, c.Problem.Order)}
	g.run(g.count)
})

// generator makes boards, one from the other, and tests each.
type generator struct {
	*solver.Meter
	p queens.Perm
}

func (g *generator) run(next func() bool) {
	for col, row := range g.p {
		g.Count(solver.Place, 0, col, row)
	}
	for more := true; more && !g.Stopped(); more = next() {
		if g.passes() && !g.Solution(4, g.p.Clone()) {
			return
		}
	}
}

func (g *generator) count() bool {
	last := len(g.p) - 1
	col := last
	for ; col >= 0 && g.p[col] == last; col-- {
		g.move(5, col, 0)
	}
	if col < 0 {
		return false
	}
	g.move(6, col, g.p[col]+1)
	return true
}

func (g *generator) move(line uint8, col, row int) {
	if g.p[col] == row {
		return
	}
	g.Count(solver.Remove, line, col, g.p[col])
	g.p[col] = row
	g.Count(solver.Place, line, col, row)
}

// passes tests the queens from the left, the first apart, each against those
// before, and reports whether none attacks another.
func (g *generator) passes() bool {
	for col := 1; col < len(g.p); col++ {
		g.Count(solver.Try, 3, col, g.p[col])
		if attackedBy(g.p[:col], g.p[col]) {
			g.Conflict(3, col, g.p[col])
			return false
		}
	}
	return true
}

var runPermutationTest = solver.Metered(func(m *solver.Meter, c solver.Call) {
	g := generator{m, make(queens.Perm, c.Problem.Order)}
	for col := range g.p {
		g.p[col] = col
	}
	g.run(g.next)
})

func (g *generator) next() bool {
	last := len(g.p) - 1
	i := last - 1
	for i >= 0 && g.p[i] > g.p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := last
	for g.p[j] < g.p[i] {
		j--
	}
	g.exchange(6, i, j)
	for a, b := i+1, last; a < b; a, b = a+1, b-1 {
		g.exchange(7, a, b)
	}
	return true
}

func (g *generator) exchange(line uint8, a, b int) {
	g.p[a], g.p[b] = g.p[b], g.p[a]
	g.Count(solver.Swap, line, a, b)
}
