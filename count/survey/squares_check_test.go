package survey

import (
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
)

// An error of one solution anywhere in the matrix must be detected.
func TestDistributionChecks(t *testing.T) {
	const n = 7
	right := must.Get(Squares(t.Context(), n, false, count.Options{}))(t)
	variant := must.Get(methods.Find("search-squares"))(t)
	p := must.Get(plan.New(t.Context(), n, variant))(t)
	families := familiesOf(p)
	counts := make([]queens.Total, len(families))
	for i, f := range families {
		counts[i] = right.Squares[f.Fixed[0].Row][f.Fixed[0].Col]
	}
	must.Do(t, right.Recheck(t.Context(), count.Options{}))
	each := make([]queens.Total, len(p.Subproblems))
	each[0] = queens.NewTotal(families[0].Weight + 1)
	if got, err := byFamily(p, each); !errors.Is(err, ledger.ErrMismatch) {
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
		a.Counted, a.Kernel = right.Counted, right.Kernel
		if err := a.Recheck(t.Context(), count.Options{}); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("verify one more at %v: %v", f.Fixed[0], err)
		}
	}
	for row := range n { // an asymmetric matrix
		for col := range n {
			a := Distribution{Order: n}
			a.fill(families, counts, true)
			wrong := &a.Squares[row][col]
			*wrong = wrong.Add(1)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at row %d, column %d: %v", row+1, col+1, err)
			}
			// the column, or the row, adds up
			for _, other := range []*queens.Total{&a.Squares[(row+1)%n][col], &a.Squares[row][(col+1)%n]} {
				*other = other.Minus(queens.NewTotal(1))
				if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
					t.Errorf("one solution of a neighbour at row %d, column %d: %v", row+1, col+1, err)
				}
				*other = other.Add(1)
			}
		}
	}
}

// First queens are the first part of a run by squares, which continues with their results.
func TestFirstQueenIsAPartOfSquares(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true}
	first := must.Get(Squares(t.Context(), 9, true, o))(t)
	var resumed int
	o.Progress = func(p count.Progress) {
		if p.Final && p.Counts == "solutions, once for each queen" && p.Resumed > 0 {
			resumed++
		}
	}
	all, err := Squares(t.Context(), 9, false, o)
	if err != nil || !slices.Equal(all.FirstQueen, first.FirstQueen) || resumed == 0 {
		t.Errorf("%v, error %v, resumed %d times; want %v", all, err, resumed, first.FirstQueen)
	}
}
