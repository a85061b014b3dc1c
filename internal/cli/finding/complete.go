package finding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/complete"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/model/proof"
)

type completeOptions struct {
	problem kit.ProblemFlags
	method  string
	All     bool
	Count   bool
	Unique  bool
	Limit   uint64
	Nodes   uint64
	reason  string
	Timeout time.Duration
	Seed    uint64
	Proof   string
}

func newComplete(a *app) *cobra.Command {
	o := completeOptions{method: complete.Auto, Seed: 1, Timeout: 10 * time.Second}
	cmd := a.Command("complete", &o, "most", complete.MaxOrder, "most-open", complete.MaxOpen)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && !o.problem.FromFile() {
			return kit.Usagef("no order given: queens complete 8 d4")
		}
		p, err := a.Problem(cmd, args, o.problem)
		if err != nil {
			return err
		}
		if err := cmp.Or(kit.Exclude(cmd, "all", "count", "unique"), o.validate(cmd.Flags().Changed)); err != nil {
			return err
		}
		return a.complete(cmd.Context(), p, o)
	}
	kit.AddProblem(cmd, &o.problem)
	kit.Flag(cmd, "method", &o.method, append(complete.Engines(), complete.Kernel)...)
	kit.Flag(cmd, "reason", &o.reason, []string{reasonNone, reasonShort, reasonFull}...)
	cmd.AddCommand(newGenerate(a), newInstances(a))
	return cmd
}

func (o completeOptions) validate(given func(flag string) bool) error {
	switch {
	case o.Proof != "" && (o.All || o.Count):
		return kit.Usagef("--proof proves that no completion exists, or with --unique no other; it cannot " +
			"be combined with --all or --count")
	case given("timeout") && o.reason != reasonFull:
		return kit.Usagef("--timeout needs --reason full")
	case o.Timeout <= 0:
		return kit.Usagef("--timeout %v: want a time, such as 10s", o.Timeout)
	case given("reason") && (o.All || o.Count):
		return kit.Usagef("--reason cannot be combined with --all or --count")
	case o.Limit > 0 && !o.All:
		return kit.Usagef("--limit needs --all")
	case o.method == complete.Kernel && !o.Count:
		return kit.Usagef("method %s only counts; add --count", complete.Kernel)
	case o.method == complete.Repair && (o.All || o.Count || o.Proof != ""):
		return kit.Usagef("method %s may miss a completion; it cannot be combined with --all, "+
			"--count or --proof", complete.Repair)
	case o.Nodes > 0 && (o.All || o.Count):
		return kit.Usagef("--nodes limits the search for one completion; it cannot be combined with --all or --count")
	case given("seed") && o.Count:
		return kit.Usagef("--seed does not affect a count")
	}
	return nil
}

// Values of --reason.
const (
	reasonNone  = "none"
	reasonShort = "short"
	reasonFull  = "full"
)

const explainNodes = 800_000

func (a *app) complete(ctx context.Context, p queens.Problem, o completeOptions) error {
	a.Status.Say("completing a board of order %d, %s missing", p.Order, humanize.Plural(p.Order-len(p.Given), "queen"))
	options := complete.Options{Engine: o.method, Seed: o.Seed, Nodes: o.Nodes}
	switch {
	case o.Count:
		return a.Answer(answer.NewCompletions(ctx, p, options))
	case o.All:
		return a.completeAll(ctx, p, o, options)
	}
	var why func(complete.Answer) (complete.Reason, error)
	if o.reason != reasonNone {
		why = func(found complete.Answer) (complete.Reason, error) {
			a.Status.Say("there is no completion; looking for the reason")
			if o.reason == reasonFull {
				return complete.Minimize(ctx, p, found, o.Timeout, options)
			}
			return complete.Explain(ctx, p, found, explainNodes, options)
		}
	}
	c, err := a.completeOne(ctx, p, o, options, why)
	if err != nil {
		return err
	}
	no := error(nil)
	switch {
	case c.Reason != nil:
		no = kit.WithCode(kit.CodeRefuted, fmt.Errorf("no completion: %s", c.Reason.Text))
	case c.Possible != nil && !*c.Possible:
		no = kit.WithCode(kit.CodeRefuted, errors.New("no completion"))
	case c.Possible == nil, o.Unique && c.Unique == nil:
		advice := "raise --nodes"
		if o.Nodes == 0 {
			advice = "local repair proves nothing; try another --seed or --method"
		}
		no = kit.WithCode(kit.CodePartial, fmt.Errorf("undecided after placing %s queens; %s", c.Nodes, advice))
	case c.Second != nil:
		no = kit.WithCode(kit.CodeRefuted, fmt.Errorf("more than one completion, among them %v and %v",
			c.Rows, c.Second))
	}
	if a.JSON || no == nil {
		if err := a.Print(c); err != nil {
			return err
		}
	}
	return no
}

func (a *app) completeOne(ctx context.Context, p queens.Problem, o completeOptions, options complete.Options,
	why func(complete.Answer) (complete.Reason, error),
) (c *answer.Complete, err error) {
	if o.Proof == "" {
		return answer.NewComplete(ctx, p, options, o.Unique, why, nil)
	}
	paper, err := newCertificate(o.Proof)
	if err != nil {
		return nil, err
	}
	begin := func(except queens.Perm) (complete.Proof, error) {
		var nogoods [][]queens.Square
		if except != nil {
			nogoods = proof.Other(except)
		}
		return paper.begin(p, nogoods)
	}
	err = a.writeProof(&paper, func() (bool, error) {
		c, err = answer.NewComplete(ctx, p, options, o.Unique, why, begin)
		return err == nil && (c.Possible != nil && !*c.Possible || c.Unique != nil && *c.Unique), err
	})
	return c, err
}

func (a *app) completeAll(ctx context.Context, p queens.Problem, o completeOptions, options complete.Options) error {
	listed, err := a.Each("completions", 1, o.Limit, kit.Answers(complete.All(ctx, p, options),
		func(q queens.Perm) (printer.Answer, error) {
			return answer.NewSolution(q, ""), nil
		}))
	if err != nil || listed > 0 {
		return err
	}
	return kit.WithCode(kit.CodeRefuted, errors.New("no completion; without --all the reason is named"))
}
