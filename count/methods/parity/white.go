package parity

import (
	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
)

// WhiteQueens groups the results of a plan for all solutions of order n by the number of white
// queens: n%2, n%2+2, ..., n. White is the colour of the square in the first row and column.
//
// A class fixes that number. It has a queens on even rows and even columns. With b on even rows and
// odd columns and c on odd rows and odd columns, the even rows have a+b and the odd columns b+c, so
// c = a - n%2, and a+c = 2a - n%2 queens are white. In even orders the reflection of the columns
// exchanges the colours. A plan then has only the classes with at most n/2 white queens, and their
// units stand for both; a class with n/2 is its own image.
//
// Errors: ledger.ErrMismatch if the two colours of an even order have different shares.
func WhiteQueens(p *plan.Plan, each []queens.Total) ([]queens.Total, error) {
	n := p.Order
	row := make([]queens.Total, n/2+1)
	for i, total := range each {
		sum := &row[p.Subproblems[i].Pieces.(groupTile).Queens-n%2]
		*sum = sum.Plus(total)
	}
	for i := range (n/2 + 1) / 2 * (1 - n%2) {
		half, rest := row[i].DivMod(2)
		if rest != 0 {
			return nil, errs.Errorf("order %d: %v solutions have %d or %d white queens, an odd number: %w", n,
				row[i], 2*i, n-2*i, ledger.ErrMismatch)
		}
		row[i], row[n/2-i] = half, half
	}
	return row, nil
}
