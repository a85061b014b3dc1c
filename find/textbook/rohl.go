package textbook

import (
	"queens"
	"queens/find/solver"
)

var rohlPermutationAlgorithm = solver.Algorithm{
	Name:     "rohl-permutation",
	Title:    "Rohl's permutation method (Rohl I)",
	Summary:  "generates permutations by exchanging entries, and abandons one at the first attack on a diagonal",
	Source:   "erbas1992",
	Finds:    solver.All,
	MaxOrder: maxOrder,
	TestMax:  10,
	Exact:    true,
	Traced:   true,
	How: `A permutation of the rows is kept. The columns before k are settled; the entry of column k
is exchanged with each entry from k on in turn. So no two queens ever share a row, and only the
diagonals are tested. If they are free, the column is settled and the next one follows.

All permutations would be generated if nothing were tested. The order in which solutions
come is fixed but not lexicographic, from n = 5 on.`,
	Cost: `A third of Wirth's tests for n = 8 and fewer later, the same number of queens placed.
Space is O(n).`,
	Limits: `Not in lexicographic order. The lines of this algorithm are scrambled in print (errata T11).`,
	Pseudocode: []string{
		"choose(column k), p a permutation of the rows:",
		"  first := p[k]",
		"  for i from k to last:",
		"    exchange: p[k] := p[i]; p[i] := first",
		"    if both diagonals of (k, p[k]) are free:",
		"      put a queen there and mark its diagonals",
		"      if k is the last: print, else choose(k + 1)",
		"      take the queen off and unmark its diagonals",
		"    exchange back: p[i] := p[k]",
		"  p[k] := first",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		r := rohlPermutation{solver.NewBoard(m, c.Problem.Order), make(queens.Perm, c.Problem.Order)}
		for i := range r.p {
			r.p[i] = i
		}
		r.choose(0)
	}),
}

// Lines of RohlPermutation.Pseudocode.
const (
	rohlTest   = 4
	rohlPlace  = 5
	rohlPrint  = 6
	rohlRemove = 7
)

type rohlPermutation struct {
	*solver.Board
	p queens.Perm
}

func (r *rohlPermutation) choose(k int) (more bool) {
	if k == len(r.p) {
		return r.Solution(rohlPrint, r.p.Clone())
	}
	first := r.p[k]
	for i := k; i < len(r.p); i++ {
		row := r.p[i]
		r.p[i], r.p[k] = first, row
		if r.Safe(rohlTest, k, row) {
			r.Put(rohlPlace, k, row)
			if r.Stopped() || !r.choose(k+1) {
				return false
			}
			r.Take(rohlRemove, k)
		}
		r.p[i] = row
	}
	r.p[k] = first
	return true
}

var rohlListAlgorithm = solver.Algorithm{
	Name:      "rohl-list",
	Title:     "Rohl's lexicographic method (Rohl II)",
	Summary:   "keeps the unused rows in a linked list, so that only they are tested, in increasing order",
	Source:    "rohl1983",
	Finds:     solver.All,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  maxOrder,
	TestMax:   10,
	Exact:     true,
	Traced:    true,
	How: `The unused rows are a linked list in increasing order. A column walks along the list: a row whose square
has free diagonals is unlinked, the next column is filled, and the row is relinked in its old place. So every row
that is tested is unused, and the order is lexicographic.`,
	Cost: `The tests of Rohl's permutation method, one by one the same number, with less copying.
Space is O(n).`,
	Limits: `Orders from 1: without rows there is no list. In print the list starts with wrong
links and two variables are local (errata T12).`,
	Pseudocode: []string{
		"before every row, and before all, stands next: the next unused row, or none",
		"search(column):",
		"  last := before all; row := next[last]",
		"  repeat:",
		"    if both diagonals of (column, row) are free:",
		"      put a queen there, mark its diagonals, link out: next[last] := next[row]",
		"      if column is the last: print, else search(column + 1)",
		"      take the queen off, unmark its diagonals, link in: next[last] := row",
		"    last := row; row := next[row]",
		"  until there is no row",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		r := rohlList{solver.NewBoard(m, n), make([]int, n+1)}
		for row := range n {
			r.next[row] = row // after entry i stands row i: entry 0 is before all
		}
		r.next[n] = noRow
		r.search(0)
	}),
}

// Lines of RohlList.Pseudocode.
const (
	rohlListTest   = 4
	rohlListPlace  = 5
	rohlListPrint  = 6
	rohlListRemove = 7
)

// noRow ends the list of unused rows.
const noRow = -1

type rohlList struct {
	*solver.Board
	next []int // next[r+1] is the unused row after row r; next[0] the first
}

func (r *rohlList) search(col int) (more bool) {
	if col == len(r.P) {
		return r.Solution(rohlListPrint, r.P.Clone())
	}
	last := 0 // entry of next that leads to row
	for row := r.next[last]; row != noRow; row = r.next[last] {
		if r.Safe(rohlListTest, col, row) {
			r.Put(rohlListPlace, col, row)
			r.next[last] = r.next[row+1]
			if r.Stopped() || !r.search(col+1) {
				return false
			}
			r.next[last] = row
			r.Take(rohlListRemove, col)
		}
		last = row + 1
	}
	return true
}
