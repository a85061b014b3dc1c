package orbit

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/internal/named"
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
	return "{" + strings.Join(named.Names(list, Triple.String), " ") + "}"
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
	return Signature{s.Order, named.Each(s.X, f), named.Each(s.Y, f)}
}

// least returns both lists, each in the lesser of its two directions, the lesser list first. The
// triples of a list that is read backwards are turned.
func (s Signature) least(turn func(Triple) Triple) Signature {
	for _, list := range []*Triples{&s.X, &s.Y} {
		back := named.Each(*list, turn)
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

// Reading is one way to understand the signature as it is printed. Only those with
// Proved are keys of orbits; the others are weaker or not even the same for all
// members of an orbit, and are listed here to show it.
type Reading struct {
	Name      string                 `json:"name"`      // stable identifier: "strict"
	Summary   string                 `json:"summary"`   // one sentence, no final period
	Invariant bool                   `json:"invariant"` // the same for all members of an orbit
	Proved    bool                   `json:"proved"`    // different for different orbits, by proof
	Key       func(Signature) string `json:"-"`         // what is compared
}

var readings = []Reading{
	{"areas", "the areas alone, in the lesser direction, both lists", true, false, func(s Signature) string {
		return s.each(func(t Triple) Triple { return Triple{1: t[1]} }).Key()
	}},
	{"lengths", "the lengths alone, in the lesser direction, both lists", true, false, func(s Signature) string {
		return s.each(func(t Triple) Triple { return Triple{t[0], 0, t[2]} }).Key()
	}},
	{"loose", "each triple may be turned on its own, both lists", true, false, func(s Signature) string {
		return s.each(unordered).least(unturned).key()
	}},
	{
		"loose-single", "each triple may be turned on its own, the lesser list only", true, false,
		func(s Signature) string { return s.each(unordered).least(unturned).shortKey() },
	},
	{
		"multiset", "the triples without their order, each in its lesser direction, both lists", true, false,
		func(s Signature) string {
			s = s.each(unordered)
			slices.SortFunc(s.X, Triple.compare)
			slices.SortFunc(s.Y, Triple.compare)
			return s.least(unturned).key()
		},
	},
	{"single", "the lesser list only, turned with its triples", true, true, Signature.ShortKey},
	{"strict", "both lists, turned with their triples", true, true, Signature.Key},
	{
		"unturned", "both lists in the lesser direction, but triples are not turned with their list", false, false,
		func(s Signature) string { return s.least(unturned).key() },
	},
}

// Readings returns every reading of the signature, sorted by name, new.
func Readings() []Reading { return slices.Clone(readings) }

func unturned(t Triple) Triple { return t }

func unordered(t Triple) Triple {
	if t[2] < t[0] {
		return t.Flipped()
	}
	return t
}

// Collision is the result of comparing a reading with the orbits themselves.
type Collision struct {
	Orbits  int           `json:"orbits,string"`     // orbits looked at
	Keys    int           `json:"keys,string"`       // different keys of their representatives
	Example []queens.Perm `json:"example,omitempty"` // two representatives of one key, nil if there are none
}

// Collide compares a reading with orbits, given by one member each. If Orbits
// differs from Keys the reading is no key.
//
// Time O(n) for each orbit, space O(n) for each key.
func (r Reading) Collide(representatives iter.Seq[queens.Perm]) Collision {
	var c Collision
	first := map[string]queens.Perm{}
	for p := range representatives {
		c.Orbits++
		key := r.Key(SignatureOf(p))
		if other, taken := first[key]; !taken {
			first[key] = p.Clone()
		} else if c.Example == nil {
			c.Example = []queens.Perm{other, p.Clone()}
		}
	}
	c.Keys = len(first)
	return c
}

// HalfColumn is what remains if the first queen is kept in the upper half of
// column 1, which is often taken for a way to get each orbit once.
type HalfColumn struct {
	Upper     int `json:"upper,string"`     // solutions with the queen of column 1 in rows 1..⌈n/2⌉
	NotCorner int `json:"notCorner,string"` // those of them with the queen not in row 1
	Orbits    int `json:"orbits,string"`
}

// HalfColumns counts, of the solutions of one order n given by the members of seq, one for each
// orbit, those in the upper half of column 1. Every orbit of order 2 or more has some outside the
// corner: if the first queen stands in a corner the last does not, so one of reverse and its
// complement is among them. But there are several, 42 for 12 orbits of order 8.
//
// Time O(n) for each orbit. Source: [cull1994], section 3; errata C5.
func HalfColumns(representatives iter.Seq[queens.Perm]) HalfColumn {
	var h HalfColumn
	for p := range representatives {
		h.Orbits++
		if len(p) == 0 {
			continue
		}
		m, upper, notCorner := len(p)-1, 0, 0
		left, right, top, bottom := p[0], p[m], slices.Index(p, 0), slices.Index(p, m)
		for _, first := range [...]int{left, m - left, right, m - right, top, m - top, bottom, m - bottom} {
			if first < (m+2)/2 { // the first queen of one of the eight images
				upper++
				if first > 0 {
					notCorner++
				}
			}
		}
		same := len(symmetry.Stabilizer(p)) // each image is counted once for each of them
		h.Upper += upper / same
		h.NotCorner += notCorner / same
	}
	return h
}
