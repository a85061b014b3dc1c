package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/option"
	"queens/find/construct"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/known"
	"queens/math/design"
	"queens/math/miscount"
	"queens/math/orderly"
	"queens/math/placements"
	"queens/math/tour"
)

func newDesign(a *app) *cobra.Command {
	return a.Parent("math design", newMemmap(a), newHops(a), newLDPC(a), newMagic(a))
}

func newMemmap(a *app) *cobra.Command {
	form := "text"
	run := func(_ *cobra.Command, n int) error {
		m, err := design.NewMemoryMap(n)
		if err != nil {
			return err
		}
		if form != "text" && !a.JSON {
			return m.Write(a.Stdout, form)
		}
		return a.Print(texts.Show("queens.memmap/1", m))
	}
	cmd := a.Command("math design memmap", nil, command.ForOrder(1, design.MaxMemoryMap, run),
		"most", design.MaxMemoryMap)
	command.Flag(cmd, "format", &form, "text", "table", "c", "verilog")
	return cmd
}

func newHops(a *app) *cobra.Command {
	return a.Command("math design hops", nil, command.ForOrder(5, design.MaxHops, func(_ *cobra.Command, n int) error {
		h, err := design.NewHops(n)
		return a.Answer(texts.Show("queens.hops/1", h), err)
	}), "most", design.MaxHops)
}

func newLDPC(a *app) *cobra.Command {
	var o struct{ Rows, Columns int }
	form := "text"
	run := func(cmd *cobra.Command, size int) error {
		a.Status.Say("checking %d by %d blocks of %d and looking for their girth", o.Rows, o.Columns, size)
		h, err := design.NewParityCheck(cmd.Context(), size, o.Rows, o.Columns)
		switch {
		case err != nil:
			return err
		case form == "alist" && !a.JSON:
			return h.WriteAlist(a.Stdout)
		}
		r := ldpcAnswer{h.Columns * h.Size, h.Rows * h.Size, h}
		return a.Print(texts.Show("queens.ldpc/1", r))
	}
	cmd := a.Command("math design ldpc", &o, command.ForOrder(0, design.MaxColumns, run))
	command.Flag(cmd, "format", &form, "text", "alist")
	return cmd
}

type ldpcAnswer struct {
	Length int `json:"length"`
	Checks int `json:"checks"`
	*design.ParityCheck
}

// Bits returns the bits that carry information.
func (h ldpcAnswer) Bits() int { return h.Length - h.Rank }

// Rate returns their part of all bits.
func (h ldpcAnswer) Rate() float64 { return float64(h.Bits()) / float64(h.Length) }

type magicAnswer struct {
	Order   int     `json:"order"`
	Sum     int     `json:"sum"` // of a row, a column, a diagonal
	Numbers [][]int `json:"numbers"`
}

func newMagic(a *app) *cobra.Command {
	run := func(_ *cobra.Command, n int) error {
		square, err := design.MagicSquare(n)
		r := magicAnswer{n, n * (n*n + 1) / 2, square}
		text := func(printer.Style) string { return printer.Matrix(square) }
		return a.Answer(printer.Show("queens.magic/1", r, text), err)
	}
	return a.Command("math design magic", nil, command.ForOrder(5, design.MaxMagic, run), "most", design.MaxMagic)
}

func newConstructions(a *app) *cobra.Command {
	base := 1
	cmd := a.Command("math constructions", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(texts.Show("queens.construct-rules/1", map[string]any{"rules": construct.All()}))
		}
		n, err := command.OrderBetween(cmd, args, 1, queens.MaxProblemOrder)
		switch {
		case err != nil:
			return err
		case n == 2 || n == 3:
			return command.None(n, "solution")
		}
		r := constructAnswer{Order: n}
		for _, p := range construct.All() {
			c := construction{Method: p.Name, Refused: p.Refuses(n)}
			if c.Refused == "" {
				board, err := p.First(n)
				if err != nil {
					return err
				}
				c.MadeOf = board.Note
				if n <= constructShown {
					c.Rows = board.Perm()
				}
			}
			r.Results = append(r.Results, c)
		}
		return a.PrintIn(base, texts.Show("queens.construct/1", r))
	})
	command.Flag(cmd, "base", &base)
	return cmd
}

type constructAnswer struct {
	Order   int            `json:"order"`
	Results []construction `json:"results"`
}

