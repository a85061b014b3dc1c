package mathematics

import (
	"context"
	"io"

	"queens/internal/cli/kit"
	"queens/list"
	"queens/math/orbit"
)

func (a *app) searchOrbits(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	if order < 5 || order > orbit.MaxSearchOrder {
		return kit.Usagef("atlas: --method %s: order %d: want 5 to %d; order 4 has nothing to insert a queen into (queens help errata Z15)", o.method, order, orbit.MaxSearchOrder)
	}
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	atlas, err := orbit.NewAtlas(ctx, order, fundamental, orbit.Options{Workers: o.workers})
	if err != nil {
		return err
	}
	smaller, err := list.Solutions(order-1, list.Options{})
	if err != nil {
		return err
	}
	strategy := orbit.BreadthFirst
	if o.method == "depth" {
		strategy = orbit.DepthFirst
	}
	r, err := searchOrbits(ctx, atlas, smaller, strategy, o.method)
	if err != nil {
		return err
	}
	return a.writeReport(w, r, o)
}
