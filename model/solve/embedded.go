package solve

import (
	"context"
	"fmt"
	"io"

	"github.com/crillab/gophersat/solver"

	"queens"
	"queens/model"
	"queens/model/readback"
)

// answerOf checks what a solver built in has found; no squares mean none.
func answerOf(m *model.Model, squares []queens.Square, found bool) (Answer, error) {
	if !found {
		return Answer{None: true}, nil
	}
	perm, err := Verify(m, squares)
	return Answer{Squares: squares, Perm: perm}, err
}

// constraintSatisfaction solves a model as a CSP.
func constraintSatisfaction(ctx context.Context, m *model.Model, _ string) (Answer, error) {
	var first []queens.Square
	found := false
	err := m.SolveCSP(ctx, func(squares []queens.Square) bool {
		first, found = squares, true
		return false
	})
	if err != nil {
		return Answer{}, err
	}
	return answerOf(m, first, found)
}

// textOf returns the text of a model as a stream. The caller closes it.
func textOf(m *model.Model, format string) io.ReadCloser {
	r, w := io.Pipe()
	go func() { _ = w.CloseWithError(write(w, m, format)) }() // ends when r is closed, at the latest
	return r
}

// throughText writes a model, reads the text back and searches it.
func throughText(ctx context.Context, m *model.Model, format string) (Answer, error) {
	text := textOf(m, format)
	defer text.Close()
	var first []queens.Square
	found := false
	err := readback.Solutions(ctx, text, format, func(squares []queens.Square) bool {
		first, found = squares, true
		return false
	})
	if err != nil {
		return Answer{}, err
	}
	return answerOf(m, first, found)
}

// gophersat writes a model, reads the text back as linear constraints and gives
// them to the library. The library cannot be interrupted: when ctx ends its search
// is left behind and ends with the process.
func gophersat(ctx context.Context, m *model.Model, format string) (Answer, error) {
	text := textOf(m, format)
	defer text.Close()
	system, err := readback.ReadSystem(text, format)
	if err != nil {
		return Answer{}, err
	}
	result := make(chan []bool, 1)
	go func() { result <- satisfy(system) }()
	var values []bool
	select {
	case values = <-result:
	case <-ctx.Done():
		return Answer{}, fmt.Errorf("solve: gophersat: %w", ctx.Err())
	}
	var squares []queens.Square
	for v, sq := range system.Squares {
		if values != nil && values[v] {
			squares = append(squares, sq)
		}
	}
	return answerOf(m, squares, values != nil)
}

// satisfy returns values for which all constraints hold, or nil.
//
// What constraints decide alone is decided before the library sees them. It would
// have to simplify the others then, and version 1.4.0 counts a true literal of a
// constraint again and again until the constraint seems to be met
// (solver.Problem.simplifyCard), and drops it.
func satisfy(system *readback.System) []bool {
	values, rest, possible := system.Reduce()
	if !possible {
		return nil
	}
	constraints := make([]solver.CardConstr, 0, len(rest))
	for _, c := range rest {
		card := solver.CardConstr{AtLeast: c.AtLeast}
		for _, t := range c.Terms { // coefficients are 1 or -1: -x is (not x) - 1
			literal := t.Variable + 1
			if t.Coefficient < 0 {
				literal = -literal
				card.AtLeast++
			}
			card.Lits = append(card.Lits, literal)
		}
		constraints = append(constraints, card)
	}
	decided := make([]bool, len(values))
	if len(constraints) > 0 {
		s := solver.New(solver.ParseCardConstrs(constraints))
		if s.Solve() != solver.Sat {
			return nil
		}
		copy(decided, s.Model())
	}
	for v, value := range values {
		if value >= 0 {
			decided[v] = value == 1
		}
	}
	return decided
}
