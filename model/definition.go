package model

import (
	_ "embed" // definitions.txt
	"slices"

	"queens"
	"queens/internal/named"
)

// Definition is one way to say what a solution on the regular board is.
type Definition struct {
	Name      string `json:"name"` // stable identifier
	Title     string `json:"title"`
	Statement string `json:"summary"` // the definition, a sentence or two, no final period
	Source    string `json:"source"`  // key in docs/bibliography.md

	// Decider returns a function that decides whether a set of n different squares
	// of the board of order n >= 1 is a solution.
	Decider func(n int) func(set []queens.Square) bool `json:"-"`
}

var definitions = named.Fill([]Definition{
	{Name: "algebraic", Decider: algebraic},
	{Name: "clique", Decider: pairsOf(false)},
	{Name: "csp", Decider: constraintSatisfaction},
	{Name: "modular", Decider: modular},
	{Name: "stable-set", Decider: pairsOf(true)},
	{Name: "zero-one", Decider: zeroOne},
}, definitionTexts, func(d *Definition) (string, []*string) {
	return d.Name, []*string{&d.Title, &d.Statement, &d.Source}
})

// definitionTexts has three lines for each definition: title, statement, source.
//
//go:embed definitions.txt
var definitionTexts string

// Definitions returns the definitions, sorted by name.
func Definitions() []Definition { return definitions }

func algebraic(int) func([]queens.Square) bool {
	return func(set []queens.Square) bool {
		for _, a := range set {
			for _, b := range set {
				differ := [...]bool{
					a.Row != b.Row, a.Col != b.Col, a.Row+a.Col != b.Row+b.Col,
					a.Row-a.Col != b.Row-b.Col,
				}
				if slices.Contains(differ[:], true) && slices.Contains(differ[:], false) {
					return false
				}
			}
		}
		return true
	}
}

func modular(n int) func([]queens.Square) bool {
	return func(set []queens.Square) bool {
		numbers := make([]int, len(set))
		for i, sq := range set {
			numbers[i] = n*sq.Row + sq.Col
		}
		for i, x := range numbers {
			for _, y := range numbers[:i] {
				if x/n == y/n || x%n == y%n || x/n+x%n == y/n+y%n || x/n-x%n == y/n-y%n {
					return false
				}
			}
		}
		return true
	}
}

// allowedPairs returns the constraint of columns i and j of the CSP, P_ij: the pairs
// of rows that their queens may have, in lexicographic order, from 0.
func allowedPairs(n, i, j int) [][2]int {
	var pairs [][2]int
	for x := range n {
		for y := range n {
			if x != y && max(x-y, y-x) != max(i-j, j-i) {
				pairs = append(pairs, [2]int{x, y})
			}
		}
	}
	return pairs
}

func constraintSatisfaction(n int) func([]queens.Square) bool {
	allowed := map[[4]int]bool{} // two columns and their rows
	for j := range n {
		for i := range j {
			for _, pair := range allowedPairs(n, i, j) {
				allowed[[4]int{i, j, pair[0], pair[1]}] = true
			}
		}
	}
	return func(set []queens.Square) bool {
		rows := slices.Repeat([]int{-1}, n)
		for _, sq := range set {
			if rows[sq.Col] >= 0 {
				return false // one value for each variable
			}
			rows[sq.Col] = sq.Row
		}
		for j := range n {
			for i := range j {
				if !allowed[[4]int{i, j, rows[i], rows[j]}] {
					return false
				}
			}
		}
		return true
	}
}

// edges returns the pairs of squares, the earlier first, that attack each other, in whose graph a
// solution is a stable set of n squares, or the others, in whose graph it is a clique.
func edges(n int, attacking bool) map[[2]queens.Square]bool {
	graph := map[[2]queens.Square]bool{}
	for a := range n * n {
		for b := a + 1; b < n*n; b++ {
			pair := [2]queens.Square{{Row: a / n, Col: a % n}, {Row: b / n, Col: b % n}}
			if queens.AttackingPairs(pair[:], n, queens.Regular) > 0 == attacking {
				graph[pair] = true
			}
		}
	}
	return graph
}

// pairsOf returns the Decider by the graph of attacks, or by its complement.
func pairsOf(attacking bool) func(n int) func([]queens.Square) bool {
	return func(n int) func([]queens.Square) bool {
		graph := edges(n, attacking)
		return func(set []queens.Square) bool {
			for i, a := range set {
				for _, b := range set[:i] {
					if (graph[[2]queens.Square{a, b}] || graph[[2]queens.Square{b, a}]) == attacking {
						return false
					}
				}
			}
			return len(set) == n
		}
	}
}

func zeroOne(n int) func([]queens.Square) bool {
	m, err := New(queens.Problem{Order: n}, Options{})
	if err != nil {
		panic(err) // the caller's order is wrong
	}
	groups := slices.Collect(m.Groups())
	return func(set []queens.Square) bool {
		value := make([]int, n*n)
		for _, sq := range set {
			value[m.Variable(sq)-1] = 1
		}
		for _, g := range groups {
			sum := 0
			for _, sq := range g.Squares {
				sum += value[m.Variable(sq)-1]
			}
			if sum > 1 || g.Exactly && sum != 1 {
				return false
			}
		}
		return true
	}
}
