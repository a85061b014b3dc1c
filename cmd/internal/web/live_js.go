package web

import (
	"context"

	"queens/count/plan"
)

// live is empty in a browser, where nothing is counted: kernels and ledgers stay out of the
// program.
type live struct{}

func liveStatus(error) int { return 0 }

func variants() []plan.Variant { return nil }

// countsView answers nothing: a browser without a server has no page of counts.
var countsView func(context.Context, Query) (View, error)
