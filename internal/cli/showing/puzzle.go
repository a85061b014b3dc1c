package showing

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/cli/picture"
)

type puzzleOptions struct {
	picture picture.Options
	kind    string
	grade   string
	Date    string
	Seed    string
}

func newPuzzle(a *app) *cobra.Command {
	var o puzzleOptions
	var kindNames, least []string
	for _, k := range puzzle.Kinds() {
		kindNames = append(kindNames, k.Name)
		for _, grade := range puzzle.Grades() {
			if from := k.MinOrder(grade); from > puzzle.MinOrder {
				least = append(least, fmt.Sprintf("%s of kind %s from order %d", grade, k.Name, from))
			}
		}
	}
	cmd := &cobra.Command{
		Use:   "puzzle [N | ID]",
		Short: "A puzzle with exactly one solution, of today or any day",
		Long: fmt.Sprintf(`Puzzle prints the puzzle of the day for order N, %d to %d (8 if left out). Place one
queen in every row and column. The ID in the answer determines the puzzle and does not
contain the solution: "queens puzzle ID" prints the same puzzle anywhere.

Kinds:

%s
The grade is that of the hardest rule needed; no puzzle needs a guess. "queens puzzle
solve" explains each step. All grades exist from order %[1]d on, except %[4]s.

-o writes a picture (svg, pdf, png) or the text, which solve and check read.

Exit codes: 0 done, 1 cannot write, 2 bad argument.`,
			puzzle.MinOrder, puzzle.MaxOrder, kit.Summaries(puzzle.Kinds(),
				func(k puzzle.Kind) (string, string) { return k.Name, k.Summary }), strings.Join(least, " and ")),
		Example: `  queens puzzle
  queens puzzle 8 --date 2026-11-24 -o puzzle.pdf
  queens puzzle 6 --kind completion -o puzzle.txt
  queens puzzle 10 --kind diagonals --grade hard --seed 7
  queens puzzle 1-r8m-2026-11-24
  queens puzzle solve puzzle.txt
  queens puzzle check puzzle.txt`,
		Args: kit.Args(0, 1, "an order or an ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := puzzleSpec(cmd, args, o)
			if err != nil {
				return err
			}
			return a.puzzle(spec, o)
		},
	}
	kit.Flag(cmd, "kind", &o.kind, kindNames...)
	kit.Flag(cmd, "grade", &o.grade, puzzle.Grades()...)
	picture.Add(a.App, cmd, &o.picture, picture.Text)
	cmd.AddCommand(newPuzzleSolve(a), newPuzzleCheck(a))
	return a.Command(cmd, &o)
}

func puzzleSpec(cmd *cobra.Command, args []string, o puzzleOptions) (spec puzzle.Spec, err error) {
	if o.Date != "" && o.Seed != "" {
		return spec, kit.Usagef("puzzle: use either --date or --seed")
	}
	if o.Date != "" && !strings.Contains(o.Date, "-") {
		return spec, kit.Usagef("puzzle: --date %q: want a day like 2026-11-24", o.Date)
	}
	if o.Seed != "" && strings.Contains(o.Seed, "-") {
		return spec, kit.Usagef("puzzle: --seed %q: want a number from 0 on", o.Seed)
	}
	spec = puzzle.Spec{Kind: o.kind, Order: 8, Grade: o.grade, Seed: cmp.Or(o.Date, o.Seed,
		time.Now().Format(time.DateOnly))}
	if len(args) == 0 {
		return spec, nil
	}
	if puzzle.IsID(args[0]) {
		if err := kit.Without(cmd, "cannot be combined with an ID, which determines the puzzle", "kind", "grade",
			"date", "seed"); err != nil {
			return spec, err
		}
		return puzzle.ParseID(args[0])
	}
	if spec.Order, err = strconv.Atoi(args[0]); err != nil {
		return spec, kit.Usagef("puzzle: %q: want an order, %d to %d, an ID, solve or check", args[0],
			puzzle.MinOrder, puzzle.MaxOrder)
	}
	return spec, nil
}

func (a *app) puzzle(spec puzzle.Spec, o puzzleOptions) error {
	p, err := answer.NewPuzzle(spec)
	if err != nil {
		return err
	}
	b := draw.Board{
		Order: p.Order, Queens: p.Given, Blocked: p.Blocked, Regions: p.Regions, Theme: o.picture.Theme,
		Caption: p.Caption(),
	}
	return o.picture.Answer(a.App, p, b.Picture)
}

var onePuzzle = kit.Args(1, 1, "a file, or - for standard input")

func newPuzzleSolve(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "solve FILE",
		Short: "Solve a puzzle step by step, with the rule of each step",
		Long: fmt.Sprintf(`Solve prints a sentence for each step, then the board. FILE is text or JSON. A line is a
row, a column or a region. The rules, the simplest first:

%s
Exit codes: 0 solved, 2 bad argument or file, 3 not exactly one solution, 4 the rules
stop before the end.`, kit.Summaries(puzzle.Rules(), func(r puzzle.Rule) (string, string) {
			return r.Name, r.Grade.String() + ": " + r.Summary
		})),
		Example: `  queens puzzle solve puzzle.txt
  queens puzzle 6 | queens puzzle solve -`,
		Args: onePuzzle,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.readPuzzle(cmd, args)
			if err != nil {
				return err
			}
			solution, err := answer.NewPuzzleSolution(cmd.Context(), p)
			switch {
			case err != nil:
				return err
			case solution == nil:
				return kit.WithCode(kit.CodeRefuted, errors.New("puzzle solve: the puzzle does not have exactly one "+
					"solution; see queens puzzle check"))
			}
			if err := a.Print(solution); err != nil || solution.Solved {
				return err
			}
			return kit.WithCode(kit.CodePartial, errors.New("puzzle solve: the rules do not solve the puzzle; it "+
				"needs a guess"))
		},
	}
	return a.Command(cmd, nil)
}

func newPuzzleCheck(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check that a puzzle has one solution, and grade it",
		Long: `Check counts the solutions to two and grades the puzzle. A grade or an ID in the file
must be right. FILE holds a puzzle as text or JSON; - reads standard input.

Exit codes: 0 all is right, 2 bad argument or file, 3 something is wrong.`,
		Example: `  queens puzzle check puzzle.txt
  queens puzzle 6 --json | queens puzzle check -`,
		Args: onePuzzle,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.readPuzzle(cmd, args)
			if err != nil {
				return err
			}
			check, err := answer.NewPuzzleCheck(cmd.Context(), p)
			if err != nil {
				return err
			}
			return cmp.Or(a.Print(check), kit.Refuted(len(check.Problems) > 0))
		},
	}
	return a.Command(cmd, nil)
}

// maxPuzzleFile bounds what is read, in bytes; package puzzle refuses less.
const maxPuzzleFile = 1 << 20

func (a *app) readPuzzle(cmd *cobra.Command, args []string) (p puzzle.Puzzle, err error) {
	input, name, err := a.OpenFile(cmd.Context(), args[0])
	if err != nil {
		return p, err
	}
	defer input.Close()
	text, err := io.ReadAll(io.LimitReader(input, maxPuzzleFile))
	if err != nil {
		return p, err
	}
	if p, err = puzzle.Parse(text); err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
