package orbit

import (
	"iter"
	"slices"

	"queens"
	"queens/sym"
)

// Three ways to get one solution of each orbit from a stream of solutions. All give
// the same orbits where the stream is complete; they differ in what they keep and
// in which member they give:
//
//	         memory          gives
//	Least    one image       the least member, where it comes
//	Earlier  a key per orbit the first member of the stream
//	Sets     a key per orbit the least member, with the size of its orbit
//
// The fastest way does not filter at all: enumerate.Solutions with Fundamental
// looks only where least members can be.

// Least yields the solutions of seq that are the least of their eight images, in
// the order of seq, with memory for one image. If seq is in lexicographic order
// that is the first member of each orbit. What is yielded is what seq yields.
//
// Time O(n) for each solution, mostly O(1). Source: [cull1994], section 3.
func Least(seq iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range seq {
			if sym.IsCanonical(p) && !yield(p) {
				return
			}
		}
	}
}

// Earlier yields the solutions of seq that are not images of an earlier one, by a
// dictionary of signatures. seq may come in any order and need not be complete; what
// is yielded is the first member of each orbit that seq gives.
//
// Time O(n) for each solution, space O(n) for each orbit. Source: [isoblog].
func Earlier(seq iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		met := map[string]bool{}
		for p := range seq {
			key := SignatureOf(p).ShortKey()
			if met[key] {
				continue
			}
			met[key] = true
			if !yield(p) {
				return
			}
		}
	}
}

// Set is one orbit, as a stream of solutions shows it.
type Set struct {
	Least   queens.Perm // the canonical representative
	Members int         // how many solutions of the stream lie in it
}

// Degenerate reports whether the orbit of a complete stream of order 2 or more has
// fewer than eight members.
func (s Set) Degenerate() bool { return s.Members < sym.Count }

// Sets collects the solutions of seq, in any order, into orbits, and returns these
// in lexicographic order of their representatives.
//
// Time O(n) for each solution and a sort of the orbits, space O(n) for each orbit.
// Source: [isoblog]; docs/errata.md B5.
func Sets(seq iter.Seq[queens.Perm]) []Set {
	sets := map[string]*Set{}
	for p := range seq {
		key := SignatureOf(p).ShortKey()
		if sets[key] == nil {
			sets[key] = &Set{Least: sym.Canonical(p)}
		}
		sets[key].Members++
	}
	list := make([]Set, 0, len(sets))
	for _, s := range sets {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Set) int { return a.Least.Compare(b.Least) })
	return list
}

// Compose yields the placements of k queens in the first k columns of a board of
// order n, in lexicographic order: those of k-1 queens, each with a queen added to
// the next column in every row where nobody attacks it. The slice is new. With
// k = n these are the solutions; Least of them is the classical way to fundamental
// solutions.
//
// One generator stands in another, k deep, so that each queen passes through k
// functions: four times slower than enumerate.Backtrack, and no code is shorter. Source: [isoblog].
func Compose(k, n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		if k <= 0 {
			yield(queens.Perm{})
			return
		}
		for p := range Compose(k-1, n) {
			for row := range addQueen(p, n) {
				if !yield(append(p[:k-1:k-1], row)) {
					return
				}
			}
		}
	}
}

// addQueen yields the rows of the next column of a board of order n that no queen
// of p attacks.
func addQueen(p queens.Perm, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for row := range n {
			if safe(p, row) && !yield(row) {
				return
			}
		}
	}
}

// safe reports whether no queen of p attacks row of the next column.
func safe(p queens.Perm, row int) bool {
	for c, r := range p {
		if distance := len(p) - c; r == row || r-row == distance || row-r == distance {
			return false
		}
	}
	return true
}

// HalfColumn tells what remains if the first queen is kept in the upper half of
// column 1, which is often taken for a way to get each orbit once.
type HalfColumn struct {
	Upper     int `json:"upper"`     // solutions with the queen of column 1 in rows 1..⌈n/2⌉
	NotCorner int `json:"notCorner"` // those of them with the queen not in row 1
	Orbits    int `json:"orbits"`
}

// upperHalf returns how many of the eight images of p have their first queen in the
// upper half, and how many of them not in the corner.
func upperHalf(p queens.Perm) (upper, notCorner int) {
	if len(p) == 0 {
		return 0, 0
	}
	m := len(p) - 1
	left, right, top, bottom := p[0], p[m], slices.Index(p, 0), slices.Index(p, m)
	for _, first := range [...]int{left, m - left, right, m - right, top, m - top, bottom, m - bottom} {
		if first < (m+2)/2 {
			upper++
			if first > 0 {
				notCorner++
			}
		}
	}
	return upper, notCorner
}

// HalfColumns counts, of the solutions of one order n given by the members of seq,
// one for each orbit, those in the upper half of column 1. Every orbit of order 2
// or more has some outside the corner: if the first queen stands in a corner the
// last does not, so one of reverse and its complement is among them. But there are
// several, 42 for 12 orbits of order 8.
//
// Time O(n) for each orbit. Source: [cull1994], section 3; docs/errata.md C5.
func HalfColumns(representatives iter.Seq[queens.Perm]) HalfColumn {
	var h HalfColumn
	for p := range representatives {
		h.Orbits++
		upper, notCorner := upperHalf(p)
		if upper > 0 { // each image is counted once for each symmetry that leaves p unchanged
			same := sym.Stabilizer(p).Order()
			h.Upper += upper / same
			h.NotCorner += notCorner / same
		}
	}
	return h
}
