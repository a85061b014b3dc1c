package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/cli/kit"
	"queens/internal/named"
	"queens/internal/shell"
)

type sheetOptions struct {
	Number int
	Seed   uint64
	form   kit.Form
	orders []int
	grades []string
	kinds  []string
	page   string
}

func newPuzzleSheet(a *app) *cobra.Command {
	o := sheetOptions{kinds: []string{puzzle.Regions}, grades: []string{puzzle.Easy.String()}, page: "A4"}
	cmd := a.Plain("puzzle sheet", &o, func(cmd *cobra.Command, args []string) (err error) {
		if o.form.Output == "" && kit.IsTerminal(a.Stdout) {
			return kit.Usagef("a terminal cannot show a PDF; write to a file with -o sheet.pdf")
		}
		if len(args) == 0 {
			args = []string{"6"}
		}
		for _, arg := range args {
			orders, err := kit.Orders(cmd, arg, puzzle.MinOrder, puzzle.MaxOrder)
			if err != nil {
				return err
			}
			o.orders = append(o.orders, orders...)
		}
		if o.Seed == 0 {
			o.Seed = kit.RandomSeed()%100_000 + 1 // short, as are the IDs
			a.Note("seed %d", o.Seed)
		}
		sheet := map[string]draw.Worksheet{"A4": {Width: 595, Height: 842}, "Letter": {Width: 612, Height: 792}}[o.page]
		sheet.Note = "The numbers below a board are the rows of its queens, from the left column to the right one.\n" +
			"The same again: " + shell.Queens("puzzle", "sheet", args, "--number", o.Number, "--kind",
			strings.Join(o.kinds, ","), "--grade", strings.Join(o.grades, ","), "--seed", o.Seed, "--page", o.page)
		if sheet.Tasks, err = o.tasks(cmd.Context()); err != nil {
			return err
		}
		pages, err := sheet.Pages()
		if err != nil {
			return err
		}
		return o.form.WriteTo(a.App, func(w io.Writer) error { return draw.EncodePages(w, pages) })
	}, "least", puzzle.MinOrder, "most", puzzle.MaxOrder)
	kit.Flag(cmd, "kind", &o.kinds, named.Names(puzzle.Kinds(), func(k puzzle.Kind) string { return k.Name })...)
	kit.Flag(cmd, "grade", &o.grades, puzzle.Grades()...)
	kit.Flag(cmd, "page", &o.page, "A4", "Letter")
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
			return nil, kit.Usagef("--number %d: found only %d different puzzles like that", o.Number, len(seen))
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
