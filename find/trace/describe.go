package trace

import (
	"slices"

	"queens/find/solver"
)

// Description is a step of an algorithm in words, queens.watch/1. Rows and columns count from 1;
// null is none, or a whole line.
type Description struct {
	Step uint64 `json:"step"` // from 1
	Kind string `json:"kind"`
	Line int    `json:"line"` // of the pseudocode, from 1
	Col  *int   `json:"col"`
	Row  *int   `json:"row"`
	Rows []*int `json:"rows"` // after the step
	Text string `json:"text"`
}

// Describe returns the step in words.
func (step Step) Describe() Description {
	e := step.Event
	r := Description{
		Step: step.Before.Events + 1, Kind: e.Kind.String(), Line: int(e.Line) + 1,
		Rows: []*int{}, Text: step.Before.Sentence(e),
	}
	if e.Kind != solver.Solution && e.Kind != solver.Clear {
		r.Col, r.Row = fromOne(e.Col), fromOne(e.Row)
	}
	after := step.Before
	after.Rows = slices.Clone(after.Rows)
	after.Apply(e)
	for _, row := range after.Rows {
		r.Rows = append(r.Rows, fromOne(row))
	}
	return r
}

// fromOne returns a row or column for people, nil for none.
func fromOne(x int32) *int {
	if x == solver.Whole {
		return nil
	}
	no := int(x) + 1
	return &no
}
