package answer

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/find/complete"
	"queens/find/puzzle"
	"queens/internal/named"
)

// terminalRegions are the grounds of regions A, B and so on, colours of 256 on which black is read.
var terminalRegions = [puzzle.Largest]int{
	153, 223, 157, 225, 229, 159, 217, 189, 193, 252, 216, 115, 180, 146, 116, 222, 151, 183, 187, 218, 195, 224, 186,
	152, 158, 230,
}

// ShowPuzzle shows a puzzle without its answer, queens.puzzle/1, as puzzle.Parse reads it, perhaps
// in colours.
func ShowPuzzle(p puzzle.Puzzle) printer.Answer {
	return printer.Show("queens.puzzle/1", p, func(s printer.Style) string {
		text, rows := p.Text(), p.Rows()
		head := strings.Join(strings.SplitAfter(text, "\n")[:strings.Count(text, "\n")-p.Order], "")
		return head + coloredRows(p, s, func(r, c int) byte { return rows[r][c] })
	})
}

func coloredRows(p puzzle.Puzzle, s printer.Style, mark func(r, c int) byte) string {
	var out strings.Builder
	for r := range p.Order {
		for c := range p.Order {
			ground := printer.Emphasis("")
			if len(p.Regions) > 0 {
				ground = printer.Emphasis("38;5;16;48;5;" + strconv.Itoa(terminalRegions[p.Regions[r][c]-'A']))
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
	Kind  string `json:"kind"`
	Order int    `json:"order"`
	puzzle.Explanation
	Solutions []queens.Perm `json:"solutions,omitempty"` // if there are several
	More      bool          `json:"more,omitempty"`      // there are others

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
		case a.Solution[c] == r:
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
	Grade    string        `json:"grade,omitempty"`   // by the effort it takes; none if the puzzle needs a guess
	Number   int           `json:"number,omitempty"`  // of solutions, if they were counted
	More     bool          `json:"more,omitempty"`    // there are more than the number
	Samples  []queens.Perm `json:"samples,omitempty"` // two solutions of a puzzle with more than one
	Line     string        `json:"text"`              // the puzzle in few characters, such as AAB/CAB/CCB
	Problems []string      `json:"problems,omitempty"`
}

// NewPuzzleCheck checks a puzzle, and what its grade and its ID claim. If most is
// above 0, it counts the solutions up to most.
func NewPuzzleCheck(ctx context.Context, p puzzle.Puzzle, most int) (*PuzzleCheck, error) {
	solutions, grade, err := p.Check(ctx)
	if err != nil {
		return nil, err
	}
	c := &PuzzleCheck{
		Kind: p.Kind, Order: p.Order, ID: p.ID, Unique: len(solutions) == 1, Grade: grade, Line: p.Line(),
	}
	problem := func(format string, args ...any) { c.Problems = append(c.Problems, fmt.Sprintf(format, args...)) }
	switch {
	case len(solutions) == 0:
		if why := p.WhyNone(); why != "" {
			problem("the puzzle has no solution: its rules %s", why)
		} else {
			problem("the puzzle has no solution: every placement was tried, and no rule shows why")
		}
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
	a := &PuzzleSolution{Kind: p.Kind, Order: p.Order, puzzle: p}
	if len(list) > 1 {
		a.Steps = []puzzle.Deduction{}
		a.Solutions, a.More = list[:min(len(list), most)], len(list) > most
		return a, nil
	}
	a.Explanation, err = p.Explain(ctx, math.MaxInt)
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

// Complete is what became of a partial board, queens.complete/1.
type Complete struct {
	Order       int             `json:"order"`
	Topology    queens.Topology `json:"topology"`
	Possible    *bool           `json:"possible"`              // null: undecided within the limits
	Rows        queens.Perm     `json:"rows"`                  // of a completion; null if none was found
	Unique      *bool           `json:"unique,omitempty"`      // whether it is the only one, if asked and decided
	Second      queens.Perm     `json:"second,omitempty"`      // another one
	Completions *queens.Total   `json:"completions,omitempty"` // their number, if it was counted
	Engine      string          `json:"method"`
	Nodes       string          `json:"nodes"` // queens placed
	Elapsed     time.Duration   `json:"elapsedNanos"`
	Reason      *Reason         `json:"reason,omitempty"`      // why there is none
	Reasoning   time.Duration   `json:"reasonNanos,omitempty"` // time to find that out
}

// Reason is what leaves a board without a completion: queens, blocked squares and diagonals.
type Reason struct {
	Text  string   `json:"text"`
	Lines []string `json:"lines,omitempty"` // rows or columns whose free squares
	See   []string `json:"see,omitempty"`   // lie on these lines only, fewer than they are, or none
	Least int64    `json:"least,omitempty"`
	// every free square is on lines that weigh Least or more together; all weigh less than Least
	// times the missing queens
	Weights  map[string]int64 `json:"weights,omitempty"`
	Given    []queens.Square  `json:"given"`
	Blocked  []queens.Square  `json:"blocked"`
	Excluded []string         `json:"excluded"`
	Minimal  bool             `json:"minimal"` // without any one of them there is a completion
}

// NewComplete completes p, or proves that it is impossible; with unique it looks for a
// second completion as well. If there is none and why is not nil, why returns the reason. If begin
// is not nil, it returns the receiver of a proof that there is no completion except one.
func NewComplete(ctx context.Context, p queens.Problem, o complete.Options, unique bool,
	why func(complete.Answer) (complete.Reason, error),
	begin func(except queens.Perm) (complete.Proof, error),
) (*Complete, error) {
	began := time.Now()
	prove := func(except queens.Perm) (err error) {
		if begin != nil {
			o.Proof, err = begin(except)
		}
		return err
	}
	if err := prove(nil); err != nil {
		return nil, err
	}
	found, err := complete.One(ctx, p, o)
	if err != nil {
		return nil, err
	}
	c := &Complete{
		Order: p.Order, Topology: p.Topology, Rows: found.Solution,
		Engine: found.Engine,
	}
	nodes := found.Nodes
	possible := found.Solution != nil
	if possible || found.Proven {
		c.Possible = &possible
	}
	if unique && possible {
		if err := prove(found.Solution); err != nil {
			return nil, err
		}
		other, err := complete.Another(ctx, p, found.Solution, o)
		if err != nil {
			return nil, err
		}
		nodes += other.Nodes
		c.Second = other.Solution
		if only := other.Solution == nil; !only || other.Proven {
			c.Unique = &only
		}
	}
	c.Nodes, c.Elapsed = printer.Decimal(nodes), time.Since(began)
	if c.Possible != nil && !possible && why != nil {
		began = time.Now()
		reason, err := why(found)
		if err != nil {
			return nil, err
		}
		c.Reason, c.Reasoning = newReason(reason, p, nodes), time.Since(began)
	}
	return c, nil
}

// NewCompletions counts the completions of p.
func NewCompletions(ctx context.Context, p queens.Problem, o complete.Options) (*Complete, error) {
	began := time.Now()
	number, err := complete.Count(ctx, p, o)
	if err != nil {
		return nil, err
	}
	possible := !number.Completions.IsZero()
	return &Complete{
		Order: p.Order, Topology: p.Topology, Possible: &possible,
		Completions: &number.Completions, Engine: number.Engine, Nodes: printer.Decimal(number.Nodes),
		Elapsed: time.Since(began),
	}, nil
}

func newReason(r complete.Reason, p queens.Problem, nodes uint64) *Reason {
	reason := &Reason{
		Text: r.Text(p, nodes), Minimal: r.Minimal,
		Given: append([]queens.Square{}, r.Given...), Blocked: append([]queens.Square{}, r.Blocked...),
		Excluded: append([]string{}, excludedNames(r.Problem)...),
	}
	if r.Hall != nil {
		reason.Lines, reason.See = r.Hall.Names(p)
	}
	if r.Weights != nil {
		reason.Least, reason.Weights = r.Weights.Least, map[string]int64{}
		for kind, weights := range r.Weights.Of {
			for index, weight := range weights {
				if weight > 0 {
					reason.Weights[complete.LineName(queens.Line(kind), index, p)] = weight
				}
			}
		}
	}
	return reason
}

func excludedNames(p queens.Problem) []string {
	return named.Names(p.Excluded, func(d queens.Diagonal) string { return d.Name(p.Order, p.Topology) })
}

// Problem is an instance made at random, queens.problem/1. Its form for people is
// that of format.WriteProblem.
type Problem struct {
	Family string `json:"family"`
	Seed   uint64 `json:"seed,string"`
	queens.Problem
	Excluded []string `json:"excluded,omitempty"` // names of diagonals without a queen
}

// NewProblem describes an instance of a family.
func NewProblem(family string, seed uint64, p queens.Problem) *Problem {
	return &Problem{Family: family, Seed: seed, Problem: p, Excluded: excludedNames(p)}
}
