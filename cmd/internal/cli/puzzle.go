package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/draw"
	"queens/find/puzzle"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
)

type puzzleOptions struct {
	picture pictureOptions
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
		p, err := puzzle.Generate(spec)
		if err != nil {
			return err
		}
		board := puzzleBoard(p)
		board.Theme, board.Caption = o.picture.Theme, p.Caption()
		return o.picture.Answer(a.App, answer.ShowPuzzle(p), board.Picture)
	}, "least", puzzle.MinOrder, "most", puzzle.MaxOrder,
		"kinds", command.Summaries(puzzle.Kinds(), func(k puzzle.Kind) (string, string) { return k.Name, k.Summary }),
		"later", strings.Join(later, " and "))
	cmd.AddCommand(newPuzzleSheet(a))
	command.Flag(cmd, "kind", &o.kind, named.Names(puzzle.Kinds(), func(k puzzle.Kind) string { return k.Name })...)
	command.Flag(cmd, "grade", &o.grade, puzzle.Grades()...)
	a.addPicture(cmd, &o.picture, pictureText)
	cmd.AddCommand(newPuzzleSolve(a), newPuzzleCheck(a), newPuzzleHint(a))
	return cmd
}

func puzzleSpec(cmd *cobra.Command, args []string, o puzzleOptions) (spec puzzle.Spec, err error) {
	spec = puzzle.Spec{Kind: o.kind, Order: 8, Grade: o.grade}
	if spec.Seed, err = puzzle.SeedOf(o.Date, o.Seed, time.Now().Format(time.DateOnly)); err != nil {
		return spec, err
	}
	if len(args) == 0 {
		if o.Seed == "" && !cmd.Flags().Changed("kind") && !cmd.Flags().Changed("grade") {
			return puzzle.Daily(spec.Seed)
		}
		return spec, nil
	}
	if puzzle.IsID(args[0]) {
		if err := command.Without(cmd, true, "cannot be combined with an ID, which determines the puzzle", "kind",
			"grade", "date", "seed"); err != nil {
			return spec, err
		}
		return puzzle.ParseID(args[0])
	}
	if spec.Order, err = strconv.Atoi(args[0]); err != nil {
		return spec, command.Usagef("%q: want an order, %d to %d, an ID, or one of check, hint, sheet, solve", args[0],
			puzzle.MinOrder, puzzle.MaxOrder)
	}
	return spec, nil
}

func newPuzzleSolve(a *app) *cobra.Command {
	o := struct{ Limit int }{10}
	return a.aboutPuzzle("puzzle solve", &o, func(cmd *cobra.Command, p puzzle.Puzzle, _ []string) error {
		solution, err := answer.NewPuzzleSolution(cmd.Context(), p, o.Limit)
		if err != nil {
			return err
		}
		err = a.Print(printer.Show("queens.puzzle-solution/1", solution, solution.Text))
		switch {
		case err != nil:
			return err
		case solution.More:
			a.Note("the puzzle has more solutions; see --limit, and queens puzzle check --count")
		case len(solution.Solutions) == 0 && !solution.Solved:
			return command.Failf(errs.Partial, "the rules do not solve the puzzle; it needs a guess")
		}
		return nil
	}, "rules", command.Summaries(puzzle.Rules(),
		func(r puzzle.Rule) (string, string) { return r.Name, r.Grade.String() + ": " + r.Summary }))
}

func newPuzzleCheck(a *app) *cobra.Command {
	o := struct {
		Count bool
		Limit int
	}{Limit: 10_000_000}
	return a.aboutPuzzle("puzzle check", &o, func(cmd *cobra.Command, p puzzle.Puzzle, args []string) error {
		if len(args) > 0 {
			squares, err := a.readAnswer(cmd.Context(), args[0], p.Order)
			if err != nil {
				return err
			}
			verdict, err := answer.NewPuzzleAnswer(p, squares)
			if err != nil {
				return err
			}
			return cmp.Or(a.Print(answer.Show("queens.puzzle-answer/1", verdict)), command.Refuted(!verdict.Correct))
		}
		most := 0
		if o.Count {
			most = o.Limit
		}
		check, err := answer.NewPuzzleCheck(cmd.Context(), p, most)
		if err != nil {
			return err
		}
		return cmp.Or(a.Print(answer.Show("queens.puzzle-check/1", check)), command.Refuted(len(check.Problems) > 0))
	})
}

func newPuzzleHint(a *app) *cobra.Command {
	return a.aboutPuzzle("puzzle hint", nil, func(cmd *cobra.Command, p puzzle.Puzzle, _ []string) error {
		hint, err := answer.NewPuzzleHint(cmd.Context(), p)
		return a.Answer(answer.Show("queens.puzzle-hint/1", hint), err)
	})
}

// aboutPuzzle returns a command about the puzzle that its first argument names.
func (a *app) aboutPuzzle(path string, options any, do func(*cobra.Command, puzzle.Puzzle, []string) error,
	values ...any,
) *cobra.Command {
	cmd := a.Command(path, options, func(cmd *cobra.Command, args []string) error {
		p, err := a.readPuzzle(cmd.Context(), args)
		if err != nil {
			return err
		}
		if err = do(cmd, p, args[1:]); errors.Is(err, puzzle.ErrNotUnique) {
			return command.Failf(errs.Refuted, "the puzzle does not have exactly one solution; see queens puzzle check")
		}
		return err
	}, values...)
	command.AddTimeout(cmd)
	return cmd
}

// maxPuzzleFile bounds what is read, in bytes; package puzzle refuses less.
const maxPuzzleFile = 1 << 20

