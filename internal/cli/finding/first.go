package finding

import (
	"context"
	"fmt"
	"strings"

	"queens"
	"queens/find/first"
	"queens/find/solver"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/model/proof"
)

func (a *app) findFirst(ctx context.Context, n int, o solveOptions) error {
	class := anyClass
	switch {
	case len(o.class) > 1:
		return kit.Usagef("solve: --class %s: want one class", strings.Join(o.class, ","))
	case len(o.class) == 1:
		class = o.class[0]
	}
	switch {
	case o.Proof == "":
		return a.first(ctx, n, class, o, nil)
	case class != anyClass:
		return kit.Usagef("solve: --proof is of the first solution of all; leave out --class")
	case n == 0 || n == 2 || n == 3:
		return kit.Usagef("solve: --proof: order %d has no first queen; queens complete %d --proof proves that there is no solution", n, n)
	}
	return a.firstProved(ctx, n, o)
}

func (a *app) firstProved(ctx context.Context, n int, o solveOptions) error {
	paper, err := newCertificate(o.Proof)
	if err != nil {
		return err
	}
	found, err := first.Solution(ctx, n, first.Options{Workers: o.Workers})
	if err != nil {
		return err
	}
	return a.writeProof(&paper, func() (bool, error) {
		w, err := paper.begin(queens.Problem{Order: n}, proof.Before(found.Solution))
		if err != nil {
			return false, err
		}
		return true, a.first(ctx, n, anyClass, o, w)
	})
}

// first answers `queens solve --first`; lemmas takes the proof, if it is not nil.
func (a *app) first(ctx context.Context, n int, class string, o solveOptions, lemmas solver.Lemmas) error {
	r, err := findFirst(ctx, n, class, first.Options{Workers: o.Workers, Proof: lemmas, Progress: func(p first.Progress) {
		a.Status.Say("order %d: %s refuted, now %v, %d of %s done", n, humanize.Plural(p.Refuted, "beginning"), p.Beginning, p.Done, humanize.Plural(p.Parts, "part"))
	}})
	if err != nil {
		return err
	}
	if a.JSON || r.Rows != nil {
		if err := a.PrintIn(o.Base, r); err != nil {
			return err
		}
	}
	switch {
	case r.Rows == nil && class == anyClass:
		return kit.None("solve", n, "solution")
	case r.Rows == nil:
		return kit.None("solve", n, class+" solution")
	case a.Talks() && r.Refuted != nil && !a.JSON:
		verdict := ""
		if r.Known {
			verdict = "; equal to the known one"
		}
		fmt.Fprintf(a.Stderr, "queens: order %d: %s before it refuted, %s queens placed, %s%s\n",
			n, humanize.Plural(*r.Refuted, "beginning"), r.Nodes, humanize.Duration(r.Elapsed), verdict)
	}
	return nil
}
