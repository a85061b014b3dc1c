// Package torus studies permutations on a board whose opposite sides are joined. It answers
// which permutations are the same after shifts and other maps of the torus, which queens of a
// regular solution attack each other across the border, and how many modular solutions exist.
//
// [Count] counts the classes of a [Base], a set of permutations, under each
// [Equivalence] asked for. [Tables] counts the conflicts of all solutions of an order.
//
//	classes, err := torus.Count(ctx, 13, torus.Toroidal, torus.Congruence)
//	// one count of 11 classes: 1 of 26, 2 of 52, 3 of 338 and 5 of 676 solutions
package torus

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/list"
	"queens/symmetry"
)

// Base is a set of permutations.
type Base string

// The sets.
const (
	Permutations Base = "permutations"
	Regular      Base = "regular"
	Toroidal     Base = "toroidal"
)

var bases = map[Base]struct {
	summary string
	max     int // largest order whose members are listed
}{
	Permutations: {"one queen in each row and column", 9},
	Regular:      {"solutions of the regular board", 14},
	Toroidal:     {"solutions of the modular board", 19},
}

// Bases returns all sets.
func Bases() []Base { return []Base{Permutations, Regular, Toroidal} }

// Summary says in a few words what is in the set.
func (b Base) Summary() string { return bases[b].summary }

// MaxOrder returns the largest order that Members and Count accept.
func (b Base) MaxOrder() int { return bases[b].max }

// Members yields the members of the set for order n, 1 to MaxOrder. The yielded slice is reused.
//
// Errors: queens.ErrOrder for n out of range.
func (b Base) Members(n int) (iter.Seq[queens.Perm], error) { return b.members(n, None) }

// members is Members, but of the modular solutions, from Congruence on, one of the n shifts of the
// rows, with a queen at the origin.
func (b Base) members(n int, e Equivalence) (iter.Seq[queens.Perm], error) {
	if n < 1 || n > b.MaxOrder() {
		return nil, errs.Errorf("%v of order %d: want 1 to %d: %w", b, n, b.MaxOrder(), queens.ErrOrder)
	}
	switch {
	case b == Permutations:
		return permutations(n), nil
	case b == Regular:
		return list.Solutions(n, list.Options{})
	case b == Toroidal && e >= Congruence:
		return atOrigin(n), nil
	default:
		return shifted(atOrigin(n)), nil
	}
}

// permutations yields all of them in lexicographic order.
func permutations(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p := make(queens.Perm, n)
		for i := range p {
			p[i] = i
		}
		for yield(p) {
			at := n - 2 // the next one is larger there, as little as possible
			for at >= 0 && p[at] > p[at+1] {
				at--
			}
			if at < 0 {
				return
			}
			slices.Reverse(p[at+1:])
			larger := at + 1
			for p[larger] < p[at] {
				larger++
			}
			p[at], p[larger] = p[larger], p[at]
		}
	}
}

func shifted(list iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range list {
			q := p.Clone()
			for range p {
				if !yield(q) {
					return
				}
				for col := range q {
					q[col] = (q[col] + 1) % len(q)
				}
			}
		}
	}
}

// Classes are the classes of the members of a set.
type Classes struct {
	Members int       `json:"members,string"` // of the set
	Number  int       `json:"classes,string"`
	Sizes   []SizeRow `json:"sizes"` // by size of the whole class, outside the set too
	Meets   []SizeRow `json:"meets"` // by number of members in the class
}

// SizeRow is a number of classes of one size.
type SizeRow struct {
	Size    int `json:"size"`
	Classes int `json:"classes,string"`
}

// newClasses adds up numbers of classes, by images and by members.
func newClasses(sizes, meets map[int]int) (c Classes) {
	rows := func(classes map[int]int) []SizeRow {
		list := []SizeRow{}
		for _, size := range slices.Sorted(maps.Keys(classes)) {
			list = append(list, SizeRow{size, classes[size]})
		}
		return list
	}
	for size, classes := range meets {
		c.Number += classes
		c.Members += size * classes
	}
	c.Sizes, c.Meets = rows(sizes), rows(meets)
	return c
}

const pollMembers = 1 << 8

