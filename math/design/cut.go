package design

import (
	_ "embed" // cuts.txt
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/sym"
)

// cutLines holds cuts of boards into n solutions, one a line: the order, a group of symmetries that
// leaves the cut as it is, and one solution of each orbit under that group.
//
//go:embed cuts.txt
var cutLines string

// cutGroups are the groups of cutLines.
var cutGroups = map[string][]sym.Symmetry{
	"flip":      {sym.Identity, sym.FlipRows},
	"flips":     {sym.Identity, sym.FlipRows, sym.FlipCols, sym.Rot180},
	"half-turn": {sym.Identity, sym.Rot180},
}

// knownCut returns the table of a cut of the board of order n that has been found, nil if there is none. Colourings
// with symmetry are the idea of [vasquez2004]. Those of orders 14 and 15 were found by an exact cover of the orbits
// of squares by orbits of solutions, as cutUnder does, with more branches; 16 and 20 by a SAT solver in clauses for a colouring of the squares in which the
// group carries colours to colours, one colour for each member of the group and each orbit; 24 by a search, with restarts, for such a colouring that a shift
// by half of the rows and columns carries to itself as well.
func knownCut(n int) [][]int {
	for line := range strings.Lines(cutLines) {
		words := strings.Fields(line)
		if words[0] != strconv.Itoa(n) {
			continue
		}
		table := emptyTable(n)
		bank := 0
		for _, word := range words[2:] {
			p, err := queens.ParsePerm(word)
			if err != nil {
				panic(fmt.Sprintf("design: cuts.txt: %q: %v", word, err))
			}
			for i, s := range cutGroups[words[1]] {
				image := sym.Apply(s, p)
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

// KnownCuts returns the orders beyond the search of BestMemoryMap for which a map with as many banks is known, ascending.
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
