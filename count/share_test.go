package count_test

import (
	"errors"
	"testing"

	"queens"
	"queens/count"
	"queens/count/plan"
)

// A share goes on where it was, and needs a place for its results.
func TestCountShareResumes(t *testing.T) {
	o := count.Options{State: t.TempDir(), Scheme: "families"}
	job, err := count.NewJob(count.Question{Order: 15}, o)
	if err != nil {
		t.Fatal(err)
	}
	first, err := job.CountShare(t.Context(), plan.Share{Number: 2, Of: 4})
	if err != nil {
		t.Fatal(err)
	}
	half, err := job.CountShare(t.Context(), plan.Share{Number: 1, Of: 2})
	if err != nil || half.Resumed != first.Done || !half.Complete() || half.Done <= first.Done {
		t.Errorf("share 1/2 after 2/4: %+v, %v; want %d results resumed", half, err, first.Done)
	}
	o.State = ""
	if job, err = count.NewJob(count.Question{Order: 15}, o); err != nil {
		t.Fatal(err)
	}
	if _, err := job.CountShare(t.Context(), plan.Share{Number: 1, Of: 2}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("without a state directory: %v", err)
	}
}
