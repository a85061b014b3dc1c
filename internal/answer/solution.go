package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"queens/internal/answer/printer"

	"queens"
	"queens/find/huge"
)

// Solution is one solution and how it was found, queens.solution/1.
type Solution struct {
	Schema string      `json:"schema"`
	Order  int         `json:"order"`
	Method string      `json:"method,omitempty"`
	MadeOf string      `json:"madeOf,omitempty"` // the smaller solutions it was put together from
	Seed   string      `json:"seed,omitempty"`   // of a random method
	Rows   queens.Perm `json:"rows"`
}

// NewSolution returns a solution found by a method.
func NewSolution(p queens.Perm, method string) *Solution {
	return &Solution{Schema: "queens.solution/1", Order: p.Order(), Method: method, Rows: p}
}

// WithSeed returns s with the seed of its method.
func (s Solution) WithSeed(seed uint64) *Solution {
	s.Seed = printer.Decimal(seed)
	return &s
}

// Text returns the rows.
func (s *Solution) Text(style Style) string { return style.Perm(s.Rows) + "\n" }

// WriteStream writes the JSON form of s with the rows of a placement too large for
// memory.
//
// Errors: those of huge.WriteNumbers.
func (s *Solution) WriteStream(ctx context.Context, w io.Writer, p huge.Placement) error {
	head := *s
	head.Rows = queens.Perm{}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	before := bytes.TrimSuffix(text, []byte("]}"))
	if _, err := w.Write(before); err != nil {
		return err
	}
	if err := huge.WriteNumbers(ctx, w, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, "]}\n")
	return err
}
