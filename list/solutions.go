// Package list lists solutions of the regular board: all of them or one per orbit, of all
// classes or of some, in lexicographic order of the one-line notation, column 0 first.
//
// [Solutions] is an iterator over queens.Perm. [Stream] uses all cores and hands out encoded
// text in large pieces. [NextPage] returns a bounded piece of a list.
//
//	seq, err := list.Solutions(8, list.Options{Fundamental: true})
//	if err != nil {
//		return err
//	}
//	for p := range seq {
//		fmt.Println(p)
//	}
//
// A list is cut by the first columns into parts of about a millisecond, and each part is searched
// breadth first in small blocks. For a list of all solutions up to order 16, only about one image
// in eight is searched for, and the others are made from these. Use package count for numbers of
// solutions: it is about a hundred times faster.
package list

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/symmetry"
)

// Solutions yields the solutions of order n on the regular board that o asks for,
// in lexicographic order, column 0 first. The yielded slice is the caller's. n is
// 0..MaxOrder; order 0 has one solution, the empty board.
//
// About 300 ns per solution at orders 14 to 16 on one core. The search is at most some milliseconds
// ahead, so stopping early is cheap. A complete list up to order 16 holds half of the solutions in
// memory, in 8 bytes each: 60 MB at order 16. Errors: queens.ErrOrder for n out of range,
// queens.ErrFormat if o.After is not n rows in 0..n-1 or a class does not exist.
func Solutions(n int, o Options) (iter.Seq[queens.Perm], error) {
	if err := o.validate(n); err != nil {
		return nil, err
	}
	return func(yield func(queens.Perm) bool) {
		var listed uint64
		newLister(n, o, finders(n, o)()).all(newWatch(context.Background(), 0), func(p []uint8) bool {
			listed++
			return yield(queens.PermOf(p)) && listed != o.Limit
		})
	}, nil
}

// Page is a piece of a list.
type Page struct {
	Solutions []queens.Perm
	Next      queens.Perm // Options.After of the rest; nil if the list ends here
	Nodes     uint64      // queens placed to find them
	None      string      // why there is none, see Options.None
}

// NextPage returns the first o.Limit solutions of the list. It returns fewer if it has placed more
// queens than nodes, or if ctx ends; Next then says where to continue. 0 means no limit for either.
// A node takes about 10 ns; they are counted between parts of some hundred thousand. Errors: those
// of Solutions. The end of ctx is no error.
func NextPage(ctx context.Context, n int, o Options, nodes uint64) (Page, error) {
	if err := o.validate(n); err != nil {
		return Page{}, err
	}
	var page Page
	if page.None = o.None(n); page.None != "" {
		return page, nil
	}
	w := newWatch(ctx, nodes)
	end := newLister(n, o, newFinder(n, o)).all(w, func(p []uint8) bool {
		if o.Limit > 0 && uint64(len(page.Solutions)) == o.Limit {
			return false // there is one more
		}
		page.Solutions = append(page.Solutions, queens.PermOf(p))
		return true
	})
	page.Nodes = w.nodes
	switch {
	case end:
	case w.position != nil:
		page.Next = make(queens.Perm, n)
		copy(page.Next, queens.PermOf(w.position))
	default:
		page.Next = page.Solutions[len(page.Solutions)-1]
	}
	return page, nil
}

//go:embed *.txt
var texts embed.FS

// Lister is the search behind Solutions, an algorithm of the catalogue. Source: ours, with
// bitmasks as in [bitner1975].
var Lister = solver.Algorithm{
	Name: "lister", Source: "bitner1975", Finds: solver.All, Sorted: true,
	MaxOrder: MaxOrder, TestMax: 12, Exact: true,
	Run: runLister(Options{}),
}.Described(texts)

// FundamentalLister is Lister for one solution of each orbit. Source: [cull1994].
var FundamentalLister = solver.Algorithm{
	Name: "lister-fundamental", Source: "cull1994", Finds: solver.Fundamental, Sorted: true,
	MaxOrder: MaxOrder, TestMax: 12, Exact: true,
	Run: runLister(Options{Fundamental: true}),
}.Described(texts)

func runLister(o Options) solver.Run {
	return func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (stats solver.Stats, err error) {
		l, w := newLister(c.Problem.Order, o, newFinder(c.Problem.Order, o)), newWatch(ctx, 0)
		w.progress = func() {
			stats.Placements = l.finder.nodes()
			if c.Progress != nil {
				c.Progress(stats)
			}
		}
		l.all(w, func(p []uint8) bool {
			stats.Solutions++
			return found(queens.PermOf(p))
		})
		stats.Placements = l.finder.nodes()
		if w.ended {
			return stats, ctx.Err()
		}
		return stats, nil
	}
}

