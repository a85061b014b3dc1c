package design

import (
	"context"
	_ "embed" // cuts.txt
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/find/exactcover"
	"queens/internal/bitmath"
	"queens/list"
	"queens/symmetry"
)

// cutBranches bounds each search for a board cut into solutions, in branches.
const cutBranches = 2_000_000

// oneMore are the banks, row by row, of the orders that no cut divides and whose linear map has
// more than one bank more; a tabu search [hertz1987] found them.
var oneMore = map[int]string{
	8: "23108457 08471623 75682301 30716842 12347568 67823015 81564230 56230184",
	9: "401326785 826493517 793561842 157842093 642078351 019635274 570214938 235780169 968157420",
}

// BestMemoryMap returns a map of order n, 1 to MaxMemoryMap, with the fewest banks that it finds:
// the linear one, or if those have fewer banks a table, a composed map, or the first rows and
// columns of a larger map. A map is a colouring of the squares such that queens on squares of one
// colour do not attack each other; n banks, for n > 3, cut the board into n solutions. LowerBound
// says how far the search is a proof: if it is Banks, no map has fewer.
//
// Ways to cut the board are an exact cover of its squares by solutions. First cuts are looked for
// that a group of symmetries of the square leaves as they are, with orbits of squares to be covered
// by orbits of solutions without a common square; then all, and if that search ends without a cut
// there is none. Beyond order 13 nothing is searched for: there are linear maps, tables
// of cuts that were found before, and what composed makes of these.
//
// Errors: queens.ErrOrder; that of ctx, when it ends.
func BestMemoryMap(ctx context.Context, n int) (MemoryMap, error) {
	linear, err := NewMemoryMap(n)
	if err != nil || linear.Banks == linear.LowerBound {
		return linear, err
	}
	if n > maxSearchMap {
		return composed(ctx, linear)
	}
	table, proven, err := cutBoard(ctx, n)
	if err != nil {
		return MemoryMap{}, err
	}
	if proven {
		linear.LowerBound = n + 1
	}
	if table == nil && oneMore[n] == "" {
		return linear, nil
	}
	for banks := range strings.FieldsSeq(oneMore[n]) {
		var row []int
		for _, digit := range banks {
			row = append(row, int(digit-'0'))
		}
		table = append(table, row)
	}
	return newTable(table, linear.LowerBound), nil
}

// composition returns the least order from n on, below a limit, of a map that consists of a linear
// map and a cut of a board of a small order and has as many banks as rows; 0 if there is none.
func composition(n, limit int) (order, small int) {
	for order := n; order < limit; order++ {
		for _, small := range append([]int{searchedCut}, KnownCuts()...) {
			if factor := order / small; order%small == 0 && bitmath.GCD(factor, 6) == 1 {
				return order, small
			}
		}
	}
	return 0, 0
}

// composed returns the first rows and columns of a composition, if it has fewer banks than a linear
// map.
func composed(ctx context.Context, linear MemoryMap) (MemoryMap, error) {
	n := linear.Order
	order, small := composition(n, linear.Banks)
	if order == 0 {
		return linear, nil
	}
	table := knownCut(small)
	if small == searchedCut {
		var err error
		if table, _, err = cutBoard(ctx, small); err != nil {
			return MemoryMap{}, err
		}
	}
	factor := order / small
	rows := (n + factor - 1) / factor
	for row := range table {
		table[row] = table[row][:rows]
	}
	m := MemoryMap{Order: n, Banks: order, LowerBound: linear.LowerBound, Table: table[:rows]}
	if factor > 1 {
		m.Factor = factor
	}
	return m.checked(), nil
}

func (m MemoryMap) checked() MemoryMap {
	if err := m.Check(); err != nil {
		panic(err)
	}
	return m
}

func newTable(table [][]int, lower int) MemoryMap {
	m := MemoryMap{Order: len(table), Table: table, LowerBound: lower}
	for _, row := range table {
		m.Banks = max(m.Banks, slices.Max(row)+1)
	}
	return m.checked()
}

// Tabulated returns the map as a table.
func (m MemoryMap) Tabulated() MemoryMap {
	table := emptyTable(m.Order)
	for row := range table {
		for col := range table[row] {
			table[row][col] = m.Bank(row, col)
		}
	}
	return newTable(table, m.LowerBound)
}

