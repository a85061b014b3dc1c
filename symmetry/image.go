package symmetry

import (
	"fmt"
	"slices"

	"queens"
)

// image is a permutation seen after a symmetry without being built: element x is source[x], read
// from the other end if reverse, subtracted from n-1 if complement. For the symmetries that swap
// rows and columns source is the inverse permutation.
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

// Apply returns the image of p under s, new. p may be any permutation and is not modified.
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

// Row is a type whose values can hold the rows of a board: int for queens.Perm, a small type to
// store millions of solutions.
type Row interface {
	~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// Canonical returns the lexicographically least image of p under the eight symmetries of the
// square. p is any permutation and is not modified; the result is new.
//
// Time O(n) with early exit per image, space O(n). Two permutations lie in one
// orbit exactly if their canonical representatives are equal.
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

// inverseOnStack is the largest order for which IsCanonical needs no memory from the heap.
const inverseOnStack = 64

// IsCanonical reports whether p is the lexicographically least of its images, the
// representative of its orbit. p is any permutation.
//
// Time O(n); no allocation up to order 64, O(n) space beyond. For many solutions of one order, use
// a [Canonizer].
func IsCanonical(p queens.Perm) bool {
	var buffer [inverseOnStack]int
	inverse := buffer[:]
	if len(p) > len(buffer) {
		inverse = make([]int, len(p))
	}
	inverse = inverse[:len(p)]
	invert(inverse, p)
	return isLeast(p, inverse)
}

// isLeast requires inverse[p[c]] == c. Most calls end after comparing first elements;
// the worst case, a symmetric p, is O(n).
func isLeast[E Row](p, inverse []E) bool {
	if len(p) < 2 {
		return true
	}
	// The first elements of the seven images decide almost always. They are p0,
	// the ends of p and of its inverse, and their complements.
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

// Canonizer answers IsCanonical for many permutations with one piece of memory, which
// grows to the largest order seen. The zero value is ready to use. It is not safe
// for use by several goroutines at once.
type Canonizer[E Row] struct{ inverse []E }

// IsLeast reports whether p is the lexicographically least of its images. p is any permutation, of
// an order that E can hold: at most 255 for uint8 and 128 for int8.
//
// Time O(n), no allocation once the memory has grown.
func (z *Canonizer[E]) IsLeast(p []E) bool {
	if cap(z.inverse) < len(p) {
		z.inverse = make([]E, len(p))
	}
	inverse := z.inverse[:len(p)]
	invert(inverse, p)
	return isLeast(p, inverse)
}
