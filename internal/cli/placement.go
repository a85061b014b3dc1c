package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/huge"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/math/miscount"
	"queens/math/orbit"
)

type checkOptions struct {
	reading
	Topology queens.Topology
	Missing  bool
}

func newCheck(a *app) *cobra.Command {
	var o checkOptions
	cmd := a.Command("check", &o, func(cmd *cobra.Command, args []string) error {
		arg, err := a.OneSolution(cmd, args)
		if err != nil {
			return err
		}
		if arg != "-" && !strings.HasPrefix(arg, "@") {
			if one, err := a.only(cmd.Context(), arg, o); err != nil {
				return err
			} else if one != nil {
				c := answer.NewCheck(one.Board, o.Topology)
				return cmp.Or(a.PrintIn(o.Counts(), answer.Show("queens.check/1", c)), kit.Refuted(!c.Solution))
			}
		}
		return a.checkEach(cmd.Context(), arg, o)
	})
	cmd.Args = cobra.ArbitraryArgs // OneSolution says more
	addReading(cmd, &o.reading)
	return cmd
}

// only returns the placement of a text, or nil if there are several.
func (a *app) only(ctx context.Context, text string, o checkOptions) (one *placement, err error) {
	for pl, err := range a.Placements(ctx, text, o.reading) {
		if err != nil || one != nil {
			return nil, err
		}
		one = &pl
	}
	if o.Missing {
		err = kit.Usagef("--missing needs a list: several placements, - for standard input, or @FILE")
	}
	return one, err
}

// longPlacement is the order from which on a placement in text is checked as one in binary form.
const longPlacement = 1 << 17

// checkEach checks the placements of a file, with a line for each.
func (a *app) checkEach(ctx context.Context, arg string, o checkOptions) error {
	input, name, err := a.Open(ctx, arg)
	if err != nil {
		return err
	}
	defer input.Close()
	refuted, tally := false, miscount.NewTally(o.Topology)
	verify := func(order int, rows iter.Seq2[[]uint32, error], where string) (printer.Answer, error) {
		if o.Topology != queens.Regular {
			return printer.Answer{}, kit.Usagef("%s: placements of this size are checked on the regular board only",
				where)
		}
		c, err := a.verify(ctx, order, rows, where)
		if err == nil {
			refuted = refuted || !c.Solution
			tally.Add(order, nil, c.Solution)
		}
		return answer.Show("queens.check-stream/1", c), err
	}
	r := bufio.NewReaderSize(input, 1<<20)
	var answers iter.Seq2[printer.Answer, error]
	if huge.IsBinary(r) {
		answers = func(yield func(printer.Answer, error) bool) {
			for where, k := name, 2; ; k++ {
				order, rows, err := huge.ReadBinary(r)
				if err != nil {
					yield(printer.Answer{}, errs.Errorf("%s: %w", where, err))
					return
				}
				if c, err := verify(order, rows, where); !yield(c, err) || err != nil {
					return
				}
				if _, err := r.Peek(1); errors.Is(err, io.EOF) {
					return
				}
				where = fmt.Sprintf("placement %d of %s", k, name)
			}
		}
	} else {
		answers = kit.Answers(a.Read(ctx, o.reading, r, name, ""), func(pl placement) (printer.Answer, error) {
			if len(pl.Perm) > longPlacement {
				return verify(len(pl.Perm), rowsOf(pl.Perm), pl.Where)
			}
			c := answer.NewCheck(pl.Board, o.Topology)
			refuted = refuted || !c.Solution
			tally.Add(c.Order, pl.Perm, c.Solution)
			line := func(s printer.Style) string { return pl.Spelled(s.Base) + ": " + c.Line(s) + "\n" }
			return printer.Show("queens.check/1", c, line), nil
		})
	}
	_, err = a.Each("placements", o.Counts(), 0, answers)
	for _, s := range tally.Summaries(o.Missing) {
		if err == nil {
			err = a.PrintIn(o.Counts(), texts.Show("queens.check-summary/1", s))
		}
		refuted = refuted || o.Missing && !s.Whole()
	}
	return cmp.Or(err, kit.Refuted(refuted))
}

func rowsOf(p queens.Perm) iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		for part := range slices.Chunk(p, 1<<16) {
			if !yield(queens.RowsOf[uint32](part), nil) {
				return
			}
		}
	}
}

