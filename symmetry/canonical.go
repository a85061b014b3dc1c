package symmetry

import "queens"

// Row is a type whose values can hold the rows of a board: int for queens.Perm, a small type to
// store millions of solutions.
type Row interface {
	~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// Canonical returns the lexicographically least image of p under the eight
// symmetries of the square. p is any permutation and is not modified; the result
// is new.
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

// inverseOnStack is the largest order for which IsCanonical needs no memory from
// the heap.
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

// IsLeast reports whether p is the lexicographically least of its images. p is
// any permutation, of an order that E can hold: at most 255 for uint8 and 128 for
// int8.
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
