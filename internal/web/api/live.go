//go:build !js

package api

import (
	"errors"
	"net/http"

	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
)

type live struct {
	manager *runs.Manager
}

// New returns an API whose operations are on mux. manager must Run.
func New(mux *http.ServeMux, manager *runs.Manager, o Options) *API {
	a := NewStill(mux, o)
	a.live = live{manager}
	addRuns(a)
	addEvents(a)
	a.describeComponents()
	return a
}

// liveStatus returns the HTTP status for an error of counts, 0 for others.
func liveStatus(err error) int {
	if _, ok := errors.AsType[*runs.UnknownError](err); ok {
		return http.StatusNotFound
	}
	for _, conflict := range []error{runs.ErrBusy, runs.ErrIdle, ledger.ErrLocked} {
		if errors.Is(err, conflict) {
			return http.StatusConflict
		}
	}
	return 0
}

func schemes() []plan.Scheme { return plan.Schemes() }
