package orbit

import (
	"iter"
	"slices"

	"queens"
	"queens/symmetry"
)

// HalfColumn is what remains if the first queen is kept in the upper half of
// column 1, which is often taken for a way to get each orbit once.
type HalfColumn struct {
	Upper     int `json:"upper,string"`     // solutions with the queen of column 1 in rows 1..⌈n/2⌉
	NotCorner int `json:"notCorner,string"` // those of them with the queen not in row 1
	Orbits    int `json:"orbits,string"`
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
// Time O(n) for each orbit. Source: [cull1994], section 3; errata C5.
func HalfColumns(representatives iter.Seq[queens.Perm]) HalfColumn {
	var h HalfColumn
	for p := range representatives {
		h.Orbits++
		upper, notCorner := upperHalf(p)
		if upper > 0 { // each image is counted once for each symmetry that leaves p unchanged
			same := symmetry.Stabilizer(p).Order()
			h.Upper += upper / same
			h.NotCorner += notCorner / same
		}
	}
	return h
}
