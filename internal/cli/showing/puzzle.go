package showing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/cli/picture"
	"queens/internal/named"
)

type puzzleOptions struct {
	picture picture.Options
	kind    string
	grade   string
	Date    string
	Seed    string
}

// puzzleBoard returns the picture of a puzzle, with the names that hints use.
func puzzleBoard(p puzzle.Puzzle) draw.Board {
	return draw.Board{
		Order: p.Order, Queens: p.Given, Blocked: p.Blocked, Regions: p.Regions, Layers: []string{"coordinates"},
	}
}

func newPuzzle(a *app) *cobra.Command {
	var o puzzleOptions
	var later []string
	for _, k := range puzzle.Kinds() {
		for _, grade := range puzzle.Grades() {
			if from := k.MinOrder(grade); from > puzzle.MinOrder {
				later = append(later, fmt.Sprintf("%s %s (from order %d)", grade, k.Name, from))
			}
		}
	}
	cmd := a.Command("puzzle", &o, func(cmd *cobra.Command, args []string) error {
		spec, err := puzzleSpec(cmd, args, o)
		if err != nil {
			return err
		}
		p, err := answer.NewPuzzle(spec)
		if err != nil {
			return err
		}
		board := puzzleBoard(p.Puzzle)
		board.Theme, board.Caption = o.picture.Theme, p.Caption()
		return o.picture.Answer(a.App, printer.Show("queens.puzzle/1", p, p.Text), board.Picture)
	}, "least", puzzle.MinOrder, "most", puzzle.MaxOrder,
		"kinds", kit.Summaries(puzzle.Kinds(), func(k puzzle.Kind) (string, string) { return k.Name, k.Summary }),
		"later", strings.Join(later, " and "))
	cmd.Args = kit.Args(0, 1, "an order or an ID")
	cmd.AddCommand(newPuzzleSheet(a))
	kit.Flag(cmd, "kind", &o.kind, named.Names(puzzle.Kinds(), func(k puzzle.Kind) string { return k.Name })...)
	kit.Flag(cmd, "grade", &o.grade, puzzle.Grades()...)
	picture.Add(a.App, cmd, &o.picture, picture.Text)
	cmd.AddCommand(newPuzzleSolve(a), newPuzzleCheck(a))
	return cmd
}

func puzzleSpec(cmd *cobra.Command, args []string, o puzzleOptions) (spec puzzle.Spec, err error) {
	switch {
	case o.Date != "" && o.Seed != "":
		return spec, kit.Usagef("use either --date or --seed")
	case o.Date != "" && !strings.Contains(o.Date, "-"):
		return spec, kit.Usagef("--date %q: want a day like 2026-11-24", o.Date)
	case strings.Contains(o.Seed, "-"):
		return spec, kit.Usagef("--seed %q: want a number, at least 0", o.Seed)
	}
	spec = puzzle.Spec{Kind: o.kind, Order: 8, Grade: o.grade, Seed: cmp.Or(o.Date, o.Seed,
		time.Now().Format(time.DateOnly))}
	if len(args) == 0 {
		return spec, nil
	}
	if puzzle.IsID(args[0]) {
		if err := kit.Without(cmd, true, "cannot be combined with an ID, which determines the puzzle", "kind", "grade",
			"date", "seed"); err != nil {
			return spec, err
		}
		return puzzle.ParseID(args[0])
	}
	if spec.Order, err = strconv.Atoi(args[0]); err != nil {
		return spec, kit.Usagef("%q: want an order, %d to %d, an ID, solve or check", args[0],
			puzzle.MinOrder, puzzle.MaxOrder)
	}
	return spec, nil
}

func newPuzzleSolve(a *app) *cobra.Command {
	cmd := a.Command("puzzle solve", nil, a.ofPuzzle(func(ctx context.Context, p puzzle.Puzzle) error {
		solution, err := answer.NewPuzzleSolution(ctx, p)
		switch {
		case err != nil:
			return err
		case solution == nil:
			return kit.Failf(kit.CodeRefuted, "the puzzle does not have exactly one solution; see queens puzzle check")
		}
		shown := printer.Show("queens.puzzle-solution/1", solution, solution.Text)
		if err := a.Print(shown); err != nil || solution.Solved {
			return err
		}
		return kit.Failf(kit.CodePartial, "the rules do not solve the puzzle; it needs a guess")
	}), "rules", kit.Summaries(puzzle.Rules(),
		func(r puzzle.Rule) (string, string) { return r.Name, r.Grade.String() + ": " + r.Summary }))
	cmd.Args = onePuzzle
	return cmd
}

func newPuzzleCheck(a *app) *cobra.Command {
	cmd := a.Command("puzzle check", nil, a.ofPuzzle(func(ctx context.Context, p puzzle.Puzzle) error {
		check, err := answer.NewPuzzleCheck(ctx, p)
		if err != nil {
			return err
		}
		return cmp.Or(a.Print(answer.Show("queens.puzzle-check/1", check)), kit.Refuted(len(check.Problems) > 0))
	}))
	cmd.Args = onePuzzle
	return cmd
}

var onePuzzle = kit.Args(1, 1, "a file, or - for standard input")

// maxPuzzleFile bounds what is read, in bytes; package puzzle refuses less.
const maxPuzzleFile = 1 << 20

// ofPuzzle returns the function of a command about the puzzle in the file that its argument names.
func (a *app) ofPuzzle(do func(ctx context.Context, p puzzle.Puzzle) error) kit.Run {
	return func(cmd *cobra.Command, args []string) error {
		input, name, err := a.OpenFile(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		defer input.Close()
		text, err := io.ReadAll(io.LimitReader(input, maxPuzzleFile))
		if err != nil {
			return err
		}
		p, err := puzzle.Parse(text)
		if err != nil {
			return kit.Errorf("%s: %w", name, err)
		}
		return do(cmd.Context(), p)
	}
}