// MaxOrder is the largest order that can be listed.
const MaxOrder = 32

// Options says which solutions are listed. The zero value lists all of them on all cores.
type Options struct {
	// Fundamental lists one solution per orbit, the canonical representative.
	Fundamental bool `json:"fundamental,omitempty"`
	// Classes lists only solutions of these classes; empty means every class. Without Asymmetric a
	// list takes about the square root of the time, with Rotational alone about the fourth root.
	Classes []symmetry.Class `json:"classes,omitempty"`
	// Modular lists only solutions of the modular board as well.
	Modular bool `json:"modular,omitempty"`
	// After, unless nil, starts the list after this vector of n rows, which need
	// not be a solution, nor a permutation.
	After queens.Perm `json:"after,omitempty"`
	// Limit ends the list after this number of solutions; 0 means no limit.
	Limit uint64 `json:"limit,omitempty"`
	// Workers is the number of searches that run side by side in Stream; 0 means one per core.
	Workers int `json:"workers,omitempty"`
}

func (o Options) validate(n int) error {
	if n < 0 || n > MaxOrder {
		return errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	if o.Workers < 0 {
		return errs.Errorf("order %d: %d workers: want 0 (one per core) or more", n, o.Workers)
	}
	for _, class := range o.Classes {
		if !slices.Contains(classes[:], class) {
			return errs.Errorf("order %d: class %d: want 0 to %d: %w", n, class, len(classes)-1, queens.ErrFormat)
		}
	}
	if o.After == nil {
		return nil
	}
	if len(o.After) != n {
		return errs.Errorf("order %d after %v: it has %d columns, want %d: %w", n, o.After, len(o.After), n,
			queens.ErrFormat)
	}
	for c, r := range o.After {
		if r < 0 || r >= n {
			return errs.Errorf("order %d: row %d in column %d of the starting point is outside 1..%d: %w",
				n, r+1, c+1, n, queens.ErrFormat)
		}
	}
	return nil
}

var classes = symmetry.Classes()

// Wants reports whether solutions of the class are listed.
func (o Options) Wants(class symmetry.Class) bool {
	return len(o.Classes) == 0 || slices.Contains(o.Classes, class)
}

// keeps reports whether solution p is listed. Time O(n); most fundamental tests
// end after a few comparisons.
func (l *lister) keeps(p []uint8) bool {
	return (l.after == nil || bytes.Compare(p, l.after) > 0) &&
		(len(l.Classes) == 0 || l.Wants(symmetry.ClassOf(p))) &&
		(!l.Fundamental || l.canonizer.IsLeast(p))
}

// None returns why no solution of order n satisfies o, as a sentence without final period, or "" if
// theory gives no reason.
//
// Sources: [polya1918] for the modular board; the images of a queen under quarter
// turns are four, except one in the centre.
func (o Options) None(n int) string {
	quarter := !o.Wants(symmetry.Asymmetric) && !o.Wants(symmetry.Central)
	switch {
	case n == 2 || n == 3:
		return fmt.Sprintf("a board of order %d has no solution", n)
	case n > 0 && o.Modular && (n%2 == 0 || n%3 == 0):
		return fmt.Sprintf("the torus has solutions only for orders that neither 2 nor 3 divides, and order %d is "+
			"divided by %d", n, 2+n%2)
	case quarter && n%4 > 1:
		return fmt.Sprintf("a quarter turn leaves solutions unchanged only for orders that are 0 or 1 modulo 4: "+
			"queens come in fours, and one may stand in the centre; order %d is %d", n, n%4)
	default:
		return ""
	}
}

// Checker returns a function that reports whether a vector of n rows may be the next one of the
// list: a solution on the regular board, that o asks for, after o.After and the one before. Time
// O(n).
func (o Options) Checker(n int) func(p []uint8) bool {
	l := newLister(n, o, nil)
	return func(p []uint8) bool {
		var rows, rising, falling uint64
		for c, r := range p {
			rows |= 1 << (r % 64)
			rising |= 1 << (int(r) + c)
			falling |= 1 << (int(r) - c + n)
		}
		ok := min(bits.OnesCount64(rows), bits.OnesCount64(rising), bits.OnesCount64(falling)) == n && l.keeps(p)
		l.after = append(l.after[:0], p...)
		return ok
	}
}
