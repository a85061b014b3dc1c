package pages

import "context"

// countsView answers nothing: a browser without a server has no page of counts.
var countsView func(context.Context, Query) (View, error)
