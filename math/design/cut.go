package design

import (
	_ "embed" // cuts.txt
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/symmetry"
)

// cutLines holds cuts of boards into n solutions, one a line: the order, then one solution of each
// orbit behind the name of the group of symmetries that makes the orbit, which is not written again
// where it stays the same.
//
//go:embed cuts.txt
var cutLines string

var cutGroups = map[string][]symmetry.Symmetry{
	"flip":          {symmetry.Identity, symmetry.FlipRows},
	"flips":         {symmetry.Identity, symmetry.FlipRows, symmetry.FlipCols, symmetry.Rot180},
	"half-turn":     {symmetry.Identity, symmetry.Rot180},
	"quarter-turns": {symmetry.Identity, symmetry.Rot90, symmetry.Rot180, symmetry.Rot270},
}

// knownCut returns the table of a cut of the board of order n that has been found, nil if there is
// none. Colourings with symmetry are the idea of [vasquez2004]. Those of orders 14 and 15 were
// found by an exact cover of the orbits of squares by orbits of solutions, as cutUnder does, with
// more branches, that of 21 from a list of solutions that stay solutions when shifted by 7 columns,
// that of 24 by a search with restarts, all others by a SAT solver: TestFindCut has the formula.
func knownCut(n int) [][]int {
	for line := range strings.Lines(cutLines) {
		words := strings.Fields(line)
		if words[0] != strconv.Itoa(n) {
			continue
		}
		table := emptyTable(n)
		bank := 0
		var group []symmetry.Symmetry
		for _, word := range words[1:] {
			if g, ok := cutGroups[word]; ok {
				group = g
				continue
			}
			p, err := queens.ParsePerm(word)
			if err != nil {
				panic(fmt.Sprintf("design: cuts.txt: %q: %v", word, err))
			}
			for i, s := range group {
				image := symmetry.Apply(s, p)
				if i > 0 && image.Equal(p) {
					continue
				}
				for col, row := range image {
					table[row][col] = bank
				}
				bank++
			}
		}
		return table
	}
	return nil
}

// KnownCuts returns the orders beyond the search of BestMemoryMap for which a map with as many
// banks is known, ascending.
func KnownCuts() []int {
	var orders []int
	for line := range strings.Lines(cutLines) {
		order, _, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(order)
		if err != nil {
			panic(fmt.Sprintf("design: cuts.txt: %q: %v", line, err))
		}
		orders = append(orders, n)
	}
	return orders
}