type construction struct {
	Method  string      `json:"method"`
	MadeOf  string      `json:"madeOf,omitempty"`
	Rows    queens.Perm `json:"rows,omitempty"`
	Refused string      `json:"refused,omitempty"`
}

// constructShown is the largest order whose solutions are shown side by side.
const constructShown = 32

// miscountAnswer has the rules of an order or those with one value, queens.miscount/1.
type miscountAnswer struct {
	Order     int             `json:"order"`
	Solutions queens.Total    `json:"solutions"`
	Number    *queens.Total   `json:"number,omitempty"` // the one asked for
	Rules     []miscount.Rule `json:"rules"`
}

func newMiscount(a *app) *cobra.Command {
	return a.Command("math miscount", nil, func(cmd *cobra.Command, args []string) error {
		n, err := command.OrderBetween(cmd, args[:1], 1, miscount.MaxOrder)
		if err != nil {
			return err
		}
		r := miscountAnswer{Order: n, Rules: miscount.Rules(n)}
		r.Solutions, _ = known.Solutions(n)
		if len(args) == 2 {
			number, err := queens.ParseTotal(args[1])
			if err != nil {
				return command.Usagef("number %q: want a whole number, at least 0", args[1])
			}
			r.Number, r.Rules = &number, miscount.Near(n, number)
		}
		return a.Print(texts.Show("queens.miscount/1", r))
	}, "most", miscount.MaxOrder)
}

func newPlacements(a *app) *cobra.Command {
	var o struct{ Workers int }
	return a.Command("math placements", &o, func(cmd *cobra.Command, args []string) error {
		on, err := readBoard(args[0])
		if err != nil {
			return err
		}
		k := placements.Any
		if len(args) == 2 {
			if k, err = strconv.Atoi(args[1]); err != nil || k < 0 {
				return command.Usagef("%q queens: want a number from 0 to %d", args[1], min(on.Rows, on.Cols))
			}
		}
		a.Status.Say("counting placements on a board of %v", on)
		return a.Answer(countPlacements(cmd.Context(), on, k, o.Workers))
	}, "most", placements.MaxSide, "most-any", placements.MaxAny)
}

// readBoard reads the size of a board: "8", or "4x5" for 4 rows of 5 squares.
func readBoard(text string) (on placements.Board, err error) {
	rows, cols, oblong := strings.Cut(text, "x")
	if on.Rows, err = strconv.Atoi(rows); err == nil && oblong {
		on.Cols, err = strconv.Atoi(cols)
	} else {
		on.Cols = on.Rows
	}
	if err != nil {
		return on, command.Usagef("board %q: want an order, or rows and columns such as 4x5", text)
	}
	return on, nil
}

type placementsAnswer struct {
	placements.Board
	Counts []placements.Row `json:"counts"` // by the number of queens
	Known  []string         `json:"known"`  // series that the counts were found equal to

	Sum *placements.Row `json:"-"` // of all numbers, if they were asked for
}

// countPlacements counts the sets of k queens of a board, or for placements.Any the sets of each
// size. It uses this number of cores, 0 for all.
func countPlacements(ctx context.Context, on placements.Board, k, workers int) (printer.Answer, error) {
	rows, err := placements.Count(ctx, on, k, workers)
	if err != nil {
		return printer.Answer{}, err
	}
	r := placementsAnswer{Board: on, Counts: rows, Known: []string{}}
	n := on.Rows
	for _, series := range []struct {
		name  string
		count func(placements.Row) queens.Total
	}{
		{"maximal-sets-by-size", func(r placements.Row) queens.Total { return r.Maximal }},
		{"nonattacking-orbits-by-size", func(r placements.Row) queens.Total { return r.Orbits }},
		{"nonattacking-sets-by-size", func(r placements.Row) queens.Total { return r.Sets }},
	} {
		for _, row := range rows {
			if on.Cols != n {
				break // the series are about square boards
			}
			what := fmt.Sprintf("order %d, %s", n, humanize.Plural(row.Queens, "queen"))
			if err := compare(&r.Known, series.count(row), what, series.name, n, row.Queens); err != nil {
				return printer.Answer{}, err
			}
		}
	}
	if last := rows[len(rows)-1]; on.Cols == n && last.Queens == n {
		if _, err := answer.Compare(last.Sets, fmt.Sprintf("order %d", n), "solutions", n); err != nil {
			return printer.Answer{}, err
		}
	}
	if k == placements.Any {
		sum := new(placements.Row)
		for _, row := range rows {
			sum.Sets, sum.Orbits = sum.Sets.Plus(row.Sets), sum.Orbits.Plus(row.Orbits)
			sum.Maximal, sum.MaximalOrbits = sum.Maximal.Plus(row.Maximal), sum.MaximalOrbits.Plus(row.MaximalOrbits)
		}
		r.Sum = sum
	}
	return texts.Right().Show("queens.placements/1", r), nil
}