// verify checks a placement without storing its queens.
func (a *app) verify(
	ctx context.Context, order int, rows iter.Seq2[[]uint32, error], where string,
) (*answer.StreamCheck, error) {
	v, at, columns := huge.NewVerifier(order), a.Status.Measure("checking", order), 0
	for block, err := range rows {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = v.Add(block)
		}
		if err != nil {
			return nil, errs.Errorf("%s: %w", where, err)
		}
		columns += len(block)
		at(columns)
	}
	clash, err := v.Close()
	if err != nil {
		return nil, errs.Errorf("%s: %w", where, err)
	}
	c := &answer.StreamCheck{Where: where, Order: order, Solution: clash == nil}
	if clash != nil {
		c.Queen, c.Line = &clash.Queen, clash.Line.String()
	}
	return c, nil
}

func newOrbit(a *app) *cobra.Command {
	var r reading
	var format string
	var w writing
	with, show := "", "orbit"
	cmd := a.Command("orbit", nil, func(cmd *cobra.Command, args []string) error {
		one := func(p queens.Perm) (printer.Answer, error) {
			o := answer.NewOrbit(p, show == "lists")
			if format == "text" || a.JSON {
				return answer.Show("queens.orbit/1", o), nil
			}
			list, err := w.List(format, r.Base, o.Placements()...)
			return printer.Show("", nil, func(printer.Style) string { return list }), err
		}
		switch {
		case show == "products" && (len(args) > 0 || with != ""):
			return kit.Usagef("--show products takes no placement, nor --with")
		case show == "products":
			return a.Print(answer.Show("queens.products/1", answer.Products()))
		case with != "" && show == "lists":
			return kit.Usagef("--with and --show lists cannot be combined")
		case with != "":
			q, err := r.Parse(with)
			if err = perRow(q, r.Counts(), err); err != nil {
				return errs.Errorf("--with: %w", err)
			}
			one = func(p queens.Perm) (printer.Answer, error) {
				m, err := answer.NewMatch(p, q)
				return answer.Show("queens.match/1", m), err
			}
		}
		return a.answerEach(cmd, args, r, one)
	})
	kit.Flag(cmd, "with", &with)
	kit.Flag(cmd, "show", &show, "orbit", "lists", "products")
	cmd.Args = cobra.ArbitraryArgs // OneSolution says more
	a.AddWriting(cmd, &format, &w)
	addReading(cmd, &r)
	return cmd
}

// answerEach writes what one answers of each placement that a command reads, objects a
// line each or texts with an empty line between.
func (a *app) answerEach(cmd *cobra.Command, args []string, reading reading,
	one func(p queens.Perm) (printer.Answer, error),
) error {
	between := ""
	return a.AnswerEach(cmd, args, reading, "placements", func(pl placement) (printer.Answer, error) {
		p, err := pl.OnePerColumn()
		if err = perRow(p, reading.Counts(), err); err != nil {
			return printer.Answer{}, err
		}
		r, err := one(p)
		before := between
		between = "\n"
		return printer.Show("", r, func(s printer.Style) string { return before + r.Text(s) }), err
	})
}

// perRow returns the error of reading p, or else refuses p if a quarter turn would leave it without
// a queen in some column.
func perRow(p queens.Perm, base int, err error) error {
	if shared := answer.OneQueenPerRow(p, base); err == nil && shared != nil {
		return errs.WithCode(errs.Refuted, shared)
	}
	return err
}

func newApply(a *app) *cobra.Command {
	var r reading
	var format string
	var w writing
	cmd := a.Command("apply", nil, func(cmd *cobra.Command, args []string) error {
		operations, err := orbit.ParseOperations(args[1:], r.Counts())
		if err != nil {
			return err
		}
		solved := true
		err = a.answerEach(cmd, args[:1], r, func(p queens.Perm) (printer.Answer, error) {
			applied, err := answer.NewApply(p, operations)
			if err != nil && r.Base == 0 {
				err = errs.Errorf("%w (numbers of this message count from 1)", err)
			}
			if err != nil {
				return printer.Answer{}, err
			}
			solved = solved && applied.Solved()
			if format != "text" && !a.JSON {
				list, err := w.List(format, r.Base, applied.Last().Rows)
				return printer.Show("", nil, func(printer.Style) string { return list }), err
			}
			return answer.Show("queens.apply/1", applied), nil
		})
		return cmp.Or(err, kit.Refuted(!solved))
	})
	a.AddWriting(cmd, &format, &w)
	addReading(cmd, &r)
	return cmd
}
