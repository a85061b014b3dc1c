package symmetry

import (
	"fmt"
	"slices"

	"queens"
)

// image is a permutation seen through a symmetry, without a copy: element x is source[x], read from
// the other end if reverse, subtracted from n-1 if complement. For the symmetries that swap rows
// and columns, source is the inverse permutation.
type image[E Row] struct {
	source              []E
	reverse, complement bool
}

func imageOf[E Row](s Symmetry, p, inverse []E) image[E] {
	do := table[s].steps
	im := image[E]{source: p, reverse: do&mirrorCols != 0, complement: do&mirrorRows != 0}
	if do&swapRowCol != 0 {
		im.source = inverse
	}
	return im
}

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

// invert sets inverse, which has the length of p. It panics if p is not a permutation.
func invert[E Row](inverse, p []E) {
	free := ^E(0) // -1 or the largest value, never a column
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

func inverseOf(p queens.Perm) queens.Perm {
	inverse := make(queens.Perm, len(p))
	invert(inverse, p)
	return inverse
}

// Apply returns the image of p under s, new. p may be any permutation. Time and space O(n).
func Apply(s Symmetry, p queens.Perm) queens.Perm {
	return imageOf(s, p, inverseOf(p)).appendTo(queens.Perm{})
}

// Images returns the eight images of p, indexed by symmetry, new. They need not be distinct: see
// [Orbit]. Time and space O(n).
func Images(p queens.Perm) [Count]queens.Perm {
	inverse := inverseOf(p)
	var images [Count]queens.Perm
	for _, s := range All() {
		images[s] = imageOf(s, p, inverse).appendTo(queens.Perm{})
	}
	return images
}

// Orbit returns the distinct images of p in lexicographic order, new; the first is canonical. A
// solution of order n > 1 has 8, 4 or 2; other permutations and orders 0 and 1 may have only one.
// Time and space O(n).
func Orbit(p queens.Perm) []queens.Perm {
	images := Images(p)
	orbit := images[:]
	slices.SortFunc(orbit, queens.Perm.Compare)
	return slices.CompactFunc(orbit, queens.Perm.Equal)
}

// Row is a type that can hold the rows of a board: int for queens.Perm, a small type to store
// millions of solutions.
type Row interface {
	~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// Canonical returns the lexicographically least image of any permutation p, new. Two permutations
// lie in one orbit if and only if their canonical images are equal. Time O(n) with early exit per
// image, space O(n).
func Canonical(p queens.Perm) queens.Perm {
	inverse := inverseOf(p)
	least := imageOf(Identity, p, inverse)
	for _, s := range All() {
		if im := imageOf(s, p, inverse); im.compare(least) < 0 {
			least = im
		}
	}
	return least.appendTo(queens.Perm{})
}

// IsCanonical reports whether the permutation p is the lexicographically least of its images. Time
// O(n); no allocation up to order 64, O(n) space above. For many permutations use a [Canonizer].
func IsCanonical(p queens.Perm) bool {
	var onStack [64]int
	z := Canonizer[int]{onStack[:]}
	return z.IsLeast(p)
}

// isLeast requires inverse[p[c]] == c. Most calls end after comparing first elements. The worst
// case, a symmetric p, is O(n).
func isLeast[E Row](p, inverse []E) bool {
	if len(p) < 2 {
		return true
	}
	// The first elements of the seven images nearly always decide: the ends of p and of its
	// inverse, and their complements.
	m := E(len(p) - 1)
	least := min(m-p[0], p[m], m-p[m], inverse[0], m-inverse[0], inverse[m], m-inverse[m])
	if least != p[0] {
		return least > p[0]
	}
	self := image[E]{source: p}
	for s := Rot90; s < Count; s++ {
		im := imageOf(s, p, inverse)
		if im.at(0) == p[0] && im.compare(self) < 0 {
			return false
		}
	}
	return true
}

// Canonizer is IsCanonical for many permutations. It reuses its memory, which grows to the largest
// order seen. The zero value is ready to use. It is not safe for concurrent use.
type Canonizer[E Row] struct{ inverse []E }

// IsLeast reports whether the permutation p is the lexicographically least of its images. E must
// hold its order: at most 255 for uint8, 128 for int8. Time O(n); no allocation once the memory has
// grown.
func (z *Canonizer[E]) IsLeast(p []E) bool {
	if cap(z.inverse) < len(p) {
		z.inverse = make([]E, len(p))
	}
	inverse := z.inverse[:len(p)]
	invert(inverse, p)
	return isLeast(p, inverse)
}
