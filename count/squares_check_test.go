package count

import (
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/sym"
)

// A wrong number anywhere in the matrix, by one solution, must be noticed.
func TestDistributionChecks(t *testing.T) {
	const n = 7
	orbits := sym.SquareOrbits(n)
	right, err := Squares(t.Context(), n, Options{})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]queens.Total, len(orbits))
	for i, orbit := range orbits {
		counts[i] = right.Squares[orbit[0].Row][orbit[0].Col]
	}
	for i, orbit := range orbits {
		wrong := slices.Clone(counts)
		wrong[i] = wrong[i].Add(1)
		a := Distribution{Order: n}
		a.fill(orbits, wrong, true)
		if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("one more at %v: %v", orbit[0], err)
		}
		d := &distributor{order: n, orbits: orbits, answer: *right, nodes: map[string]queens.Total{}}
		if err := d.verify(t.Context(), wrong); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("verify one more at %v: %v", orbit[0], err)
		}
	}
	for row := range n { // a matrix that is not symmetric
		for col := range n {
			a := Distribution{Order: n}
			a.fill(orbits, counts, true)
			a.Squares[row][col] = a.Squares[row][col].Add(1)
			if err := a.check(); !errors.Is(err, ledger.ErrMismatch) {
				t.Errorf("one more at row %d, column %d: %v", row+1, col+1, err)
			}
		}
	}
}