// emptyTable returns a table of order n, all in bank 0.
func emptyTable(n int) [][]int {
	table := make([][]int, n)
	for row := range table {
		table[row] = make([]int, n)
	}
	return table
}

// cuts lists the groups of symmetries that cutBoard asks of a cut, largest first. The
// last asks nothing, so that its search is a proof.
var cuts = [...]string{"flips", "quarter-turns", "half-turn", "none"}

// cutBoard looks for a cut of the board of order n, more than 3, into n solutions and
// returns it as a table, nil if it finds none, and whether it is proven that there is none.
func cutBoard(ctx context.Context, n int) (table [][]int, impossible bool, err error) {
	seq, err := list.Solutions(n, list.Options{})
	if err != nil {
		return nil, false, err
	}
	var solutions []queens.Perm
	for p := range seq {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		solutions = append(solutions, p.Clone())
	}
	for _, group := range cuts {
		table, impossible, err = cutUnder(ctx, n, cutGroups[group], solutions)
		if err != nil || table != nil {
			return table, false, err
		}
	}
	return nil, impossible, nil
}

// cutUnder looks for a cut that the group leaves as it is; impossible says that there is
// none. It gives up after cutBranches branches.
func cutUnder(ctx context.Context, n int, group []symmetry.Symmetry, solutions []queens.Perm) (table [][]int,
	impossible bool, err error,
) {
	items, count := squareOrbits(n, group)
	var options [][]int
	var orbits [][]queens.Perm
	for _, p := range solutions {
		if orbit := orbitUnder(group, p); orbit != nil {
			if covered := coveredBy(orbit, items); covered != nil {
				options, orbits = append(options, covered), append(orbits, orbit)
			}
		}
	}
	m, err := exactcover.New(count, 0, options)
	if err != nil {
		return nil, false, err
	}
	bounded, stop := context.WithCancel(ctx)
	defer stop()
	branches := 0
	watch := exactcover.Watch{Branch: func(int) {
		if branches++; branches > cutBranches {
			stop()
		}
	}}
	err = m.Search(bounded, watch, func(chosen []int) bool {
		table = emptyTable(n)
		bank := 0
		for _, option := range chosen {
			for _, p := range orbits[option] {
				for col, row := range p {
					table[row][col] = bank
				}
				bank++
			}
		}
		return false
	})
	return table, table == nil && err == nil, ctx.Err()
}

// squareOrbits returns the number of the orbit of every square under the group, by row
// times n plus column, and the number of orbits.
func squareOrbits(n int, group []symmetry.Symmetry) (orbitOf []int, count int) {
	orbitOf = slices.Repeat([]int{-1}, n*n)
	for at := range orbitOf {
		if orbitOf[at] >= 0 {
			continue
		}
		for _, s := range group {
			image := symmetry.ApplySet(s, []queens.Square{{Row: at / n, Col: at % n}}, n)[0]
			orbitOf[image.Row*n+image.Col] = count
		}
		count++
	}
	return orbitOf, count
}

// orbitUnder returns the different images of p under the group, or nil if p is not the
// least of them.
func orbitUnder(group []symmetry.Symmetry, p queens.Perm) []queens.Perm {
	var orbit []queens.Perm
	for _, s := range group {
		image := symmetry.Apply(s, p)
		switch order := slices.Compare(image, p); {
		case order < 0:
			return nil
		case order > 0 || len(orbit) == 0:
			if !slices.ContainsFunc(orbit, func(q queens.Perm) bool { return slices.Equal(q, image) }) {
				orbit = append(orbit, image)
			}
		}
	}
	return orbit
}

// coveredBy returns the orbits of squares, ascending, that an orbit of solutions covers,
// or nil if two of the solutions share a square.
func coveredBy(orbit []queens.Perm, items []int) []int {
	n := len(orbit[0])
	seen := make([]bool, n*n)
	var covered []int
	for _, p := range orbit {
		for col, row := range p {
			at := row*n + col
			if seen[at] {
				return nil
			}
			seen[at] = true
			covered = append(covered, items[at])
		}
	}
	slices.Sort(covered)
	return slices.Compact(covered)
}

// cutLines holds cuts of boards into n solutions, one a line: the order, then one solution of each
// orbit behind the name of the group of symmetries that makes the orbit, which is not written again
// where it stays the same.
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
