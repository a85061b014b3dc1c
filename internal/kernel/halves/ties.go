package halves

import (
	"cmp"
	"math/bits"
	"slices"
)

// The eight symmetries act on a solution through two sets: C, the columns of the
// queens in the top half, and R, the rows of those in the western half. The two
// side reflections complement one of them and reverse the other; the reflection
// at the main diagonal exchanges them. Let kappa be a number of sets of quarter
// lines that a set shares with its reverse and with the complements of both, and
// let the rank of C be (M, mu), the kappas of its two parts, larger first;
// likewise for R. Ranks do not change under side reflections, so pairs whose R
// has the lower rank can count twice, those of equal rank once and the others not
// at all: with N the number of solutions with column set C and a condition on R,
//
//	F(C) = 2 N(rank(R) <= rank(C)) - N(rank(R) = rank(C))
//
// and the count is the sum of F(C) over C that are least among their images under
// the side reflections, times the number of these images.
//
// Let x be the kappa of the part of R in the top half, y that of the part in
// the bottom half. Placements with x > M, or y > M, are not listed. Two tie bits
// settle the rest, so that the condition is one of disjoint keys like any other:
//
//	bit   set in a top key if   set in a bottom key if   so never together
//	0     x = M                 y > mu                   x = M, y > mu
//	1     x > mu                y = M                    x > mu, y = M
//
// Source: the ranks are this project's; orbits of the pair (A, B) of row and
// column sets as in [engelhardt2010].

// kappas returns kappa for every set of lines of a quarter with m lines, from 0
// without gaps. Sets with many placements get large values, so that many
// placements are left out of the lists of the other sets.
func kappas(m int) []uint32 {
	all := uint32(1)<<m - 1
	image := func(s uint32) uint32 {
		r := bits.Reverse32(s) >> (32 - m)
		return min(s, r, all&^s, all&^r)
	}
	var classes []uint32
	for s := range all + 1 {
		if image(s) == s {
			classes = append(classes, s)
		}
	}
	slices.SortFunc(classes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(attacks(b, m), attacks(a, m)), cmp.Compare(a, b))
	})
	kappa := make([]uint32, all+1)
	for i, s := range classes {
		kappa[s] = uint32(i)
	}
	for s := range all + 1 {
		kappa[s] = kappa[image(s)]
	}
	return kappa
}

// attacks measures how much queens on the lines of s, and queens on the other
// lines, are in each other's way: lines at distance d share 2(m-d) pairs of
// squares on a diagonal. Sets with a low measure have many placements.
func attacks(s uint32, m int) int {
	total := 0
	for d := 1; d < m; d++ {
		other := (uint32(1)<<m - 1) &^ s
		total += (m - d) * (bits.OnesCount32(s&(s>>d)) + bits.OnesCount32(other&(other>>d)))
	}
	return total
}