func (a *app) readAnswer(ctx context.Context, arg string, n int) ([]queens.Square, error) {
	text, _, err := a.readText(ctx, arg)
	if err != nil {
		return nil, err
	}
	b, err := format.ReadBoard(text, format.Reading{Base: format.AnyBase})
	if err == nil && b.Order == n {
		return b.Squares(), nil
	}
	squares, noSquares := format.ReadSquares(text, n, format.AnyBase)
	switch {
	case len(squares) > 0:
		return squares, nil
	case err == nil:
		return nil, command.Usagef("the answer %.40s is a board of order %d; the puzzle has order %d", b.Spelled(1),
			b.Order, n)
	case noSquares != nil && strings.ContainsAny(text, "(abcdefghijklmnop"):
		err = noSquares
	}
	return nil, errs.Errorf("answer: want the row of the queen in each of the %d columns, or squares: %w", n, err)
}

// readText returns the text of an argument, and the name of its file.
func (a *app) readText(ctx context.Context, arg string) (text, name string, err error) {
	input, name, err := a.OpenText(ctx, arg)
	if err != nil {
		return "", "", err
	}
	defer input.Close()
	all, err := io.ReadAll(io.LimitReader(input, maxPuzzleFile))
	return string(all), name, err
}

// readPuzzle returns the puzzle that the first argument names, and says how it was read.
func (a *app) readPuzzle(ctx context.Context, args []string) (puzzle.Puzzle, error) {
	arg := args[0]
	spec, wrongID := puzzle.ParseID(arg)
	if wrongID == nil {
		return puzzle.Generate(spec)
	}
	text, name, err := a.readText(ctx, arg)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	p, how, err := puzzle.Parse([]byte(text))
	if rows := strings.ContainsAny(text, "/ "); name == "" && !strings.Contains(text, "\n") && (err != nil || !rows) {
		if !rows || filepath.Ext(text) != "" {
			err = wrongID
		}
		return puzzle.Puzzle{}, command.Usagef("%q: no such file; %w%s", arg, err,
			map[bool]string{true: "; the puzzle comes before the answer"}[len(args) > 1])
	}
	if err == nil && how != "" {
		a.Note("read %s", how)
	}
	return p, command.At(name, err)
}

type sheetOptions struct {
	Number int
	Seed   uint64
	form   command.Form
	orders []int
	grades []string
	kinds  []string
	Page   string
}

func newPuzzleSheet(a *app) *cobra.Command {
	o := sheetOptions{kinds: []string{puzzle.Regions}, grades: []string{puzzle.Easy.String()}}
	cmd := a.Plain("puzzle sheet", &o, func(cmd *cobra.Command, args []string) (err error) {
		if o.form.Output == "" && command.IsTerminal(a.Stdout) {
			return command.Usagef("a terminal cannot show a PDF; write to a file with -o sheet.pdf")
		}
		if len(args) == 0 {
			args = []string{"6"}
		}
		if o.orders, err = command.Orders(args, puzzle.MinOrder, puzzle.MaxOrder); err != nil {
			return err
		}
		if o.Seed == 0 {
			o.Seed = command.RandomSeed()%100_000 + 1 // short, as are the IDs
			a.Note("seed %d", o.Seed)
		}
		sheet := map[string]draw.Worksheet{"A4": {Width: 595, Height: 842}, "Letter": {Width: 612, Height: 792}}[o.Page]
		sheet.Note = "The numbers below a board are the rows of its queens, from the left column to the right one.\n" +
			"The same again: " + shell.Queens("puzzle", "sheet", args, "--number", o.Number, "--kind",
			strings.Join(o.kinds, ","), "--grade", strings.Join(o.grades, ","), "--seed", o.Seed, "--page", o.Page)
		if sheet.Tasks, err = o.tasks(cmd.Context()); err != nil {
			return err
		}
		pages, err := sheet.Pages()
		if err != nil {
			return err
		}
		return o.form.WriteTo(a.App, func(w io.Writer) error { return draw.EncodePages(w, pages) })
	}, "least", puzzle.MinOrder, "most", puzzle.MaxOrder)
	command.Flag(cmd, "kind", &o.kinds, named.Names(puzzle.Kinds(), func(k puzzle.Kind) string { return k.Name })...)
	command.Flag(cmd, "grade", &o.grades, puzzle.Grades()...)
	a.AddForm(cmd, &o.form, nil, "pdf")
	return cmd
}

// tasks makes different puzzles. Orders, grades and kinds take turns, and sort the tasks.
func (o *sheetOptions) tasks(ctx context.Context) ([]draw.Task, error) {
	g, k := len(o.grades), len(o.kinds)
	tasks := make([][]draw.Task, len(o.orders)*g*k) // by turns
	seen := map[string]bool{}
	for seed := 1000 * o.Seed; len(seen) < o.Number; seed++ { // sheets have thousands of their own
		if seed == 1000*o.Seed+1000 {
			return nil, command.Usagef("--number %d: found only %d different puzzles like that", o.Number, len(seen))
		}
		turn := len(seen) % len(tasks)
		p, err := puzzle.Generate(puzzle.Spec{
			Order: o.orders[turn/k/g], Grade: o.grades[turn/k%g], Kind: o.kinds[turn%k], Seed: fmt.Sprint(seed),
		})
		if err != nil {
			return nil, err
		}
		text := strings.ReplaceAll(p.Text(), p.ID, "")
		if seen[text] {
			continue
		}
		seen[text] = true
		answers, err := p.Solutions(ctx, 1)
		if err != nil {
			return nil, err
		}
		kind, _ := puzzle.FindKind(p.Kind) // which made p
		tasks[turn] = append(tasks[turn], draw.Task{
			Board: puzzleBoard(p), Name: p.ID, Rule: kind.Rule,
			Answer: answers[0].Squares(), Text: answers[0].String(),
		})
	}
	return slices.Concat(tasks...), nil
}
