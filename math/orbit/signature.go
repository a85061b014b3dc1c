package orbit

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/symmetry"
)

// Triple describes the triangle of three queens of neighbouring columns, or rows: the squared
// length of its first side, twice its area, and the squared length of its second side.
type Triple [3]int

// String returns "(first,area,second)".
func (t Triple) String() string { return fmt.Sprintf("(%d,%d,%d)", t[0], t[1], t[2]) }

// Flipped returns the triple with its sides exchanged.
func (t Triple) Flipped() Triple { return Triple{t[2], t[1], t[0]} }

func (t Triple) compare(u Triple) int { return slices.Compare(t[:], u[:]) }

// Triples is a list of triangles.
type Triples []Triple

// String returns "{(5,7,26) (26,9,17) ...}".
func (list Triples) String() string {
	texts := make([]string, len(list))
	for i, t := range list {
		texts[i] = t.String()
	}
	return "{" + strings.Join(texts, " ") + "}"
}

// Signature is what the triangles of neighbouring queens say about a permutation:
// X the triangles of columns i, i+1, i+2 in order, Y the same for rows, n-2 of
// each; none for n < 3. Two signatures of one order are equal if X of one is X of the
// other, or that list turned, triples included, and Y likewise Y; or if X is Y and Y is X
// in that sense. They are exactly if their permutations lie in one orbit.
//
// Proof, for all permutations of order n >= 3, solutions or not. Let d[i] be p[i+1]-p[i], never 0.
// A triple of X is (1+d[i]², |d[i+1]-d[i]|, 1+d[i+1]²). It gives |d[i]| and |d[i+1]|, and the
// middle entry is the difference of the two if their signs are equal and their sum if not; those
// differ, as neither is 0. So X fixes all d up to one common sign, and with it p up to complement,
// since p takes just the values 0..n-1. Now the symmetries: complement changes the sign of all d
// and leaves X as it is; reverse turns X around, triples included; inverse exchanges X and Y. So
// equal signatures of one orbit are equal in that sense. Conversely, if a list of q equals X of p,
// or X turned around, q or its inverse is p after one of identity, complement, reverse and half
// turn. So even one of the two lists is enough: see [Signature.ShortKey].
//
// Source: [zhang2011], section IV; errata Z7, Z8, Z11, Z12.
type Signature struct {
	Order int     `json:"-"`
	X     Triples `json:"columns"`
	Y     Triples `json:"rows"`
}

// SignatureOf returns the signature of p, any permutation. Time and space O(n).
func SignatureOf(p queens.Perm) Signature {
	return Signature{Order: len(p), X: triples(p), Y: triples(symmetry.Apply(symmetry.Transpose, p))}
}

func triples(p queens.Perm) Triples {
	list := Triples{}
	for c := range len(p) - 2 {
		first, second := p[c+1]-p[c], p[c+2]-p[c+1]
		list = append(list, Triple{1 + first*first, max(second-first, first-second), 1 + second*second})
	}
	return list
}

// each returns the signature with a function done to each triple, new.
func (s Signature) each(f func(Triple) Triple) Signature {
	return Signature{s.Order, each(s.X, f), each(s.Y, f)}
}

func each(list Triples, f func(Triple) Triple) Triples {
	out := make(Triples, len(list))
	for i, t := range list {
		out[i] = f(t)
	}
	return out
}

// least returns both lists, each in the lesser of its two directions, the lesser list first. The
// triples of a list that is read backwards are turned.
func (s Signature) least(turn func(Triple) Triple) Signature {
	for _, list := range []*Triples{&s.X, &s.Y} {
		back := each(*list, turn)
		slices.Reverse(back)
		if slices.CompareFunc(back, *list, Triple.compare) < 0 {
			*list = back
		}
	}
	if slices.CompareFunc(s.Y, s.X, Triple.compare) < 0 {
		s.X, s.Y = s.Y, s.X
	}
	return s
}

// Canonical returns the signature that stands for all equal ones: each list in the
// lesser of its two directions, the lesser list as X.
func (s Signature) Canonical() Signature { return s.least(Triple.Flipped) }

// Key returns a text that is the same for two permutations exactly if they lie in
// one orbit: the order and both lists of the canonical signature.
//
// Time and space O(n).
func (s Signature) Key() string { return s.Canonical().key() }

// ShortKey returns a key of half the length and equal power: the order and the lesser list only.
func (s Signature) ShortKey() string { return s.Canonical().shortKey() }

func (s Signature) key() string { return fmt.Sprintf("%d %v", s.Order, s) }

func (s Signature) shortKey() string { return fmt.Sprintf("%d %v", s.Order, s.X) }

// String returns both lists as they are: "{(5,7,26) ...} {(10,5,5) ...}".
func (s Signature) String() string { return s.X.String() + " " + s.Y.String() }
