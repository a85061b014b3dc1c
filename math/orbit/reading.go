package orbit

import (
	"iter"
	"slices"

	"queens"
	"queens/symmetry"
)

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
