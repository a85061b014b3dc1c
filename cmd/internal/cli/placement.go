package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/find/huge"
	"queens/find/sample"
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
				return cmp.Or(a.PrintIn(counts(o.Base), answer.Show("queens.check/1", c)), command.Refuted(!c.Solution))
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
		err = command.Usagef("--missing needs a list: several placements, - for standard input, or @FILE")
	}
	return one, err
}

// longPlacement is the order from which on a placement in text is checked as one in binary form.
const longPlacement = 1 << 17

func (a *app) checkEach(ctx context.Context, arg string, o checkOptions) error {
	input, name, err := a.Open(ctx, arg)
	if err != nil {
		return err
	}
	defer input.Close()
	refuted, tally := false, miscount.NewTally(o.Topology)
	verify := func(order int, rows iter.Seq2[[]uint32, error], where string) (printer.Answer, error) {
		if o.Topology != queens.Regular {
			return printer.Answer{}, command.Usagef("%s: placements of this size are checked on the regular board only",
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
		answers = command.Answers(a.Read(ctx, o.reading, r, name, ""), func(pl placement) (printer.Answer, error) {
			if len(pl.Perm) > longPlacement {
				return verify(len(pl.Perm), command.Sure(slices.Chunk(pl.Perm, 1<<16), queens.RowsOf[uint32]), pl.Where)
			}
			c := answer.NewCheck(pl.Board, o.Topology)
			refuted = refuted || !c.Solution
			tally.Add(c.Order, pl.Perm, c.Solution)
			line := func(s printer.Style) string { return pl.Spelled(s.Base) + ": " + c.Line(s) + "\n" }
			return printer.Show("queens.check/1", c, line), nil
		})
	}
	_, err = a.Each("placements", counts(o.Base), 0, answers)
	for _, s := range tally.Summaries(o.Missing) {
		if err == nil {
			err = a.PrintIn(counts(o.Base), texts.Show("queens.check-summary/1", s))
		}
		refuted = refuted || o.Missing && !s.Whole()
	}
	return cmp.Or(err, command.Refuted(refuted))
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
	var w writing
	var o struct{ With, Show string }
	cmd := a.Command("orbit", &o, func(cmd *cobra.Command, args []string) error {
		one := func(p queens.Perm) (printer.Answer, error) {
			all := answer.NewOrbit(p, o.Show == "lists")
			if w.format == "text" || a.JSON {
				return answer.Show("queens.orbit/1", all), nil
			}
			list, err := w.List(r.Base, all.Placements()...)
			return printer.Show("", nil, func(printer.Style) string { return list }), err
		}
		switch {
		case o.Show == "products":
			return a.Print(answer.Show("queens.products/1", answer.Products()))
		case o.With != "":
			q, err := r.Parse(o.With)
			if err = perRow(q, counts(r.Base), err); err != nil {
				return errs.Errorf("--with: %w", err)
			}
			one = func(p queens.Perm) (printer.Answer, error) {
				m, err := answer.NewMatch(p, q)
				return answer.Show("queens.match/1", m), err
			}
		}
		return a.answerEach(cmd, args, r, one)
	})
	cmd.Args = cobra.ArbitraryArgs // OneSolution says more
	a.AddWriting(cmd, &w)
	addReading(cmd, &r)
	return cmd
}

// answerEach writes what one answers of each placement that a command reads, objects a
// line each or texts with an empty line between.
func (a *app) answerEach(cmd *cobra.Command, args []string, reading reading,
	one func(p queens.Perm) (printer.Answer, error),
) error {
	between := ""
	return a.AnswerEach(cmd, args, reading, "placements", func(p queens.Perm) (printer.Answer, error) {
		if err := perRow(p, counts(reading.Base), nil); err != nil {
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
	var w writing
	cmd := a.Command("apply", nil, func(cmd *cobra.Command, args []string) error {
		operations, err := orbit.ParseOperations(args[1:], counts(r.Base))
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
			if w.format != "text" && !a.JSON {
				list, err := w.List(r.Base, applied.Last().Rows)
				return printer.Show("", nil, func(printer.Style) string { return list }), err
			}
			return answer.Show("queens.apply/1", applied), nil
		})
		return cmp.Or(err, command.Refuted(!solved))
	})
	a.AddWriting(cmd, &w)
	addReading(cmd, &r)
	return cmd
}

type sampleOptions struct {
	Method string
	Limit  uint64
	Seed   uint64
	Param  map[string]float64 // of the random walk
	Stats  bool
	base   int
	writing
}

// Values of --method.
const (
	autoSampler  = "auto"
	exactSampler = "uniform"
	chainSampler = "metropolis"
)

func newSample(a *app) *cobra.Command {
	o := sampleOptions{Limit: 1}
	cmd := a.Command("sample", &o, command.ForOrder(0, sample.MaxChainOrder, func(cmd *cobra.Command, n int) error {
		return a.sample(cmd.Context(), n, o)
	}), "most", sample.MaxChainOrder, "most-exact", sample.MaxRankOrder, "quick", sample.QuickRankOrder,
		"most-tested", sample.MaxUniformityOrder)
	command.Flag(cmd, "base", &o.base)
	a.AddWriting(cmd, &o.writing)
	return cmd
}

func (o sampleOptions) sampler(ctx context.Context,
	n int,
) (draw func() (queens.Perm, error), method string, err error) {
	if o.Method == exactSampler || o.Method == autoSampler && n <= sample.QuickRankOrder && len(o.Param) == 0 {
		if len(o.Param) > 0 {
			return nil, "", command.Usagef("--param needs --method %s", chainSampler)
		}
		ranks, err := sample.NewRanks(n)
		if err != nil {
			return nil, "", err
		}
		random := rand.New(rand.NewPCG(o.Seed, uint64(n)))
		return func() (queens.Perm, error) { return ranks.Draw(ctx, random) }, exactSampler, nil
	}
	for name := range o.Param {
		if !slices.Contains([]string{"beta", "every", "thin"}, name) {
			return nil, "", command.Usagef("--param %s: want beta, every or thin", name)
		}
	}
	chain, err := sample.NewChain(ctx, n, sample.ChainOptions{
		Beta: o.Param["beta"], Thin: int(o.Param["thin"]), Every: int(o.Param["every"]), Seed: o.Seed,
	})
	return func() (queens.Perm, error) { return chain.Next(ctx) }, chainSampler, err
}

func (a *app) sample(ctx context.Context, n int, o sampleOptions) error {
	if n == 2 || n == 3 {
		return command.None(n, "solution")
	}
	switch {
	case o.Stats && n < 1:
		return command.Usagef("--stats wants an order, at least 1")
	case o.Stats && (o.Limit < sample.MinCorrelation || o.Limit > maxTested/uint64(n)):
		return command.Usagef("--stats of %d solutions of order %d: want --limit from %d to %d",
			o.Limit, n, sample.MinCorrelation, maxTested/n)
	}
	a.NoteSeed(&o.Seed)
	draw, method, err := o.sampler(ctx, n)
	if err != nil {
		return err
	}
	var all iter.Seq2[queens.Perm, error] = func(yield func(queens.Perm, error) bool) {
		for range o.Limit {
			if p, err := draw(); !yield(p, err) || err != nil {
				return
			}
		}
	}
	const what = "solutions drawn"
	if !o.Stats {
		_, err := a.EachPlacement(what, o.writing, o.base, 0, all, func(p queens.Perm) (printer.Answer, error) {
			return answer.ShowSolution(p, method, printer.Decimal(o.Seed)), nil
		})
		return err
	}
	var drawn []queens.Perm
	tally := a.Status.Tally(what)
	for p, err := range all {
		if err != nil {
			return err
		}
		drawn = append(drawn, p)
		tally(1)
	}
	return a.sampleTest(ctx, n, method, drawn, o)
}

const leastP = 1e-6

// maxTested is the number of queens that --stats keeps, at 8 bytes each.
const maxTested = 1 << 28

func (a *app) sampleTest(ctx context.Context, n int, method string, drawn []queens.Perm, o sampleOptions) error {
	r := &sampleTest{Order: n, Method: method, Seed: printer.Decimal(o.Seed), Samples: len(drawn)}
	var err error
	if r.Correlation, err = sample.Correlate(drawn); err != nil {
		return err
	}
	if n <= sample.MaxUniformityOrder {
		uniform, err := sample.Uniformity(ctx, n, drawn)
		if err != nil {
			return err
		}
		r.Test = &uniform
	}
	err = a.Print(texts.Show("queens.sample-test/1", r))
	switch {
	case err != nil:
		return err
	case r.Test != nil && r.Test.PValue < leastP:
		return command.Failf(errs.Refuted, "not uniform: p-value %.3g", r.Test.PValue)
	case r.Correlation.PValue < leastP:
		return command.Failf(errs.Refuted, "not independent: p-value %.3g", r.Correlation.PValue)
	}
	return nil
}

type sampleTest struct {
	Order        int    `json:"order"`
	Method       string `json:"method"`
	Seed         string `json:"seed"`
	Samples      int    `json:"samples,string"`
	*sample.Test        // nil beyond MaxUniformityOrder
	sample.Correlation
}

// Expected returns how often each solution is expected among the samples.
func (t *sampleTest) Expected() float64 { return float64(t.Samples) / float64(t.Solutions) }

func newRank(a *app) *cobra.Command {
	r := reading{OfOrder: "rank %s --number 1"}
	var numbers []string
	var w writing
	cmd := a.Command("rank", nil, func(cmd *cobra.Command, args []string) error {
		if len(numbers) > 0 {
			return a.ranked(cmd, args, numbers, counts(r.Base), w)
		}
		byOrder := map[int]*sample.Ranks{} // what is counted for one serves the next
		return a.AnswerEach(cmd, args, r, "solutions ranked", func(p queens.Perm) (_ printer.Answer, err error) {
			n := len(p)
			if byOrder[n] == nil {
				if byOrder[n], err = sample.NewRanks(n); err != nil {
					return printer.Answer{}, err
				}
			}
			number, err := byOrder[n].Rank(cmd.Context(), p)
			if err != nil {
				return printer.Answer{}, err
			}
			return a.ranking(cmd.Context(), byOrder[n], p, number, func(printer.Style) string {
				return fmt.Sprintln(number + 1)
			})
		})
	}, "most", sample.MaxRankOrder)
	command.Flag(cmd, "number", &numbers)
	a.AddWriting(cmd, &w)
	addReading(cmd, &r)
	return cmd
}

func (a *app) ranked(cmd *cobra.Command, args, numbers []string, base int, w writing) error {
	n, err := command.OrderBetween(cmd, args, 0, sample.MaxRankOrder)
	if err != nil {
		return err
	}
	if n == 2 || n == 3 {
		return command.None(n, "solution")
	}
	ranks, err := sample.NewRanks(n)
	if err != nil {
		return err
	}
	var number uint64 // of the last placement
	placements := command.Answers(a.numbers(cmd.Context(), numbers), func(k uint64) (queens.Perm, error) {
		number = k - 1
		return ranks.Unrank(cmd.Context(), number)
	})
	k, err := a.EachPlacement("solutions found", w, base, 0, placements, func(p queens.Perm) (printer.Answer, error) {
		return a.ranking(cmd.Context(), ranks, p, number, func(s printer.Style) string { return s.Perm(p) + "\n" })
	})
	if err == nil && k == 0 {
		err = command.Usagef("no number given: queens rank 8 --number 92")
	}
	return err
}

func (a *app) numbers(ctx context.Context, args []string) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		for _, arg := range args {
			input, name, err := a.Open(ctx, arg)
			if err != nil {
				yield(0, err)
				return
			}
			defer input.Close()
			scanner := bufio.NewScanner(input)
			for scanner.Scan() {
				text := strings.TrimSpace(scanner.Text())
				if text == "" || text[0] == '#' {
					continue
				}
				number, err := strconv.ParseUint(text, 10, 64)
				if err != nil || number == 0 {
					yield(0, command.Usagef("number %q: want a whole number from 1 to %d", text,
						uint64(math.MaxUint64)))
					return
				}
				if !yield(number, nil) {
					return
				}
			}
			if err := scanner.Err(); err != nil {
				yield(0, errs.Errorf("read %s: %w", name, err))
				return
			}
		}
	}
}

// ranking is queens.rank/1: the rank of a solution, from 0.
func (a *app) ranking(
	ctx context.Context, ranks *sample.Ranks, p queens.Perm, rank uint64, text func(printer.Style) string,
) (printer.Answer, error) {
	if !a.JSON {
		return printer.Show("", nil, text), nil
	}
	total, err := ranks.Total(ctx)
	return printer.Show("queens.rank/1", struct {
		Order     int         `json:"order"`
		Rows      queens.Perm `json:"rows"`
		Number    uint64      `json:"number,string"`    // from 1
		Solutions uint64      `json:"solutions,string"` // of the order
	}{p.Order(), p, rank + 1, total}, text), err
}
