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
	"context"
	"embed"
	"iter"

	"queens"
	"queens/find/solver"
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
