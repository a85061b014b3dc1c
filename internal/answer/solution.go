package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"queens"
	"queens/find/huge"
	"queens/internal/answer/printer"
	"queens/symmetry"
)

// Solution is one solution and how it was found, queens.solution/1.
type Solution struct {
	Order  int         `json:"order"`
	Method string      `json:"method,omitempty"`
	MadeOf string      `json:"madeOf,omitempty"` // the smaller solutions it was put together from
	Seed   string      `json:"seed,omitempty"`   // of a random method
	Rows   queens.Perm `json:"rows"`
}

// ShowSolution shows a solution found by a method, with its seed if it is random.
func ShowSolution(p queens.Perm, method, seed string) printer.Answer {
	solution := Solution{Order: p.Order(), Method: method, Seed: seed, Rows: p}
	return printer.Show(solutionSchema, solution, func(s printer.Style) string { return s.Perm(p) + "\n" })
}

const solutionSchema = "queens.solution/1"

// WriteStream writes the JSON form of s with the rows of a placement too large for
// memory.
func (s *Solution) WriteStream(ctx context.Context, w io.Writer, p huge.Placement) error {
	head := *s
	head.Rows = queens.Perm{}
	text, err := json.Marshal(printer.JSON{Schema: solutionSchema, Value: head})
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

// Solutions is a page of a list, queens.solutions/1.
type Solutions struct {
	Order     int      `json:"order"`
	Solutions []Listed `json:"solutions"`
	Cursor    string   `json:"cursor,omitempty"` // for the next page; missing on the last
	None      string   `json:"none,omitempty"`   // why there is none of this kind, where theory says so
	Known     string   `json:"known,omitempty"`  // how many there are of all classes, if known
}

// Listed is one solution of a list.
type Listed struct {
	Rows      queens.Perm    `json:"rows"`
	Class     symmetry.Class `json:"class" enum:"asymmetric,central,rotational"`
	Canonical bool           `json:"canonical"`
	Modular   bool           `json:"modular"` // a solution on the torus
	Corner    bool           `json:"corner"`  // a queen stands in a corner
}

// NewListed describes a solution.
func NewListed(p queens.Perm) Listed {
	last := p.Order() - 1
	return Listed{
		Rows: p, Class: symmetry.ClassOf(p), Canonical: symmetry.IsCanonical(p),
		Modular: queens.Check(p, queens.Modular) == nil,
		Corner:  p[0] == 0 || p[0] == last || p[last] == 0 || p[last] == last,
	}
}

// Profile says where the queens of a solution stand, queens.profile/1.
type Profile struct {
	Order   int                `json:"order"`
	Method  string             `json:"method"`
	Seed    string             `json:"seed,omitempty"`   // of a random method
	Rising  []float64          `json:"rising"`           // queens for each diagonal, by stretches of row + column
	Falling []float64          `json:"falling"`          // by stretches of row - column
	Density [][]float64        `json:"density"`          // of parts of the board, 1 is even; top row first
	Greedy  *huge.GreedyReport `json:"greedy,omitempty"` // of the greedy method
}

// NewProfile describes where queens stand; g is nil unless the greedy method put them
// there.
func NewProfile(order int, p huge.Profile, method, seed string, g *huge.GreedyReport) *Profile {
	r := &Profile{
		Order: order, Method: method, Seed: seed, Greedy: g, Rising: p.Rising[:], Falling: p.Falling[:],
	}
	for row := range p.Density {
		r.Density = append(r.Density, p.Density[row][:])
	}
	if g != nil {
		r.Greedy.Repairs = append([]uint64{}, g.Repairs...)
	}
	return r
}
