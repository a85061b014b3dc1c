package answer

import (
	"fmt"

	"queens/internal/answer/printer"

	"queens"
	"queens/math/orbit"
)

// Apply is what operations make of a placement, one after the other,
// queens.apply/1.
type Apply struct {
	Schema string    `json:"schema" enum:"queens.apply/1"`
	Start  Placement `json:"start"`
	Steps  []Step    `json:"steps"`
}

// Step is the placement after an operation.
type Step struct {
	Operation string `json:"operation"`
	Placement
	Half  *Half  `json:"half,omitempty"`  // of inc and del
	Parts []Step `json:"parts,omitempty"` // after the parts of the operation
}

// Half is what is between the halves of an operation: rows are inserted or gone, and the
// column is still to come or to go.
type Half struct {
	Operation string      `json:"operation"` // "incrow 2.5"
	Rows      queens.Perm `json:"rows"`
}

func newStep(op orbit.Operation, p queens.Perm) (Step, queens.Perm, error) {
	q, err := op.Apply(p)
	if err != nil {
		return Step{}, nil, err
	}
	step := Step{Operation: op.Text, Placement: newPlacement(q, queens.Regular)}
	if op.Half != nil {
		step.Half = &Half{op.Half.Text, op.Half.Rows(p)}
	}
	return step, q, nil
}

// NewApply does the operations on p.
//
// Errors: that of the first operation that cannot be done, with its number.
func NewApply(p queens.Perm, operations []orbit.Operation) (*Apply, error) {
	a := &Apply{Schema: "queens.apply/1", Start: newPlacement(p, queens.Regular), Steps: []Step{}}
	for i, op := range operations {
		step, q, err := newStep(op, p)
		for _, part := range op.Parts {
			var done Step
			if err == nil {
				done, p, err = newStep(part, p)
				step.Parts = append(step.Parts, done)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		a.Steps = append(a.Steps, step)
		p = q
	}
	return a, nil
}

// Solved reports whether the last placement is a solution.
func (a *Apply) Solved() bool {
	if len(a.Steps) == 0 {
		return a.Start.Solution
	}
	return a.Steps[len(a.Steps)-1].Solution
}

// Text returns a placement a line, what is within an operation indented.
func (a *Apply) Text(s Style) string {
	lines := [][]string{{"start", s.Perm(a.Start.Rows), verdictText(s, a.Start)}}
	for _, step := range a.Steps {
		if step.Half != nil {
			lines = append(lines, []string{"  " + step.Half.Operation, s.Perm(step.Half.Rows), "rows alone"})
		}
		for _, part := range step.Parts[:max(0, len(step.Parts)-1)] { // the last is the step itself
			lines = append(lines, []string{"  " + part.Operation, s.Perm(part.Rows), verdictText(s, part.Placement)})
		}
		lines = append(lines, []string{step.Operation, s.Perm(step.Rows), verdictText(s, step.Placement)})
	}
	return printer.Lines(lines)
}
