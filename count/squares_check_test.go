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
	families := familiesOf(p)
	counts := make([]queens.Total, len(families))
	for i, f := range families {
		counts[i] = right.Squares[f.Fixed[0].Row][f.Fixed[0].Col]
	}
	if err := right.verify(t.Context(), p, counts, Options{}); err != nil {
		t.Error(err)
	}
	s := newSession(p, Options{}, &unkept{totals: make([]queens.Total, len(p.Subproblems))})
	s.results.(*unkept).totals[0] = queens.NewTotal(families[0].Weight + 1)
	if got, err := s.byFamily(t.Context()); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("a total that is no multiple of its weight: %v, %v", got, err)
	}
	for i, f := range families {
		wrong := slices.Clone(counts)
		wrong[i] = wrong[i].Add(1)
		a := Distribution{Order: n}
		a.fill(families, wrong, false)
		if err := a.check(); f.Fixed[0].Row == 0 && !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("one more at %v, first queens alone: %v", f.Fixed[0], err)
		}
		a = Distribution{Order: n}
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
			wrong := &a.Squares[row][col]
			*wrong = wrong.Add(1)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at row %d, column %d: %v", row+1, col+1, err)
			}
			for _, other := range []*queens.Total{&a.Squares[(row+1)%n][col], &a.Squares[row][(col+1)%n]} { // the column, or the row, adds up
				*other = other.Minus(queens.NewTotal(1))
				if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
					t.Errorf("one solution of a neighbour at row %d, column %d: %v", row+1, col+1, err)
				}
				*other = other.Add(1)
			}
		}
	}
}
