package textbook

import (
	"queens"
	"queens/find/solver"
)

var rohlPermutationAlgorithm = solver.Algorithm{
	Name: "rohl-permutation", Source: "erbas1992", Finds: solver.All,
	MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		r := rohlPermutation{solver.NewBoard(m, c.Problem.Order), make(queens.Perm, c.Problem.Order)}
		for i := range r.p {
			r.p[i] = i
		}
		r.choose(0)
	}),
}.Described(texts)

type rohlPermutation struct {
	*solver.Board
	p queens.Perm
}

func (r *rohlPermutation) choose(k int) (more bool) {
	if k == len(r.p) {
		return r.Solution(6, r.p.Clone())
	}
	first := r.p[k]
	for i := k; i < len(r.p); i++ {
		row := r.p[i]
		r.p[i], r.p[k] = first, row
		if r.Safe(4, k, row) {
			r.Put(5, k, row)
			if r.Stopped() || !r.choose(k+1) {
				return false
			}
			r.Take(7, k)
		}
		r.p[i] = row
	}
	r.p[k] = first
	return true
}

var rohlListAlgorithm = solver.Algorithm{
	Name: "rohl-list", Source: "rohl1983", Finds: solver.All, Sorted: true,
	MinOrder: 1, MaxOrder: maxOrder, TestMax: 10, Exact: true, Traced: true,
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		n := c.Problem.Order
		r := rohlList{solver.NewBoard(m, n), make([]int, n+1)}
		for row := range n {
			r.next[row] = row // after entry i stands row i: entry 0 is before all
		}
		r.next[n] = noRow
		r.search(0)
	}),
}.Described(texts)

// noRow ends the list of unused rows.
const noRow = -1

type rohlList struct {
	*solver.Board
	next []int // next[r+1] is the unused row after row r; next[0] the first
}

func (r *rohlList) search(col int) (more bool) {
	if col == len(r.P) {
		return r.Solution(6, r.P.Clone())
	}
	last := 0 // entry of next that leads to row
	for row := r.next[last]; row != noRow; row = r.next[last] {
		if r.Safe(4, col, row) {
			r.Put(5, col, row)
			r.next[last] = r.next[row+1]
			if r.Stopped() || !r.search(col+1) {
				return false
			}
			r.next[last] = row
			r.Take(7, col)
		}
		last = row + 1
	}
	return true
}