// compare is answer.Compare; it adds the series to those that a count was found equal to.
func compare(known *[]string, got queens.Total, what, series string, n int, index ...int) error {
	isKnown, err := answer.Compare(got, what, series, n, index...)
	if isKnown && err == nil && !slices.Contains(*known, series) {
		*known = append(*known, series)
	}
	return err
}

func newDomination(a *app) *cobra.Command {
	return a.Command("math domination", nil, func(cmd *cobra.Command, args []string) error {
		on, err := readBoard(args[0])
		if err != nil {
			return err
		}
		a.Status.Say("looking for the fewest queens that attack a board of %v", on)
		r := dominationAnswer{Board: on, Known: []string{}}
		for _, kind := range []struct {
			series string
			set    *[]queens.Square
		}{{"domination", &r.Domination}, {"independent-domination", &r.Independent}} {
			if *kind.set, err = placements.Dominate(cmd.Context(), on, kind.set == &r.Independent); err != nil {
				return err
			}
			if on.Rows != on.Cols {
				continue
			}
			what := fmt.Sprintf("%s: order %d", kind.series, on.Rows)
			err := compare(&r.Known, queens.NewTotal(uint64(len(*kind.set))), what, kind.series, on.Rows)
			if err != nil {
				return err
			}
		}
		return a.Answer(texts.Show("queens.domination/1", r), nil)
	}, "most", placements.MaxDominated)
}

// dominationAnswer has smallest sets of queens that attack or occupy every square.
type dominationAnswer struct {
	placements.Board
	Domination  []queens.Square `json:"domination"`
	Independent []queens.Square `json:"independent"` // no two attack each other
	Known       []string        `json:"known"`       // series that the numbers were found equal to
}

const maxGreedy = 1_000_000

func newGreedy(a *app) *cobra.Command {
	base := 1
	cmd := a.Command("math greedy", nil, command.ForOrder(0, maxGreedy, func(cmd *cobra.Command, n int) error {
		placed := a.Status.Measure("placing queens", n)
		rows := make(queens.Perm, 0, n)
		for row := range placements.Greedy(n) {
			if err := cmd.Context().Err(); err != nil {
				return errs.Errorf("stopped after %d queens: %w", len(rows), err)
			}
			rows = append(rows, row)
			placed(len(rows))
		}
		return a.PrintIn(base, printer.Show("queens.greedy/1", map[string]any{"rows": rows},
			func(s printer.Style) string { return s.Rows(rows) }))
	}), "most", maxGreedy)
	command.Flag(cmd, "base", &base)
	return cmd
}

func newTour(a *app) *cobra.Command {
	return a.Command("math tour", nil, command.ForOrder(1, tour.MaxOrder, func(_ *cobra.Command, n int) error {
		r, err := tour.Find(n)
		if err == nil && r.Starts == 0 {
			return command.None(n, "knight's tour")
		}
		return a.Answer(texts.Show("queens.tour/1", r), err)
	}), "most", tour.MaxOrder)
}

func newIsomorphism(a *app) *cobra.Command {
	return a.Command("math isomorphism", nil, func(_ *cobra.Command, args []string) error {
		g, err := orderly.ParseGraph(args[0])
		h, err2 := orderly.ParseGraph(args[1])
		if err := cmp.Or(err, err2); err != nil {
			return err
		}
		to, found := orderly.Isomorphism(g, h)
		r := map[string]any{"isomorphic": found, "map": to}
		return cmp.Or(a.Print(texts.Show("queens.isomorphism/1", r)), command.Refuted(!found))
	}, "most", orderly.MaxGraphNodes)
}

