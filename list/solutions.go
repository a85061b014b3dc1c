package list

import (
	"context"
	"iter"

	"queens"
)

// Solutions yields the solutions of order n on the regular board that o asks for,
// in lexicographic order, column 0 first. The yielded slice is the caller's. n is
// 0..MaxOrder; order 0 has one solution, the empty board.
//
// Some 300 ns per solution at orders 14 to 16 on one core, the slice included; o.Workers is not
// used, see Stream for more. Nothing is searched more than some milliseconds ahead, so the caller
// may stop at any time at no cost. A whole list from the beginning keeps half of the solutions up
// to order 16, in 8 bytes each: 60 MB at order 16.
//
// Errors: queens.ErrOrder for n out of range, queens.ErrFormat if o.After is
// not n rows in 0..n-1 or a class does not exist.
func Solutions(n int, o Options) (iter.Seq[queens.Perm], error) {
	if err := o.validate(n); err != nil {
		return nil, err
	}
	return func(yield func(queens.Perm) bool) {
		var listed uint64
		newLister(n, o, finders(n, o)()).all(o.after(), newWatch(context.Background(), 0), func(p []uint8) bool {
			listed++
			return yield(permOf(p)) && listed != o.Limit
		})
	}, nil
}

// Page is a piece of a list.
type Page struct {
	Solutions []queens.Perm
	Next      queens.Perm // Options.After of the rest; nil if the list ends here
	Nodes     uint64      // queens placed to find them
	None      string      // why there is none, where theory says so: see Options.None
}

// NextPage returns the first o.Limit solutions of the list, or fewer if looking for
// them takes more than so many nodes, queens placed, or ctx ends: then Next says
// where to continue. 0 means no limit to either. A node takes about 10 ns; nodes are counted
// exactly between parts of the list, which have up to some hundred thousand.
//
// Errors: those of Solutions. That ctx has ended is none.
func NextPage(ctx context.Context, n int, o Options, nodes uint64) (Page, error) {
	if err := o.validate(n); err != nil {
		return Page{}, err
	}
	var page Page
	if page.None = o.None(n); page.None != "" {
		return page, nil
	}
	w := newWatch(ctx, nodes)
	end := newLister(n, o, newFinder(n, o)).all(o.after(), w, func(p []uint8) bool {
		if o.Limit > 0 && uint64(len(page.Solutions)) == o.Limit {
			return false // there is one more
		}
		page.Solutions = append(page.Solutions, permOf(p))
		return true
	})
	page.Nodes = w.nodes
	switch {
	case end:
	case w.position != nil:
		page.Next = make(queens.Perm, n)
		copy(page.Next, permOf(w.position))
	default:
		page.Next = page.Solutions[len(page.Solutions)-1]
	}
	return page, nil
}
