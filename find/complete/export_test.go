package complete

import (
	"context"

	"queens"
)

// WeightsOf solves the linear program of a board without a search.
func WeightsOf(ctx context.Context, p queens.Problem) *Weights {
	b, err := newBoard(p)
	if err != nil {
		panic(err)
	}
	return b.weights(ctx)
}
