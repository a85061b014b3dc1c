package count

import (
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// A wrong number anywhere in the matrix, by one solution, must be noticed.
func TestDistributionChecks(t *testing.T) {
	const n = 7
	right, err := Squares(t.Context(), n, Options{})
	if err != nil {
		t.Fatal(err)
	}
	scheme, err := plan.Lookup("squares")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), n, scheme)
	if err != nil {
		t.Fatal(err)
	}
	families := p.Families()
	counts := make([]queens.Total, len(families))
	for i, f := range families {
		counts[i] = right.Squares[f.Fixed[0].Row][f.Fixed[0].Col]
	}
	if err := right.verify(t.Context(), p, counts, Options{}); err != nil {
		t.Error(err)
	}
	for i, f := range families {
		wrong := slices.Clone(counts)
		wrong[i] = wrong[i].Add(1)
		a := Distribution{Order: n}
		a.fill(families, wrong, true)
		if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("one more at %v: %v", f.Fixed[0], err)
		}
		if err := right.verify(t.Context(), p, wrong, Options{}); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("verify one more at %v: %v", f.Fixed[0], err)
		}
	}
	for row := range n { // a matrix that is not symmetric
		for col := range n {
			a := Distribution{Order: n}
			a.fill(families, counts, true)
			a.Squares[row][col] = a.Squares[row][col].Add(1)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at row %d, column %d: %v", row+1, col+1, err)
			}
		}
	}
}
