package answer

import (
	"context"
	"fmt"
	"math"
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
var regionColors = [puzzle.Largest]int{
	153, 223, 157, 225, 229, 159, 217, 189, 193, 252, 216, 115, 180, 146, 116, 222, 151, 183, 187, 218, 195, 224, 186,
	152, 158, 230,
}

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

// PuzzleSolution is the way to the solution of a puzzle, or its solutions if there are
// several, queens.puzzle-solution/1.
type PuzzleSolution struct {
	Kind      string             `json:"kind"`
	Order     int                `json:"order"`
	Solved    bool               `json:"solved"` // the rules lead to the end
	Steps     []puzzle.Deduction `json:"steps"`
	Rows      queens.Perm        `json:"rows,omitempty"`      // the only solution, the row of the queen of each column
	Solutions []queens.Perm      `json:"solutions,omitempty"` // if there are several
	More      bool               `json:"more,omitempty"`      // there are others

	puzzle puzzle.Puzzle
}

// Text returns the steps and the board, or the list.
func (a *PuzzleSolution) Text(s printer.Style) string {
	text := texts.Text(s, "queens.puzzle-solution/1", a)
	if len(a.Solutions) > 0 {
		return text
	}
	rows := a.puzzle.Rows()
	return text + coloredRows(a.puzzle, s, func(r, c int) byte {
		switch {
		case a.Rows[c] == r:
			return 'Q'
		case a.puzzle.Kind == puzzle.Completion:
			return rows[r][c]
		}
		return '.'
	})
}

// PuzzleCheck is what is true of a puzzle, queens.puzzle-check/1.
type PuzzleCheck struct {
	Kind     string        `json:"kind"`
	Order    int           `json:"order"`
	ID       string        `json:"id,omitempty"`
	Unique   bool          `json:"unique"`
	Grade    string        `json:"grade,omitempty"`   // of the hardest rule needed; none if the puzzle needs a guess
	Number   int           `json:"number,omitempty"`  // of solutions, if they were counted
	More     bool          `json:"more,omitempty"`    // there are more than the number
	Samples  []queens.Perm `json:"samples,omitempty"` // two solutions of a puzzle with more than one
	Problems []string      `json:"problems,omitempty"`
}

// NewPuzzleCheck checks a puzzle, and what its grade and its ID claim. If most is
// above 0, it counts the solutions up to most.
func NewPuzzleCheck(ctx context.Context, p puzzle.Puzzle, most int) (*PuzzleCheck, error) {
	solutions, grade, err := p.Check(ctx)
	if err != nil {
		return nil, err
	}
	c := &PuzzleCheck{Kind: p.Kind, Order: p.Order, ID: p.ID, Unique: len(solutions) == 1, Grade: grade}
	problem := func(format string, args ...any) { c.Problems = append(c.Problems, fmt.Sprintf(format, args...)) }
	switch {
	case len(solutions) == 0:
		problem("the puzzle has no solution")
	case len(solutions) > 1:
		c.Samples = solutions
		number := "more than one solution"
		if most > 0 {
			if c.Number, err = p.Count(ctx, most+1); err != nil {
				return nil, err
			}
			c.More, c.Number = c.Number > most, min(c.Number, most)
			number = fmt.Sprintf("%s%d solutions", map[bool]string{true: "more than "}[c.More], c.Number)
		}
		problem("the puzzle has %s, such as %v and %v", number, solutions[0], solutions[1])
	case grade == "":
		problem("the rules do not solve the puzzle, so it needs a guess")
	case p.Grade != "" && p.Grade != grade:
		problem("the grade is %s, the puzzle says %s", grade, p.Grade)
	}
	if p.ID != "" {
		spec, err := puzzle.ParseID(p.ID)
		if err != nil {
			problem("%v", err)
		} else if made, err := puzzle.Generate(spec); err != nil {
			return nil, err
		} else if p.Grade = made.Grade; made.Text() != p.Text() {
			problem("the ID %s is of another puzzle", p.ID)
		}
	}
	return c, nil
}

// NewPuzzleSolution explains a puzzle from its marks on, or lists up to most of its solutions if
// there are several. Errors: puzzle.ErrNotUnique if there is none.
func NewPuzzleSolution(ctx context.Context, p puzzle.Puzzle, most int) (*PuzzleSolution, error) {
	list, err := p.Solutions(ctx, most+1)
	if err != nil {
		return nil, err
	}
	a := &PuzzleSolution{Kind: p.Kind, Order: p.Order, Steps: []puzzle.Deduction{}, puzzle: p}
	if len(list) > 1 {
		a.Solutions, a.More = list[:min(len(list), most)], len(list) > most
		return a, nil
	}
	e, err := p.Explain(ctx, math.MaxInt)
	a.Rows, a.Solved, a.Steps = e.Solution, e.Solved, append(a.Steps, e.Steps...)
	return a, err
}

// NewPuzzleHint returns the next step of a player, queens.puzzle-hint/1. Where no rule applies it
// says so. Errors: puzzle.ErrNotUnique.
func NewPuzzleHint(ctx context.Context, p puzzle.Puzzle) (*puzzle.Deduction, error) {
	e, err := p.Explain(ctx, 1)
	if err == nil && len(e.Steps) == 0 {
		return &puzzle.Deduction{Rule: "none", Text: "No rule applies here."}, nil
	} else if err != nil {
		return nil, err
	}
	return &e.Steps[0], nil
}

// PuzzleAnswer is the verdict on an answer to a puzzle, queens.puzzle-answer/1.
type PuzzleAnswer struct {
	Kind     string   `json:"kind"`
	Order    int      `json:"order"`
	Correct  bool     `json:"correct"` // the answer is the solution, or one of them
	Problems []string `json:"problems,omitempty"`
}

// NewPuzzleAnswer judges queens as the answer to a puzzle.
func NewPuzzleAnswer(p puzzle.Puzzle, queens []queens.Square) (*PuzzleAnswer, error) {
	faults, err := p.Judge(queens)
	return &PuzzleAnswer{Kind: p.Kind, Order: p.Order, Correct: len(faults) == 0, Problems: faults}, err
}
