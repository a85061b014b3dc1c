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
	"iter"
	"maps"
	"math/bits"
	"slices"

	"queens"
	"queens/internal/errs"
	"queens/list"
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
