package design

import (
	_ "embed" // cuts.txt
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/bitmath"
	"queens/symmetry"
)

// oneMore are the banks, row by row, of the orders that no cut divides and whose linear map has
// more than one bank more; a tabu search [hertz1987] found them.
var oneMore = map[int]string{
	8: "23108457 08471623 75682301 30716842 12347568 67823015 81564230 56230184",
	9: "401326785 826493517 793561842 157842093 642078351 019635274 570214938 235780169 968157420",
}

// uncut are the orders from 4 to 10 whose boards cannot be cut into solutions: no exact cover of
// the squares by solutions exists, as TestUncut proves.
var uncut = []int{4, 6, 8, 9, 10}

// BestMemoryMap returns a map of order n, 1 to MaxMemoryMap, with the fewest banks that are known:
// the linear one, or if those have fewer banks a table, a composed map, or the first rows and
// columns of a larger map. A map is a colouring of the squares such that queens on squares of one
// colour do not attack each other; n banks, for n > 3, cut the board into n solutions. LowerBound
// says what is proven: if it is Banks, no map has fewer.
//
// Errors: queens.ErrOrder.
func BestMemoryMap(n int) (MemoryMap, error) {
	linear, err := NewMemoryMap(n)
	switch {
	case err != nil || linear.Banks == linear.LowerBound:
		return linear, err
	case !slices.Contains(uncut, n):
		return composed(linear), nil
	}
	linear.LowerBound = n + 1
	if oneMore[n] == "" {
		return linear, nil
	}
	m := MemoryMap{Order: n, Banks: n + 1, LowerBound: n + 1}
	for banks := range strings.FieldsSeq(oneMore[n]) {
		var row []int
		for _, digit := range banks {
			row = append(row, int(digit-'0'))
		}
		m.Table = append(m.Table, row)
	}
	return m.checked(), nil
}

// composition returns the least order from n on, below a limit, of a map that consists of a linear
// map and a cut of a board of a small order and has as many banks as rows; 0 if there is none.
func composition(n, limit int) (order, small int) {
	for order := n; order < limit; order++ {
		for _, small := range KnownCuts() {
			if factor := order / small; order%small == 0 && bitmath.GCD(factor, 6) == 1 {
				return order, small
			}
		}
	}
	return 0, 0
}

func composed(linear MemoryMap) MemoryMap {
	n := linear.Order
	order, small := composition(n, linear.Banks)
	if order == 0 {
		return linear
	}
	table := knownCut(small)
	factor := order / small
	rows := (n + factor - 1) / factor
	for row := range table {
		table[row] = table[row][:rows]
	}
	m := MemoryMap{Order: n, Banks: order, LowerBound: linear.LowerBound, Table: table[:rows]}
	if factor > 1 {
		m.Factor = factor
	}
	return m.checked()
}

func (m MemoryMap) checked() MemoryMap {
	if err := m.Check(); err != nil {
		panic(err)
	}
	return m
}

func matrix(n int, entry func(row, col int) int) [][]int {
	rows := make([][]int, n)
	for row := range rows {
		rows[row] = make([]int, n)
		for col := range n {
			rows[row][col] = entry(row, col)
		}
	}
	return rows
}

// cutLines holds cuts of boards into n solutions, one per line: the order, then one solution of
// each orbit. Each follows the name of the group that makes the orbit, which is written only where
// it changes.
//
//go:embed cuts.txt
var cutLines string

var cutGroups = map[string][]symmetry.Symmetry{
	"none":          {symmetry.Identity},
	"flip":          {symmetry.Identity, symmetry.FlipRows},
	"flips":         {symmetry.Identity, symmetry.FlipRows, symmetry.FlipCols, symmetry.Rot180},
	"half-turn":     {symmetry.Identity, symmetry.Rot180},
	"quarter-turns": {symmetry.Identity, symmetry.Rot90, symmetry.Rot180, symmetry.Rot270},
}

// knownCut returns the table of a cut of the board of order n that has been found, nil if there is
// none. Colourings with symmetry are the idea of [vasquez2004]. Those of orders 12, 14 and 15 were
// found by an exact cover of the orbits of squares by orbits of solutions, that of 21 from a list
// of solutions that stay solutions when shifted by 7 columns, that of 24 by a search with restarts,
// all others by a SAT solver.
func knownCut(n int) [][]int {
	for line := range strings.Lines(cutLines) {
		words := strings.Fields(line)
		if words[0] != strconv.Itoa(n) {
			continue
		}
		table := matrix(n, func(int, int) int { return 0 })
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

// KnownCuts returns the orders for which a map with as many banks is known that is not linear, from
// 12 on, ascending.
func KnownCuts() []int {
	var orders []int
	for line := range strings.Lines(cutLines) {
		n := 0
		_, _ = fmt.Sscan(line, &n) // it begins with its order
		orders = append(orders, n)
	}
	return orders
}
