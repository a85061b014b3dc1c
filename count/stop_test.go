package count_test

import (
	"context"
	"errors"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
)

// TestStopOnRequest asks a run to stop from outside while it counts, and goes on
// with it; a request that nobody was there for has no effect.
func TestStopOnRequest(t *testing.T) {
	root := t.TempDir()
	scheme := lookup(t, "families")
	p, err := plan.New(t.Context(), 16, scheme)
	if err != nil {
		t.Fatal(err)
	}
	dir := ledger.Dir(root, p.RunName())
	asked := false
	o := count.Options{State: root, KeepAll: true, Workers: 2, Kernel: "generic", Progress: func(count.Progress) {
		if !asked {
			asked = true
			if err := count.RequestStop(dir); err != nil {
				t.Error(err)
			}
		}
	}}
	tally, err := count.Run(t.Context(), 16, scheme, o)
	if !errors.Is(err, context.Canceled) || tally == nil || tally.Complete() {
		t.Fatalf("got %v, %v; want a tally that is not complete, and a stop", tally, err)
	}
	if err := count.RequestStop(dir); err != nil { // nobody counts
		t.Fatal(err)
	}
	o.Progress = nil
	o.Kernel = count.Auto
	tally, err = count.Run(t.Context(), 16, scheme, o)
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := known.Solutions(16); tally.Total != want {
		t.Errorf("%v solutions, want %v", tally.Total, want)
	}
}

func TestRequestStopWithoutRun(t *testing.T) {
	if err := count.RequestStop(t.TempDir() + "/none"); err == nil {
		t.Error("no error for a directory that is not there")
	}
}
