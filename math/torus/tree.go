package torus

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/symmetry"
)

// Class is a class of members of a set, and what it falls into under the next finer equivalence: an
// affine class into similarity classes, these into congruence classes, these into classes under the
// eight symmetries of the board.
type Class struct {
	Equivalence Equivalence `json:"equivalence"`
	First       queens.Perm `json:"first"`   // the member that comes first in the set
	Members     int         `json:"members"` // in the set
	Slope       int         `json:"slope,omitempty"`
	Parts       []*Class    `json:"parts,omitempty"` // none under Board

	size int // of the whole class, outside the set too
}

// Name names the class by its equivalence and its place, from 0, among the parts of a class.
func (c *Class) Name(i int) string {
	return fmt.Sprintf("%s %d", [...]string{"equal", "board", "congruent", "similar", "affine"}[c.Equivalence], i+1)
}

// Note says what is in the class: "10 solutions, lattice of slope 2".
func (c *Class) Note() string {
	text := humanize.Plural(c.Members, "solution")
	if c.Equivalence == Congruence {
		text += ", " + humanize.Plural(len(c.Parts), "board class")
	}
	if c.Slope > 0 {
		text += fmt.Sprintf(", lattice of slope %d", c.Slope)
	}
	return text
}

// Centred returns First, shifted around the torus so that the centre of a rotation of the class, by
// a quarter turn if it has one, else by a half turn, is the middle of the board. Without either it
// returns First.
func (c *Class) Centred() queens.Perm {
	n := len(c.First)
	for _, turn := range []symmetry.Symmetry{symmetry.Rot90, symmetry.Rot180} {
		for rows := range n {
			for columns := range n {
				p := make(queens.Perm, n)
				for i, row := range c.First {
					p[(i+columns)%n] = (row + rows) % n
				}
				if symmetry.Apply(turn, p).Equal(p) {
					return p
				}
			}
		}
	}
	return c.First
}

// slope returns the constant difference of neighbouring rows modulo n, the least among the images
// under the symmetries of the board, or 0 if it is not constant. Solutions with one are the
// lattices of [polya1918].
func slope(p queens.Perm) int {
	n := len(p)
	if n < 2 {
		return 0
	}
	step := (p[1] - p[0] + n) % n
	for c := range p {
		if (p[(c+1)%n]-p[c]+n)%n != step {
			return 0
		}
	}
	for u := range units(n) {
		if u*step%n == 1 {
			return min(step, n-step, u, n-u)
		}
	}
	return step
}

// Tree is the members of a set by affine classes, with all finer ones.
type Tree struct {
	Order   int      `json:"order"`
	Set     Base     `json:"set"`
	Classes []*Class `json:"classes"`
}

// NewTree returns the affine classes of the members of a set of order n, 1 to b.MaxOrder(), with
// all finer classes. Engelhardt calls such trees evolution trees (nqueens.de).
//
// Memory is one entry for each class under the symmetries of the board; time that of Canonical for
// each member. Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func NewTree(ctx context.Context, n int, b Base) (t Tree, err error) {
	classes, err := classes(ctx, n, b, Board)
	for _, e := range []Equivalence{Congruence, Similarity, Affine} {
		if err == nil {
			classes, err = coarser(ctx, n, e, slices.Values(classes))
		}
	}
	return Tree{n, b, classes}, err
}

// Title counts members and classes.
func (t Tree) Title() string {
	members := 0
	for _, c := range t.Classes {
		members += c.Members
	}
	return fmt.Sprintf("Order %d, %v: %s, %s without shears", t.Order, t.Set, humanize.Plural(members, "solution"),
		humanize.Plural(len(t.Classes), "affine class"))
}

// coarser puts members, or classes of one equivalence, together to classes of a coarser one, in the
// order of their first members.
func coarser(ctx context.Context, n int, e Equivalence, parts iter.Seq[*Class]) ([]*Class, error) {
	list, byImage, canonizer, seen := []*Class{}, map[string]*Class{}, NewCanonizer(n, e), 0
	for part := range parts {
		if seen++; seen%pollMembers == 0 && ctx.Err() != nil {
			return nil, errs.Errorf("order %d up to %v: stopped after %d: %w", n, e, seen, ctx.Err())
		}
		least, size := canonizer.Canonical(part.First)
		c := byImage[least]
		if c == nil {
			c = &Class{Equivalence: e, First: part.First.Clone(), Slope: part.Slope, size: size}
			byImage[least] = c
			list = append(list, c)
		}
		c.Members += part.Members
		if c.Slope != part.Slope {
			c.Slope = 0 // the parts differ
		}
		if part.size > 0 { // a class, not a member
			c.Parts = append(c.Parts, part)
		}
	}
	return list, nil
}