// Count counts the classes of the members of a set of order n, 1 to b.MaxOrder(), under some
// equivalences, finest first. Images that are no members are searched as well: two regular
// solutions are congruent if some shift and symmetry of the torus turns one into the other.
//
// Memory is one entry for each class; time that of Canonical for each member. Congruence and
// similarity of regular solutions need no memory, and orders to 20 are accepted. Errors:
// queens.ErrOrder for n out of range; ctx's error if it ends.
func Count(ctx context.Context, n int, b Base, list ...Equivalence) ([]Classes, error) {
	counted, c := make([]Classes, len(list)), chain{}
	for i, e := range list {
		var err error
		if b == Regular && (e == Congruence || e == Similarity) && n >= 3 && n <= MaxOrbits {
			counted[i], err = regularClasses(ctx, n, e)
		} else {
			if c.parts == nil && b == Toroidal {
				c, err = newChain(n, b, Congruence)
			} else if c.parts == nil {
				c, err = newChain(n, b, e)
			}
			if err == nil {
				counted[i], err = c.count(ctx, e)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return counted, nil
}

// Classify returns the classes that Count counts, in the order of their first members. Each has the
// classes of the equivalences between that and from as parts. Memory, time and errors are those of
// Count.
func Classify(ctx context.Context, n int, b Base, from, to Equivalence) ([]*Class, error) {
	c, err := newChain(n, b, from)
	if err != nil {
		return nil, err
	}
	return c.upTo(ctx, to)
}

// chain makes the classes of each equivalence from those of the one before: few classes instead of
// many members.
type chain struct {
	n     int
	parts iter.Seq[*Class] // members, or the last classes
	next  Equivalence
}

func newChain(n int, b Base, first Equivalence) (c chain, err error) {
	c.n, c.next = n, min(first, Congruence)
	members, err := b.members(n, first)
	member := Class{Members: 1}
	if b == Toroidal && first >= Congruence {
		member.Members = n
	}
	c.parts = func(yield func(*Class) bool) {
		for p := range members {
			if member.First, member.Slope = p, slope(p); !yield(&member) {
				return
			}
		}
	}
	return c, err
}

func (c *chain) upTo(ctx context.Context, e Equivalence) (list []*Class, err error) {
	for ; c.next <= e && err == nil; c.next++ {
		list, err = coarser(ctx, c.n, c.next, c.parts)
		c.parts = slices.Values(list)
	}
	return list, err
}

func (c *chain) count(ctx context.Context, e Equivalence) (Classes, error) {
	if e < Congruence && c.next == Congruence {
		return boardClasses(c.n, e, c.parts), nil
	}
	list, err := c.upTo(ctx, e)
	sizes, meets := map[int]int{}, map[int]int{}
	for _, class := range list {
		sizes[class.size]++
		meets[class.Members]++
	}
	return newClasses(sizes, meets), err
}

// Equivalence says which permutations count as the same.
type Equivalence uint8

// The equivalences, each coarser than the one before. Rows and columns are taken
// modulo n; a unit is a number prime to n.
const (
	None       Equivalence = iota // only equal ones
	Board                         // rotation and reflection
	Congruence                    // and shifts of rows and columns around the torus
	Similarity                    // and multiplication of rows and columns by one unit
	Affine                        // and any matrix whose determinant is a unit: shears, rows on diagonals
)

var equivalenceNames = [...]string{
	None: "none", Board: "board", Congruence: "congruence", Similarity: "similarity",
	Affine: "affine",
}

// Equivalences returns all of them, finest first.
func Equivalences() []Equivalence { return []Equivalence{None, Board, Congruence, Similarity, Affine} }

// String returns "none", "board", "congruence", "similarity" or "affine".
func (e Equivalence) String() string { return equivalenceNames[e] }

// MarshalText returns the name.
func (e Equivalence) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Canonizer finds the representatives of permutations of one order under one
// equivalence. It is not safe for use by several goroutines at once.
type Canonizer struct {
	n     int
	e     Equivalence
	units []int // that multiply rows and columns, up to sign: the half turn is a symmetry
	symm  []symmetry.Symmetry
	image queens.Perm
	least []uint8
}

// NewCanonizer returns a Canonizer for order n, 0 to 255.
func NewCanonizer(n int, e Equivalence) *Canonizer {
	c := &Canonizer{n: n, e: e, units: []int{1}, image: make(queens.Perm, n), least: make([]uint8, n)}
	all := symmetry.All()
	if c.symm = all[:]; e == None {
		c.symm = all[:1]
	}
	if e == Similarity {
		for u := range units(n) {
			if u > 1 && 2*u <= n {
				c.units = append(c.units, u)
			}
		}
	}
	return c
}

// units yields the numbers 1..n-1 that are prime to n, for n > 1.
func units(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for u := 1; u < n; u++ {
			if bitmath.GCD(u, n) == 1 && !yield(u) {
				return
			}
		}
	}
}

// Order returns the number of maps in the group of an equivalence up to Similarity, for n > 2;
// equal maps on small boards are counted as often as they are given.
func (c *Canonizer) Order() int { return len(c.symm) * len(c.units) * c.shifts() * c.shifts() }

// shifts returns by how many numbers columns, and rows, are shifted.
func (c *Canonizer) shifts() int {
	if c.e < Congruence {
		return 1
	}
	return max(1, c.n)
}

// Canonical returns the least image of p, a permutation, as a string of its rows, and the number of
// its different images that are permutations. Two permutations are equivalent exactly if their
// least images are equal.
//
// Time O(maps * shifts * n) at worst, see images; most images differ early. With shifts, the least
// image has row 0 in column 0, so only columns are shifted in turn.
func (c *Canonizer) Canonical(p queens.Perm) (least string, size int) {
	maps, same := 0, 0
	for image := range c.images(p) {
		for shift := range c.shifts() {
			switch c.compare(image, shift, same == 0) {
			case -1:
				same = 1
			case 0:
				same++
			}
		}
		maps += c.shifts() * c.shifts()
	}
	return string(c.least), maps / max(1, same)
}

// images yields the images of p, up to shifts, that are permutations. The slice is reused.
//
// A matrix takes columns and rows to two linear forms of both, and its image of p is a permutation
// exactly if each form has n values on the queens of p. So Affine combines any two such forms whose
// determinant is a unit. Of lattices these are O(n^4) maps, of other permutations far fewer.
//
// A modular solution is a set on which the forms column, row, column + row and column - row have n
// values each. So a matrix that permutes these four, up to units, takes every modular solution to
// one. For a prime n > 3 no other matrix does: the form a column + b row has one value only on the
// lattice of slope -a/b, which is a solution unless -a/b is 0, 1 or -1 or b is 0, so each of the
// four must become one of the four, and no two the same. They have the cross ratio -1, which 8
// permutations keep: with the units 8 phi(n) matrices. Those of Similarity are the 4 phi(n) that
// take rows to rows or columns; the others take them to diagonals, as (column + row, column - row)
// does. Affine is coarser, as it counts every matrix that takes this one solution to a solution.
func (c *Canonizer) images(p queens.Perm) iter.Seq[queens.Perm] {
	if c.e == Affine {
		return c.affineImages(p)
	}
	return func(yield func(queens.Perm) bool) {
		for _, s := range c.symm {
			q := symmetry.Apply(s, p)
			for _, u := range c.units {
				for col, row := range q {
					c.image[u*col%c.n] = u * row % c.n
				}
				if !yield(c.image) {
					return
				}
			}
		}
	}
}

func (c *Canonizer) affineImages(p queens.Perm) iter.Seq[queens.Perm] {
	type form struct {
		cols, rows int
		values     []int // by column
	}
	n := c.n
	forms := []form{}
	for i := range n * n {
		f, met := form{i / n, i % n, make([]int, n)}, make([]bool, n)
		for col, row := range p {
			f.values[col] = (f.cols*col + f.rows*row) % n
			met[f.values[col]] = true
		}
		if !slices.Contains(met, false) {
			forms = append(forms, f)
		}
	}
	return func(yield func(queens.Perm) bool) {
		for _, f := range forms {
			for _, g := range forms {
				if bitmath.GCD((f.cols*g.rows+n*n-f.rows*g.cols)%n, n) > 1 {
					continue
				}
				for col := range n {
					c.image[f.values[col]] = g.values[col]
				}
				if !yield(c.image) {
					return
				}
			}
		}
	}
}

// compare compares the image, shifted, with the least one so far, keeps it if it is less or the
// first, and returns -1 then, 0 if it is equal and 1 otherwise.
func (c *Canonizer) compare(image queens.Perm, shift int, first bool) int {
	n, result, by := c.n, 0, 0
	if first {
		result = -1
	}
	if c.e >= Congruence && n > 0 {
		by = n - image[shift]
	}
	for col := range n {
		row := (image[(col+shift)%n] + by) % n
		switch old := int(c.least[col]); {
		case result < 0 || row < old:
			result = -1
			c.least[col] = uint8(row)
		case row > old:
			return 1
		}
	}
	return result
}

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
	switch name := names[c.First.String()]; {
	case c.Slope > 0:
		text += fmt.Sprintf(", lattice of slope %d", c.Slope)
	case name != "" && c.Equivalence == Congruence:
		text += ", " + name
	}
	return text
}

// names of the congruent classes of modular solutions of order 13 that are no lattices, by their
// first members. A number is how far the nearest queen is in a neighbouring row or column.
//
// Four names are from the page imageT13 of nqueens.de, whose pictures we did not see: the squares
// have a quarter turn and the distances that it names, the opened rectangle has the queens at the
// border that it names. Its "Flat diagonal" and "tilted oval" are the other two similar to the
// rectangle, we do not know in which order; two names are not in our copy. The rest are ours.
var names = map[string]string{
	"1,3,5,7,12,10,13,6,4,2,8,11,9": "half turn, only 2",
	"1,3,6,9,11,2,5,12,8,4,13,7,10": "half turn, 3 and 2",
	"1,3,5,10,8,13,4,12,7,2,6,11,9": "half turn, two of 4",
	"1,3,6,13,7,10,12,5,2,4,9,11,8": "half turn, opened rectangle",
	"1,4,9,12,6,2,11,5,8,13,3,10,7": "half turn, 3 around a 4",
	"1,3,8,12,7,2,10,5,13,4,9,11,6": "square with 4 at the edges",
	"1,3,8,13,7,10,2,5,12,4,9,11,6": "square with 3 at the corners",
	"1,4,9,12,6,2,10,5,13,8,3,11,7": "2-3-square",
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

// Tree is the members of a set by affine classes, with all finer ones. Engelhardt calls such trees
// evolution trees (nqueens.de).
type Tree struct {
	Order   int      `json:"order"`
	Set     Base     `json:"set"`
	Classes []*Class `json:"classes"` // by Classify, from Board
}

// Title counts members and classes.
func (t Tree) Title() string {
	members := 0
	for _, c := range t.Classes {
		members += c.Members
	}
	return fmt.Sprintf("Order %d, %v: %s, %s", t.Order, t.Set, humanize.Plural(members, "solution"),
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
