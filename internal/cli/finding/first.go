package finding

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/first"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/list"
	"queens/model/proof"
	"queens/symmetry"
)

// firstOptions are the flags of `queens first`.
type firstOptions struct {
	class   string
	base    int
	workers int
	proof   string
	json    bool
}

func newFirst(a *app) *cobra.Command {
	o := firstOptions{class: answer.AnyClass}
	cmd := &cobra.Command{
		Use:   "first N",
		Short: "The lexicographically first solution, with proof",
		Long: fmt.Sprintf(`First finds the solution of order N, 0 to %d, that comes first in lexicographic order,
column 1 first. The proof is complete: for each column the least row is taken, and
every smaller row is refuted by a search that finds no completion. --json says how
many beginnings were refuted and how many queens were placed.

Orders up to 33 take less than a second, some larger ones minutes or hours: the time
varies from order to order. A known first solution is compared. The answer and the
counts of --json are the same for any number of --workers.

--proof writes the proof that no solution comes before, which "queens proof", drat-trim or
VeriPB checks: FILE.lrat or FILE.drat with the formula FILE.cnf, or FILE.pbp with
FILE.opb. Then the searches run one after another.

--class asks for the first solution of a class among those that are the least of
their images (to order %d).

Exit codes: 0 done, 2 bad argument, 3 there is no solution or the known one differs,
130 interrupted.`, first.MaxOrder, list.MaxOrder),
		Example: `  queens first 8
  queens first 30 --json
  queens first 12 --class central
  queens first 16 --proof first.pbp`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderBetween("first", args, 0, first.MaxOrder)
			if err != nil {
				return err
			}
			if err := kit.CheckOutputBase(o.base, o.json); err != nil {
				return err
			}
			if o.workers < 0 {
				return kit.Usagef("first: --workers %d: want 0 (one for each core) or more", o.workers)
			}
			switch {
			case o.proof == "":
				return a.first(cmd.Context(), n, o, nil)
			case o.class != answer.AnyClass:
				return kit.Usagef("first: --proof is of the first solution of all; leave out --class")
			case n == 0 || n == 2 || n == 3:
				return kit.Usagef("first: --proof: order %d has no first queen; queens complete %d --proof proves that there is no solution", n, n)
			}
			return a.firstProved(cmd.Context(), n, o)
		},
	}
	classes := []string{answer.AnyClass}
	for _, class := range symmetry.Classes() {
		classes = append(classes, class.String())
	}
	kit.AddChoice(cmd, &o.class, "class", classes, "first solution of which class")
	kit.AddBase(cmd, &o.base)
	kit.AddWorkers(cmd, &o.workers, "searches side by side")
	cmd.Flags().StringVar(&o.proof, "proof", "", "write the proof to a file, .lrat, .drat or .pbp, and the formula beside it")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// firstProved answers `queens first --proof`. The formula names the solution, so it is found first.
func (a *app) firstProved(ctx context.Context, n int, o firstOptions) error {
	paper, err := newCertificate(o.proof)
	if err != nil {
		return err
	}
	found, err := first.Solution(ctx, n, first.Options{Workers: o.workers})
	if err != nil {
		return err
	}
	return a.writeProof(&paper, func() (bool, error) {
		w, err := paper.begin(queens.Problem{Order: n}, proof.Before(found.Solution))
		if err != nil {
			return false, err
		}
		return true, a.first(ctx, n, o, w)
	})
}

// first answers `queens first`; lemmas takes the proof, if it is not nil.
func (a *app) first(ctx context.Context, n int, o firstOptions, lemmas solver.Lemmas) error {
	r, err := answer.NewFirst(ctx, n, o.class, first.Options{Workers: o.workers, Proof: lemmas, Progress: func(p first.Progress) {
		a.Status.Say("order %d: %s refuted, now %v, %d of %s done", n, human.Plural(p.Refuted, "beginning"), p.Beginning, p.Done, human.Plural(p.Parts, "part"))
	}})
	if err != nil {
		return err
	}
	if o.json || r.Rows != nil {
		if err := a.PrintIn(o.base, r, o.json); err != nil {
			return err
		}
	}
	switch {
	case r.Rows == nil && o.class == answer.AnyClass:
		return kit.None("first", n, "solution")
	case r.Rows == nil:
		return kit.None("first", n, o.class+" solution")
	case a.Talks() && r.Refuted != nil && !o.json:
		verdict := ""
		if r.Known {
			verdict = "; equal to the known one"
		}
		fmt.Fprintf(a.Stderr, "queens: order %d: %s before it refuted, %s queens placed, %s%s\n",
			n, human.Plural(*r.Refuted, "beginning"), r.Nodes, human.Duration(r.Elapsed), verdict)
	}
	return nil
}
