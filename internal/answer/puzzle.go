package answer

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/find/puzzle"
	"queens/internal/answer/printer"
)

// Puzzle is a puzzle without its answer, queens.puzzle/1.
type Puzzle struct {
	puzzle.Puzzle
}

// NewPuzzle makes the puzzle of a Spec.
func NewPuzzle(spec puzzle.Spec) (*Puzzle, error) {
	p, err := puzzle.Generate(spec)
	return &Puzzle{p}, err
}

// Caption returns text for below a picture: what the puzzle is, and its rule.
func (p *Puzzle) Caption() string {
	kind, err := puzzle.FindKind(p.Kind)
	if err != nil {
		panic(err) // it was made by its kind
	}
	return fmt.Sprintf("%s, %s, %s\n%s", p.Kind, p.Grade, p.ID, kind.Rule)
}

// regionColors are the grounds of regions A, B and so on, colours of 256 on which black is read.
var regionColors = [puzzle.MaxOrder]int{153, 223, 157, 225, 229, 159, 217, 189, 193, 252, 216, 115, 180, 146}

// Text returns the puzzle as puzzle.Parse reads it, in colours if there are some.
func (p *Puzzle) Text(s printer.Style) string {
	text, rows := p.Puzzle.Text(), p.Rows()
	head := strings.Join(strings.SplitAfter(text, "\n")[:strings.Count(text, "\n")-p.Order], "")
	return head + coloredRows(p.Puzzle, s, func(r, c int) byte { return rows[r][c] })
}

func coloredRows(p puzzle.Puzzle, s printer.Style, mark func(r, c int) byte) string {
	var out strings.Builder
	for r := range p.Order {
		for c := range p.Order {
			ground := printer.Emphasis("")
			if len(p.Regions) > 0 {
				ground = printer.Emphasis("38;5;16;48;5;" + strconv.Itoa(regionColors[p.Regions[r][c]-'A']))
			}
			text := string(mark(r, c))
			switch {
			case s.Color && ground != "":
				text = s.Paint(ground, text+" ")
			case c < p.Order-1:
				text += " "
			}
			out.WriteString(text)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// PuzzleSolution is the way to the solution of a puzzle, queens.puzzle-solution/1.
type PuzzleSolution struct {
	Kind   string             `json:"kind"`
	Order  int                `json:"order"`
	Solved bool               `json:"solved"` // the rules lead to the end
	Steps  []puzzle.Deduction `json:"steps"`
	Rows   queens.Perm        `json:"rows"` // the solution, the row of the queen of each column

	puzzle puzzle.Puzzle
}

// Text returns the steps and the board.
func (a *PuzzleSolution) Text(s printer.Style) string {
	var out strings.Builder
	for i, step := range a.Steps {
		fmt.Fprintf(&out, "%d. %s %s\n", i+1, step.Text, s.Paint(printer.Faint, "("+step.Rule+")"))
	}
	if !a.Solved {
		fmt.Fprintf(&out, "No rule applies here; a search found the solution.\n")
	}
	rows := a.puzzle.Rows()
	out.WriteString(coloredRows(a.puzzle, s, func(r, c int) byte {
		switch {
		case a.Rows[c] == r:
			return 'Q'
		case a.puzzle.Kind == puzzle.Completion:
			return rows[r][c]
		}
		return '.'
	}))
	return out.String()
}

// PuzzleCheck is what is true of a puzzle, queens.puzzle-check/1.
type PuzzleCheck struct {
	Kind      string        `json:"kind"`
	Order     int           `json:"order"`
	ID        string        `json:"id,omitempty"`
	Unique    bool          `json:"unique"`
	Grade     string        `json:"grade,omitempty"`   // of the hardest rule needed; none if the puzzle needs a guess
	Samples   []queens.Perm `json:"samples,omitempty"` // two solutions of a puzzle with more than one
	Problems  []string      `json:"problems,omitempty"`
	solutions int
}

// NewPuzzleCheck checks a puzzle, and what its grade and its ID claim.
func NewPuzzleCheck(ctx context.Context, p puzzle.Puzzle) (*PuzzleCheck, error) {
	v, err := p.Check(ctx)
	if err != nil {
		return nil, err
	}
	c := &PuzzleCheck{
		Kind: p.Kind, Order: p.Order, ID: p.ID,
		Unique: len(v.Solutions) == 1, Grade: v.Grade, solutions: len(v.Solutions),
	}
	problem := func(format string, args ...any) { c.Problems = append(c.Problems, fmt.Sprintf(format, args...)) }
	switch {
	case c.solutions == 0:
		problem("the puzzle has no solution")
	case c.solutions > 1:
		c.Samples = v.Solutions
		problem("the puzzle has more than one solution, such as %v and %v", v.Solutions[0], v.Solutions[1])
	case v.Grade == "":
		problem("the rules do not solve the puzzle, so it needs a guess")
	case p.Grade != "" && p.Grade != v.Grade:
		problem("the grade is %s, the puzzle says %s", v.Grade, p.Grade)
	}
	if p.ID != "" {
		spec, err := puzzle.ParseID(p.ID)
		if err != nil {
			problem("%s", strings.TrimPrefix(err.Error(), "puzzle: "))
		} else if made, err := puzzle.Generate(spec); err != nil {
			return nil, err
		} else if p.Grade = made.Grade; made.Text() != p.Text() {
			problem("the ID %s is of another puzzle", p.ID)
		}
	}
	return c, nil
}

// NewPuzzleSolution explains a puzzle, or returns nil if it has not exactly one solution.
func NewPuzzleSolution(ctx context.Context, p puzzle.Puzzle) (*PuzzleSolution, error) {
	list, err := p.Solutions(ctx, 2)
	if err != nil || len(list) != 1 {
		return nil, err
	}
	steps, solution, err := p.Explain()
	if err != nil {
		return nil, err
	}
	return &PuzzleSolution{
		Kind: p.Kind, Order: p.Order, Solved: solution != nil,
		Steps: steps, Rows: list[0], puzzle: p,
	}, nil
}

// NewPuzzleHint returns what puzzle.Hint concludes, queens.puzzle-hint/1. Where no rule applies it
// says so.
func NewPuzzleHint(ctx context.Context, p puzzle.Puzzle, placed, crossed []queens.Square) (*puzzle.Deduction, error) {
	step, err := p.Hint(ctx, placed, crossed)
	switch {
	case errors.Is(err, puzzle.ErrNoRule):
		step, err = puzzle.Deduction{Rule: "none", Text: "No rule applies here."}, nil
	case errors.Is(err, puzzle.ErrNotUnique):
		err = fmt.Errorf("%w: %w", err, queens.ErrFormat)
	}
	return &step, err
}
