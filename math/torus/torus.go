// Package torus studies permutations on a board whose opposite sides are joined. It answers
// which permutations are the same after shifts and other maps of the torus, which queens of a
// regular solution attack each other across the border, and how many modular solutions exist.
//
// [Count] counts the classes of a [Base], a set of permutations, under an
// [Equivalence]. [Tables] counts the conflicts of all solutions of an order.
//
//	classes, err := torus.Count(ctx, 13, torus.Toroidal, torus.Congruence)
//	// 11 classes: 1 of 26, 2 of 52, 3 of 338 and 5 of 676 solutions
package torus

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/bits"
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
	TwoADiagonal Base = "two-a-diagonal"
	Regular      Base = "regular"
	Toroidal     Base = "toroidal"
)

var bases = map[Base]struct {
	summary string
	max     int // largest order whose members are listed
}{
	Permutations: {"one queen in each row and column", 9},
	TwoADiagonal: {"at most two queens on each diagonal", 10},
	Regular:      {"solutions of the regular board", 14},
	Toroidal:     {"solutions of the modular board", 19},
}

// Bases returns all sets.
func Bases() []Base { return []Base{Permutations, TwoADiagonal, Regular, Toroidal} }

// Summary says in a few words what is in the set.
func (b Base) Summary() string { return bases[b].summary }

// MaxOrder returns the largest order that Members and Count accept.
func (b Base) MaxOrder() int { return bases[b].max }

// Members yields the members of the set for order n, 1 to MaxOrder. The yielded slice is reused.
//
// Errors: queens.ErrOrder for n out of range.
func (b Base) Members(n int) (iter.Seq[queens.Perm], error) {
	if n < 1 || n > b.MaxOrder() {
		return nil, errs.Errorf("%v of order %d: want 1 to %d: %w", b, n, b.MaxOrder(), queens.ErrOrder)
	}
	switch b {
	case Regular:
		return list.Solutions(n, list.Options{})
	case Toroidal:
		return shifted(atOrigin(n)), nil
	default:
		most := n
		if b == TwoADiagonal {
			most = 2
		}
		return permutations(n, most), nil
	}
}

