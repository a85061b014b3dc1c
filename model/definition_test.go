package model

import (
	"slices"

	"queens"
)

// deciders return, by the name of a definition, a function that decides whether a set of n
// different squares of the board of order n >= 1 is a solution.
var deciders = map[string]func(n int) func(set []queens.Square) bool{
	"algebraic": everyPair(algebraic), "clique": everyPair(peace), "csp": constraintSatisfaction,
	"modular": everyPair(modular), "stable-set": everyPair(peace), "zero-one": zeroOne,
}

// everyPair returns the decider that wants a relation between every two squares of the set.
func everyPair(holds func(n int, a, b queens.Square) bool) func(n int) func([]queens.Square) bool {
	return func(n int) func([]queens.Square) bool {
		return func(set []queens.Square) bool {
			for i, a := range set {
				for _, b := range set[:i] {
					if !holds(n, a, b) {
						return false
					}
				}
			}
			return true
		}
	}
}

func algebraic(_ int, a, b queens.Square) bool {
	return a.Row != b.Row && a.Col != b.Col && a.Row+a.Col != b.Row+b.Col && a.Row-a.Col != b.Row-b.Col
}

func modular(n int, a, b queens.Square) bool {
	x, y := n*a.Row+a.Col, n*b.Row+b.Col
	return x/n != y/n && x%n != y%n && x/n+x%n != y/n+y%n && x/n-x%n != y/n-y%n
}

// attack reports whether the graph of attacks joins two squares, in which a solution is a stable
// set; in its complement it is a clique.
func attack(n int, a, b queens.Square) bool {
	return queens.AttackingPairs([]queens.Square{a, b}, n, queens.Regular) > 0
}

func peace(n int, a, b queens.Square) bool { return !attack(n, a, b) }

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
		for i := range n {
			for _, pair := range allowedPairs(n, i, j) {
				allowed[[4]int{i, j, pair[0], pair[1]}] = i != j // one value for each variable
			}
		}
	}
	return everyPair(func(_ int, a, b queens.Square) bool { return allowed[[4]int{a.Col, b.Col, a.Row, b.Row}] })(n)
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
