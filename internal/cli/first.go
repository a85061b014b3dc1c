package cli

import (
	"context"
	"errors"
	"io"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/find/first"
	"queens/find/solver"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/known"
	"queens/model"
	"queens/model/proof"
)

func (a *app) findFirst(ctx context.Context, n int, o solveOptions) error {
	switch {
	case o.Proof == "":
		return a.first(ctx, n, o, nil)
	case n == 0 || n == 2 || n == 3:
		return kit.Usagef("--proof: order %d has no first queen; queens complete %d --proof proves that "+
			"there is no solution", n, n)
	}
	return a.writeProof(o.Proof, func(paper *certificate) (bool, error) {
		found, err := first.Solution(ctx, n, first.Options{Workers: o.Workers})
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
	found, err := first.Solution(ctx, n,
		first.Options{Workers: o.Workers, Proof: lemmas, Progress: func(p first.Progress) {
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
		first.Report
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
		return kit.None(n, "solution")
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
	formula, err := proof.FormulaFile(name)
	if err != nil {
		return err
	}
	var c certificate
	err = kit.ReplaceFile(name, func(w io.Writer) error {
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
		return kit.ReplaceFile(formula, func(w io.Writer) error { return proof.WriteFormula(w, c.model) })
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
