package parity_test

import (
	"testing"

	"queens"
	"queens/count/methods/parity"
	"queens/count/methods/search"
	"queens/internal/must"
)

// TestSquares compares every square with the completions of a queen there, by search, on the empty
// board and beside a given queen and a blocked square.
func TestSquares(t *testing.T) {
	for n := range 11 {
		problems := []queens.Problem{{Order: n}}
		if n > 4 {
			problems = append(problems, queens.Problem{
				Order: n, Given: []queens.Square{{Row: 1, Col: n - 2}}, Blocked: []queens.Square{{Row: 3, Col: 0}},
			})
		}
		for _, p := range problems {
			for r, row := range must.Get(parity.Squares(t.Context(), p, 2, nil))(t) {
				for c, got := range row {
					with, want := p, queens.Total{}
					with.Given = append([]queens.Square{{Row: r, Col: c}}, p.Given...)
					if len(p.Given) > 0 && p.Given[0] == with.Given[0] {
						with.Given = p.Given
					}
					if with.Validate() == nil {
						want = must.Get(search.Completions(t.Context(), with))(t)
					}
					if got != want {
						t.Errorf("%+v: %v solutions at row %d, column %d, want %v", p, got, r, c, want)
					}
				}
			}
		}
	}
}
