package symmetry

import (
	"fmt"
	"slices"

	"queens"
)

// image is a permutation seen after a symmetry without being built: element x is
// source[x], read from the other end if reverse, subtracted from n-1 if
// complement. For the symmetries that swap rows and columns source is the
// inverse permutation.
type image[E Row] struct {
	source              []E
	reverse, complement bool
}

// imageOf returns the image of p under s. inverse is the inverse of p.
func imageOf[E Row](s Symmetry, p, inverse []E) image[E] {
	do := table[s].steps
	im := image[E]{source: p, reverse: do&mirrorCols != 0, complement: do&mirrorRows != 0}
	if do&swapRowCol != 0 {
		im.source = inverse
	}
	return im
}

// at returns element x of the image, 0 <= x < n.
func (im image[E]) at(x int) E {
	m := len(im.source) - 1
	if im.reverse {
		x = m - x
	}
	if im.complement {
		return E(m) - im.source[x]
	}
	return im.source[x]
}

// compare returns -1, 0 or +1 as im stands before, at or after other in
// lexicographic order. It stops at the first difference.
func (im image[E]) compare(other image[E]) int {
	for x := range im.source {
		if a, b := im.at(x), other.at(x); a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (im image[E]) appendTo(p []E) []E {
	p = slices.Grow(p, len(im.source))
	for x := range im.source {
		p = append(p, im.at(x))
	}
	return p
}

// invert writes the inverse of p to inverse, which has the same length: the queen
// of row r is in column inverse[r]. It panics if p is not a permutation.
func invert[E Row](inverse, p []E) {
	free := ^E(0) // -1 or the largest value: no column has this number
	for r := range inverse {
		inverse[r] = free
	}
	for c, r := range p {
		if r < 0 || int(r) >= len(inverse) || inverse[r] != free {
			panic(fmt.Sprintf("symmetry: column %d: row %d is outside the board or taken: not a permutation of order "+
				"%d", c+1, int(r)+1, len(p)))
		}
		inverse[r] = E(c)
	}
}

// inverseOf returns the inverse of p, or panics if p is not a permutation.
func inverseOf(p queens.Perm) queens.Perm {
	inverse := make(queens.Perm, len(p))
	invert(inverse, p)
	return inverse
}

// Apply returns the image of p under s, new. p may be any permutation and is not
// modified.
//
// Time O(n), space O(n).
func Apply(s Symmetry, p queens.Perm) queens.Perm {
	return imageOf(s, p, inverseOf(p)).appendTo(queens.Perm{})
}

// Images returns the eight images of p, indexed by symmetry, new. Equal images
// are repeated: use [Orbit] for the distinct ones.
//
// Time O(n), space O(n).
func Images(p queens.Perm) [Count]queens.Perm {
	inverse := inverseOf(p)
	var images [Count]queens.Perm
	for _, s := range All() {
		images[s] = imageOf(s, p, inverse).appendTo(queens.Perm{})
	}
	return images
}

// Orbit returns the distinct images of p in lexicographic order, new. The first
// is the canonical representative. A solution of order n > 1 has 8, 4 or 2 of
// them, any other permutation may also have 1; orders 0 and 1 have one.
//
// Time O(n), space O(n).
func Orbit(p queens.Perm) []queens.Perm {
	images := Images(p)
	orbit := images[:]
	slices.SortFunc(orbit, queens.Perm.Compare)
	return slices.CompactFunc(orbit, queens.Perm.Equal)
}
