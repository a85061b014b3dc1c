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
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/count/ledger"
	"queens/find/algorithms"
	"queens/find/complete"
	"queens/find/construct"
	"queens/find/huge"
	"queens/find/solver"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/known"
	"queens/model"
	"queens/model/proof"
)

// Methods of queens solve that stand for an algorithm of the catalogue.
const (
	constructMethod = "construct"
	greedyMethod    = "greedy"
)

var shortMethods = map[string]string{
	constructMethod: "hoffman-loessi-moore",
	greedyMethod:    "window-greedy",
}

// streamed are the formats of queens solve that need no whole solution; plain text is another.
var streamed = []string{"binary", "json"}

// maxHeld is the largest order of a solution that is written as a whole: a board of it has 200 MB.
const maxHeld = 10_000

type solveOptions struct {
	method  string
	Seed    uint64
	Param   map[string]int
	Limit   uint64
	First   bool
	Proof   string
	Workers int
	command.Form
	writing
	base  int
	Stats bool
	Odds  bool
}

func newSolve(a *app) *cobra.Command {
	o := solveOptions{method: constructMethod, Limit: 1, Form: command.Form{Format: "text"}}
	cmd := a.Command("solve", &o, func(cmd *cobra.Command, args []string) error {
		least, most := 1, queens.MaxProblemOrder
		if o.First {
			least, most = 0, complete.MaxFirst
		}
		n, err := command.OrderBetween(cmd, args, least, most)
		o.Seed = cmp.Or(o.Seed, command.RandomSeed())
		switch {
		case err != nil:
			return err
		case o.First:
			return a.findFirst(cmd.Context(), n, o)
		case o.Odds:
			r := oddsAnswer{Order: n, Best: algorithms.BestRandom(n)}
			r.Odds, err = algorithms.LasVegasOdds(cmd.Context(), n)
			return a.Answer(texts.Right().Show("queens.las-vegas-odds/1", r), err)
		}
		return a.solve(cmd.Context(), n, o)
	}, "most", queens.MaxProblemOrder, "most-first", complete.MaxFirst,
		"methods", methodTable())
	command.Flag(cmd, "method", &o.method, append([]string{constructMethod, greedyMethod}, algorithms.Names()...)...)
	command.Flag(cmd, "base", &o.base)
	a.AddForm(cmd, &o.Form, map[string]string{"queens": "binary", "bin": "binary"},
		slices.Sorted(slices.Values(append(formatNames(), "binary")))...)
	a.AddWriting(cmd, &o.writing)
	return cmd
}

// methodTable describes the methods, one a line; the patterns of package construct are
// left to queens math constructions.
func methodTable() string {
	var b strings.Builder
	line := func(name, summary string) { fmt.Fprintf(&b, "  %-20s %s\n", name, summary) }
	line(constructMethod, "by a closed form, "+shortMethods[constructMethod]+" (the default)")
	line(greedyMethod, "at random, "+shortMethods[greedyMethod])
	for _, alg := range algorithms.All() {
		_, noPattern := construct.Find(alg.Name)
		if alg.Finds == solver.Some && noPattern != nil && alg.Name != shortMethods[greedyMethod] {
			line(alg.Name, alg.Title)
		}
	}
	line("...", "the rules of queens math constructions")
	return b.String()
}

// found is a solution, and how it was found.
type found struct {
	huge.Placement
	madeOf string             // smaller solutions, by a rule that joins some
	greedy *huge.GreedyReport // by the greedy method
}

type solving struct {
	solveOptions
	order     int
	algorithm *solver.Algorithm
}

func (a *app) solve(ctx context.Context, n int, o solveOptions) error {
	alg, _ := algorithms.Find(cmp.Or(shortMethods[o.method], o.method))
	s := &solving{o, n, alg}
	source, err := a.source(ctx, s)
	if err != nil {
		return err
	}
	if alg.Random {
		a.Note("seed %d", s.Seed)
	}
	solutions := uint64(0)
	write := func(w io.Writer) (err error) {
		solutions, err = a.writeSolutions(ctx, s, source, w)
		return err
	}
	if o.Stats && o.Output == "" {
		err = write(io.Discard)
	} else {
		err = o.WriteTo(a.App, write)
	}
	if err != nil || solutions == o.Limit {
		return err
	}
	hint := ""
	if all, ok := known.Solutions(n); (!ok || all.Compare(queens.NewTotal(solutions)) > 0) && alg.Name != "backtrack" {
		hint = "; --method backtrack finds one after the other"
	}
	return command.Failf(errs.Partial, "%s has %s of order %d; %d were asked for%s", alg.Name,
		humanize.Plural(int(solutions), "solution"), n, o.Limit, hint)
}

