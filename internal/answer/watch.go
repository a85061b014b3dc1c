package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/find/solver"
	"queens/find/trace"
)

// TraceStep is a step of an algorithm, queens.watch/1. Rows and columns count from 1; null
// is none, or a whole line.
type TraceStep struct {
	Schema string `json:"schema"`
	Step   uint64 `json:"step"` // from 1
	Kind   string `json:"kind"`
	Line   int    `json:"line"` // of the pseudocode, from 1
	Col    *int   `json:"col"`
	Row    *int   `json:"row"`
	Rows   []*int `json:"rows"` // behind the step
	Says   string `json:"text"`
}

// NewTraceStep describes a step of a trace.
func NewTraceStep(step trace.Step) *TraceStep {
	e := step.Event
	r := &TraceStep{
		Schema: "queens.watch/1", Step: step.Before.Events + 1, Kind: e.Kind.String(), Line: int(e.Line) + 1,
		Rows: []*int{}, Says: step.Before.Sentence(e),
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

// Text returns the number of the step, the rows of the queens column by column, and the
// step in words.
func (r *TraceStep) Text(Style) string {
	width := len(strconv.Itoa(len(r.Rows)))
	words := make([]string, len(r.Rows))
	for c, row := range r.Rows {
		word := "."
		if row != nil {
			word = strconv.Itoa(*row)
		}
		words[c] = fmt.Sprintf("%*s", width, word)
	}
	return fmt.Sprintf("%6d  %s  %s\n", r.Step, strings.Join(words, " "), r.Says)
}
