package list

import (
	"context"
	"embed"

	"queens"
	"queens/find/solver"
)

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