// source yields the solutions of a method, without an end perhaps.
func (a *app) source(ctx context.Context, s *solving) (iter.Seq2[found, error], error) {
	name, n := s.algorithm.Name, s.order
	switch {
	case s.algorithm.Finds != solver.Some:
		return nil, command.Usagef("%s lists all solutions: queens list %d --method %[1]s -n 1", name, n)
	case n == 2 || n == 3:
		return nil, command.None(n, "solution")
	case n > maxHeld && !s.streams():
		return nil, command.Usagef("order %d: this format or spelling holds a whole solution: want 1 to %d; text, "+
			"binary and json stream", n, maxHeld)
	case s.Format == "binary" && s.Output == "" && !s.Stats && command.IsTerminal(a.Stdout):
		return nil, command.Usagef("binary is not for a terminal: write to a file with -o, or to a pipe")
	}
	pattern, noPattern := construct.Find(name)
	switch {
	case noPattern == nil && len(s.Param) == 0:
		if why := pattern.Refuses(n); why != "" {
			return nil, command.Usagef("order %d: %s: %s", n, name, why)
		}
		boards, err := pattern.Boards(n)
		return command.Sure(boards, func(b construct.Board) found {
			return found{huge.Placement{Order: b.Order, Rows: b.Blocks()}, b.Note, nil}
		}), err
	case name == shortMethods[greedyMethod] && len(s.Param) == 0:
		return func(yield func(found, error) bool) {
			for seed := s.Seed; ; seed++ {
				rows, report, err := huge.Greedy(ctx, n, seed, a.Status.Measure("placing queens", n))
				if !yield(found{huge.Of(rows), "", &report}, err) || err != nil {
					return
				}
			}
		}, nil
	}
	call := solver.Call{Problem: queens.Problem{Order: n}, Seed: s.Seed, Params: s.Param}
	if err := s.algorithm.Accepts(call); err != nil {
		return nil, err
	}
	a.Status.Say("order %d: %s", n, name)
	return command.Answers(s.algorithm.Solutions(ctx, call), func(p queens.Perm) (found, error) {
		return found{Placement: huge.Of(queens.RowsOf[uint32](p))}, queens.Check(p, queens.Regular)
	}), nil
}

func (s *solving) streams() bool {
	return slices.Contains(streamed, s.Format) || s.Format == "text" && s.spelling == queens.Auto
}

func (a *app) writeSolutions(
	ctx context.Context, s *solving, source iter.Seq2[found, error], w io.Writer,
) (solutions uint64, err error) {
	var list *format.Writer
	if !s.streams() {
		encoder, err := s.Encoder(s.Format, s.order, s.base)
		if err != nil {
			return 0, err
		}
		list = format.NewWriter(w, encoder)
	}
	solutions, err = command.Each(source, s.Limit, func(p found) error {
		if s.Stats {
			if err := a.Answer(a.profile(ctx, s, p)); err != nil || s.Output == "" {
				return err
			}
		}
		if list == nil {
			return a.writeSolution(ctx, s, w, p)
		}
		var rows []uint32
		for block := range p.Rows {
			rows = append(rows, block...)
		}
		return list.WritePerm(queens.PermOf(rows))
	})
	if err == nil && list != nil {
		err = list.Close()
	}
	return solutions, err
}

// followed yields the same rows, until the context ends, and says how many it was.
func followed(ctx context.Context, rows iter.Seq[[]uint32], at func(done int)) iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		done := 0
		for block := range rows {
			if ctx.Err() != nil || !yield(block) {
				return
			}
			done += len(block)
			at(done)
		}
	}
}

func (a *app) profile(ctx context.Context, s *solving, p found) (printer.Answer, error) {
	p.Rows = followed(ctx, p.Rows, a.Status.Measure("describing", p.Order))
	r := &answer.Profile{
		Order: p.Order, Method: s.algorithm.Name, Seed: s.seedText(), Profile: huge.NewProfile(p.Placement),
		Greedy: p.greedy,
	}
	if err := ctx.Err(); err != nil {
		return printer.Answer{}, errs.Errorf("where the queens of order %d stand: %w", p.Order, err)
	}
	return answer.Show("queens.profile/1", r), nil
}

