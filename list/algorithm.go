package list

import (
	"context"

	"queens"
	"queens/find/solver"
)

// Lister is the search behind Solutions, an algorithm of the catalogue. Source: ours, with
// bitmasks as in [bitner1975].
var Lister = solver.Algorithm{
	Name:      "lister",
	Title:     "The lister: blocks of boards side by side",
	Summary:   "extends blocks of 64 boards column by column, without a branch that depends on a board",
	Source:    "bitner1975",
	Finds:     solver.All,
	Solutions: solver.Lexicographic,
	MaxOrder:  MaxOrder,
	TestMax:   12,
	Exact:     true,
	How: `The list is cut by the first columns into parts of about a millisecond. A part is searched
breadth first: a block of 64 boards with c queens makes all boards with c+1 queens, in order. A child is
written after the last living one and stays if the end moves on, by 0 or 1, so nothing branches on whether
it lives. A child is dead if an open column has no free row or, near the end, an open row no free column.

Up to order 16 the last eight columns are kept as the sets of their free rows, side by side in two words, and a
queen clears her lines in all of them with two instructions. queens list runs this on all cores; for a whole list
up to order 16 it searches only for solutions with no queen on the border nearer to a corner than the first, and
derives the others as images of these.`,
	Cost: `About 250 ns per solution at orders 14 to 16 on one core, a fifteenth of the time of Wirth. Space is
a few hundred kilobytes.`,
	Limits: `Tests are not counted: they happen 64 boards at a time. Placements are the boards that live. It reports no
steps, because many boards are in progress at once.`,
	Run: runLister(Options{}),
}

// FundamentalLister is Lister for one solution of each orbit. Source: [cull1994].
var FundamentalLister = solver.Algorithm{
	Name:  "lister-fundamental",
	Title: "The lister, fundamental solutions",
	Summary: "lists as the lister does, without the border squares that no least image uses, and keeps the least " +
		"of eight",
	Source:    "cull1994",
	Finds:     solver.Fundamental,
	Solutions: solver.Lexicographic,
	MaxOrder:  MaxOrder,
	TestMax:   12,
	Exact:     true,
	How: `The queens on the border of the four sides decide how the eight images begin: if the first queen is on
row r, those of the last column, first row and last row must be at least r from the corners, or an image is less.
So these squares are blocked before the search starts, and the rest is tested for the least of its images.`,
	Cost:   `About a third of the time of the lister. Space is the same.`,
	Limits: `Tests are not counted, and no steps are reported, as for the lister.`,
	Run:    runLister(Options{Fundamental: true}),
}

func runLister(o Options) func(context.Context, solver.Call, func(queens.Perm) bool) (solver.Stats, error) {
	return func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (stats solver.Stats, err error) {
		stopped := false // by ctx
		l := newLister(c.Problem.Order, o, newFinder(c.Problem.Order, o))
		w := newWatch(ctx, 0)
		l.finder.prefixes(nil, w, func(prefix []uint8) (more bool) {
			more = true
			l.list(prefix, func(p []uint8) bool {
				stats.Solutions++
				more = found(permOf(p))
				return more
			})
			stats.Placements = l.finder.nodes()
			if c.Progress != nil {
				c.Progress(stats)
			}
			stopped = more && ctx.Err() != nil
			return more && !stopped
		})
		if stopped || w.ended {
			return stats, ctx.Err()
		}
		return stats, nil
	}
}