// permutations yields the permutations with at most this number of queens on each diagonal,
// in lexicographic order.
func permutations(n, most int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p := make(queens.Perm, n)
		rising, falling := make([]int, 2*n), make([]int, 2*n)
		var extend func(col int, rows uint64) bool
		extend = func(col int, rows uint64) bool {
			if col == n {
				return yield(p)
			}
			for rest := rows; rest != 0; rest &= rest - 1 {
				row := bits.TrailingZeros64(rest)
				if rising[row+col] == most || falling[row-col+n] == most {
					continue
				}
				p[col] = row
				rising[row+col]++
				falling[row-col+n]++
				more := extend(col+1, rows&^(1<<row))
				rising[row+col]--
				falling[row-col+n]--
				if !more {
					return false
				}
			}
			return true
		}
		extend(0, 1<<n-1)
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

func atOrigin(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		solutions, err := list.Solutions(n, list.Options{Modular: true})
		if err != nil {
			panic(err) // the order was checked
		}
		for p := range solutions {
			if p[0] > 0 || !yield(p) {
				return
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

// Count counts the classes of the members of a set of order n, 1 to b.MaxOrder(), under an
// equivalence. Images that are no members are searched as well: two regular solutions are congruent
// if some shift and symmetry of the torus turns one into the other.
//
// Memory is one entry for each class; time that of Canonical for each member. Congruence and
// similarity of regular solutions need no memory, and orders to 19 are accepted. Errors:
// queens.ErrOrder for n out of range; ctx's error if it ends.
func Count(ctx context.Context, n int, b Base, e Equivalence) (Classes, error) {
	if b == Regular && (e == Congruence || e == Similarity) && n >= 3 && n <= maxOrbits {
		return regularClasses(ctx, n, e)
	}
	list, err := classes(ctx, n, b, e)
	sizes, meets := map[int]int{}, map[int]int{}
	for _, class := range list {
		sizes[class.size]++
		meets[class.Members]++
	}
	return newClasses(sizes, meets), err
}

// Representatives returns a member of each class that Count counts, the one that comes first in the
// set. Memory, time and errors are those of Count.
func Representatives(ctx context.Context, n int, b Base, e Equivalence) ([]queens.Perm, error) {
	list := []queens.Perm{}
	classes, err := classes(ctx, n, b, e)
	for _, c := range classes {
		list = append(list, c.First)
	}
	return list, err
}

func classes(ctx context.Context, n int, b Base, e Equivalence) ([]*Class, error) {
	members, err := b.Members(n)
	if err != nil {
		return nil, err
	}
	weight := 1
	if b == Toroidal && e >= Congruence {
		members, weight = atOrigin(n), n // one of the n shifts of the rows
	}
	return coarser(ctx, n, e, func(yield func(*Class) bool) {
		member := Class{Members: weight}
		for p := range members {
			if member.First, member.Slope = p, slope(p); !yield(&member) {
				return
			}
		}
	})
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
	Affine                        // and multiplication of rows by one unit and of columns by another, without shears
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
	n      int
	e      Equivalence
	scales [][2]int // units for rows and inverse units for columns
	symm   []symmetry.Symmetry
	shifts int // of columns: 1 or n
	least  []uint8
}

// NewCanonizer returns a Canonizer for order n, 0 to 255.
func NewCanonizer(n int, e Equivalence) *Canonizer {
	c := &Canonizer{n: n, e: e, shifts: 1, least: make([]uint8, n)}
	if e >= Congruence {
		c.shifts = max(1, n)
	}
	all := symmetry.All()
	switch e {
	case None:
		c.symm = all[:1]
	case Affine: // whose units mirror as well
		c.symm = []symmetry.Symmetry{symmetry.Identity, symmetry.Transpose}
	default:
		c.symm = all[:]
	}
	c.scales = [][2]int{{1, 1}}
	if e < Similarity || n < 2 {
		return c
	}
	c.scales = nil
	for u := range units(n) {
		for v := range units(n) {
			// -1 as a common unit is the half turn, which Similarity has already.
			if e == Affine || u*v%n == 1 && 2*u <= n {
				c.scales = append(c.scales, [2]int{u, v})
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

// Order returns the number of maps in the group of the equivalence, for n > 2; equal
// maps on small boards are counted as often as they are given.
func (c *Canonizer) Order() int {
	order := len(c.symm) * len(c.scales)
	if c.e >= Congruence {
		order *= c.n * c.n
	}
	return order
}

// Canonical returns the least image of p, a permutation, as a string of its rows, and the number of
// its different images. Two permutations are equivalent exactly if their least images are equal.
//
// Time O(symmetries * units * shifts * n) at worst; most images differ early. With shifts, the
// least image has row 0 in column 0, so only columns are shifted in turn.
func (c *Canonizer) Canonical(p queens.Perm) (least string, size int) {
	same := 0
	for _, s := range c.symm {
		q := symmetry.Apply(s, p)
		for _, scale := range c.scales {
			for shift := range c.shifts {
				switch c.compare(q, scale, shift, same == 0) {
				case -1:
					same = 1
				case 0:
					same++
				}
			}
		}
	}
	return string(c.least), c.Order() / max(1, same)
}

// compare compares the image of q with the least one so far, keeps it if it is less
// or the first, and returns -1 then, 0 if it is equal and 1 otherwise.
func (c *Canonizer) compare(q queens.Perm, scale [2]int, shift int, first bool) int {
	n, result := c.n, 0
	if first {
		result = -1
	}
	row, origin := 0, 0
	for x := range n {
		col := (x + shift) * scale[1] % n
		row = q[col] * scale[0] % n
		if c.e >= Congruence {
			if x == 0 {
				origin = n - row
			}
			row = (row + origin) % n
		}
		switch old := int(c.least[x]); {
		case result < 0 || row < old:
			result = -1
			c.least[x] = uint8(row)
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