func (a *app) writeSolution(ctx context.Context, s *solving, w io.Writer, p found) error {
	p.Rows = followed(ctx, p.Rows, a.Status.Measure("writing", p.Order))
	switch s.Format {
	case "binary":
		return huge.WriteBinary(ctx, w, p.Placement)
	case "json":
		out := bufio.NewWriter(w)
		one := answer.Solution{Order: p.Order, Method: s.algorithm.Name, Seed: s.seedText(), MadeOf: p.madeOf}
		if err := one.WriteStream(ctx, out, p.Placement); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := huge.WriteText(ctx, w, p.Placement, s.base); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *solving) seedText() string {
	if !s.algorithm.Random {
		return ""
	}
	return strconv.FormatUint(s.Seed, 10)
}

type oddsAnswer struct {
	Order int               `json:"order"`
	Best  int               `json:"best"` // number of random queens that the method takes
	Odds  []algorithms.Odds `json:"odds"`
}

func (a *app) findFirst(ctx context.Context, n int, o solveOptions) error {
	switch {
	case o.Proof == "":
		return a.first(ctx, n, o, nil)
	case n == 0 || n == 2 || n == 3:
		return command.Usagef("--proof: order %d has no first queen; queens complete %d --proof proves that "+
			"there is no solution", n, n)
	}
	return a.writeProof(o.Proof, func(paper *certificate) (bool, error) {
		found, err := complete.First(ctx, n, complete.FirstOptions{Workers: o.Workers})
		if err != nil {
			return false, err
		}
		w, err := paper.begin(queens.Problem{Order: n}, proof.Before(found.Solution))
		if err != nil {
			return false, err
		}
		return true, a.first(ctx, n, o, w)
	})
}

// first answers `queens solve --first`; lemmas takes the proof, if it is not nil.
func (a *app) first(ctx context.Context, n int, o solveOptions, lemmas solver.Lemmas) error {
	began := time.Now()
	found, err := complete.First(ctx, n,
		complete.FirstOptions{Workers: o.Workers, Proof: lemmas, Progress: func(p complete.FirstProgress) {
			a.Status.Say("order %d: %s refuted, now %v, %d of %s done", n, humanize.Plural(p.Refuted, "beginning"),
				p.Beginning, p.Done, humanize.Plural(p.Parts, "part"))
		}})
	if err != nil {
		return err
	}
	want, isKnown := known.LexicographicallyFirst(n)
	if isKnown && !want.Equal(found.Solution) {
		return errs.Errorf("order %d: %v, but the known one is %v: %w", n, found.Solution, want, ledger.ErrMismatch)
	}
	type firstAnswer struct {
		Order int `json:"order"`
		complete.FirstReport
		Known   bool          `json:"known"` // equal to a known one
		Elapsed time.Duration `json:"elapsedNanos"`
	}
	r := firstAnswer{n, found, isKnown, time.Since(began)}
	if a.JSON || r.Solution != nil {
		text := func(s printer.Style) string { return s.Perm(r.Solution) + "\n" }
		if err := a.PrintIn(o.base, printer.Show("queens.first/1", r, text)); err != nil {
			return err
		}
	}
	switch {
	case r.Solution == nil:
		return command.None(n, "solution")
	case a.Talks() && !a.JSON:
		verdict := ""
		if r.Known {
			verdict = "; equal to the known one"
		}
		a.Warn("order %d: %s before it refuted, %d queens placed, %s%s",
			n, humanize.Plural(r.Refuted, "beginning"), r.Nodes, humanize.Duration(r.Elapsed), verdict)
	}
	return nil
}

// certificate is a proof that is being written.
type certificate struct {
	file   io.Writer
	model  *model.Model
	writer *proof.Writer
}

// errNoProof says that there is nothing to be proved; no file is written.
var errNoProof = errors.New("nothing to prove")

// begin begins the proof that a problem with nogoods has no solution.
func (c *certificate) begin(p queens.Problem, nogoods [][]queens.Square) (_ *proof.Writer, err error) {
	if c.writer != nil { // it had a solution, and now others are denied
		c.writer.Restart()
	}
	if c.model, err = model.New(p, model.Options{Nogoods: nogoods}); err != nil {
		return nil, err
	}
	c.writer = proof.New(c.file, c.model)
	return c.writer, nil
}

// writeProof writes a proof and its formula, or neither if search returns false.
func (a *app) writeProof(name string, search func(*certificate) (proved bool, err error)) error {
	stem, ok := strings.CutSuffix(name, proof.Suffix)
	if !ok {
		return errs.Errorf("file %q: want a name ending in %s: %w", name, proof.Suffix, queens.ErrFormat)
	}
	var c certificate
	formula := stem + ".opb"
	err := command.ReplaceFile(name, func(w io.Writer) error {
		c.file = w
		proved, err := search(&c)
		if err == nil && !proved {
			err = errNoProof
		}
		if err == nil {
			err = c.writer.End()
		}
		if err != nil {
			return err
		}
		return command.ReplaceFile(formula, func(w io.Writer) error { return proof.WriteFormula(w, c.model) })
	})
	switch {
	case errors.Is(err, errNoProof):
		a.Note("nothing to prove: %s is not written", name)
		return nil
	case err == nil:
		a.Note("proof of %s in %s; the formula is in %s", humanize.Plural(c.writer.Steps(), "step"), name, formula)
	}
	return err
}
