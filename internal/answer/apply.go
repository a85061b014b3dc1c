package answer

import (
	"fmt"
	"strings"

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
	Parts []Step `json:"parts,omitempty"` // after the parts of the operation
}

// NewApply does the operations on p.
//
// Errors: that of the first operation that cannot be done, with its number.
func NewApply(p queens.Perm, operations []orbit.Operation) (*Apply, error) {
	a := &Apply{Schema: "queens.apply/1", Start: newPlacement(p, queens.Regular), Steps: []Step{}}
	for i, op := range operations {
		q, err := op.Apply(p)
		var parts []Step
		between := p
		for _, part := range op.Parts {
			if err == nil {
				between, err = part.Apply(between)
				parts = append(parts, Step{part.Text, newPlacement(between, queens.Regular), nil})
			}
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		a.Steps = append(a.Steps, Step{op.Text, newPlacement(q, queens.Regular), parts})
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

// Text returns a placement a line, those within a move indented.
func (a *Apply) Text(s Style) string {
	lines := []Step{{"start", a.Start, nil}}
	for _, step := range a.Steps {
		for _, part := range step.Parts[:max(0, len(step.Parts)-1)] { // the last is the step itself
			part.Operation = "  " + part.Operation
			lines = append(lines, part)
		}
		lines = append(lines, step)
	}
	var operations, boards int // widths
	for _, l := range lines {
		operations = max(operations, len(l.Operation))
		boards = max(boards, len(s.perm(l.Rows)))
	}
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%-*s  %-*s  %s\n", operations, l.Operation, boards, s.perm(l.Rows), s.verdict(l.Placement))
	}
	return b.String()
}