func newOrderly(a *app) *cobra.Command {
	var o struct{ List, Check bool }
	names := named.Names(orderly.Families(), func(k orderly.Family) string { return k.Name })
	table := named.Names(orderly.Families(), func(k orderly.Family) string {
		return fmt.Sprintf("  %-12s %2d  %s", k.Name, k.Max, k.Summary)
	})
	cmd := a.Command("math orderly", &o, func(cmd *cobra.Command, args []string) error {
		i := slices.Index(names, args[0])
		if i < 0 {
			return command.Usagef("no kind %q%s; want one of %s", args[0], command.DidYouMean(args[0], names),
				strings.Join(names, ", "))
		}
		k := orderly.Families()[i]
		n, err := option.Integer(k.Name+" for", args[1], 1, k.Max)
		switch {
		case err != nil:
			return err
		case o.Check:
			return a.checkOrderly(cmd.Context(), k, n)
		case o.List:
			return a.listOrderly(cmd.Context(), k, n)
		}
		r, err := countOrderly(cmd.Context(), k, n, nil)
		return a.Answer(texts.Right().Show(orderlySchema, r), err)
	}, "kinds", strings.Join(table, "\n"))
	cmd.ValidArgs = named.Names(orderly.Families(), func(k orderly.Family) cobra.Completion {
		return cobra.CompletionWithDesc(k.Name, k.Summary)
	})
	return cmd
}

func (a *app) listOrderly(ctx context.Context, k orderly.Family, n int) error {
	out := bufio.NewWriter(a.Stdout) // which remembers the error
	_, err := countOrderly(ctx, k, n, func(object string) {
		if a.JSON {
			one := orderlyAnswer{Kind: k.Name, N: n, Object: object}
			_ = printer.WriteJSON(out, printer.JSON{Schema: orderlySchema, Value: one})
		} else {
			fmt.Fprintln(out, object)
		}
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

func (a *app) checkOrderly(ctx context.Context, k orderly.Family, n int) error {
	err := k.Check(ctx, n)
	if err != nil && errs.ExitCode(err) != errs.Failed { // wrong usage, or interrupted
		return err
	}
	holds := err == nil
	r := orderlyAnswer{Kind: k.Name, N: n, Holds: &holds}
	if !holds {
		r.Counterexample = err.Error()
		err = errs.WithCode(errs.Refuted, err)
	}
	if a.JSON || holds {
		return cmp.Or(a.Print(printer.Show(orderlySchema, r, func(printer.Style) string {
			return fmt.Sprintf("%s for %d: one canonical object in each class, coverage, monotonicity, proper "+
				"order: all hold\n", k.Name, n)
		})), err)
	}
	return err
}

const orderlySchema = "queens.orderly/1"

// orderlyAnswer counts combinatorial objects up to symmetry, or says whether the conditions of
// orderly generation hold, or is one of the objects.
type orderlyAnswer struct {
	Kind           string        `json:"kind"`
	N              int           `json:"n"`
	Size           string        `json:"size,omitempty"` // what a size is
	Series         string        `json:"series,omitempty"`
	Total          *queens.Total `json:"total,omitempty"`
	Sizes          []orderlySize `json:"sizes,omitempty"`
	Holds          *bool         `json:"holds,omitempty"`
	Counterexample string        `json:"counterexample,omitempty"`
	Object         string        `json:"object,omitempty"`

	Candidates int `json:"-"` // of all sizes
	Confirmed  int `json:"-"` // sizes with the known number
}

type orderlySize struct {
	orderly.Count
	Known *queens.Total `json:"known,omitempty"`
}

// countOrderly counts the objects of a kind for n, and calls visit, unless it is nil, with each.
func countOrderly(ctx context.Context, k orderly.Family, n int, visit func(object string)) (*orderlyAnswer, error) {
	r := &orderlyAnswer{Kind: k.Name, N: n, Size: k.Size, Series: k.Series, Total: new(queens.Total)}
	for c, err := range k.Counts(ctx, n, visit) {
		if err != nil {
			return r, err
		}
		objects := queens.NewTotal(uint64(c.Objects))
		isKnown, err := answer.Compare(objects, fmt.Sprintf("%s for %d, %d %s", k.Name, n, c.Size,
			k.Size), k.Series, n, c.Size)
		if err != nil {
			return r, err
		}
		s := orderlySize{Count: c}
		if isKnown {
			s.Known = &objects
			r.Confirmed++
		}
		r.Candidates += c.Candidates
		*r.Total = r.Total.Plus(objects)
		r.Sizes = append(r.Sizes, s)
	}
	return r, nil
}
