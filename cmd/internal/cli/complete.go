package cli

import (
	"bufio"
	"cmp"
	"context"
	"math"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/find/complete"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/shell"
)

type completeOptions struct {
	problem problemFlags
	method  string
	All     bool
	Count   bool
	Unique  bool
	Limit   uint64
	Nodes   uint64
	Reason  string
	Seed    uint64
	Proof   string
	writing
}

func newComplete(a *app) *cobra.Command {
	o := completeOptions{method: complete.Auto, Seed: 1}
	cmd := a.Command("complete", &o, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return command.Usagef("no order given: queens complete 8 d4")
		}
		p, err := a.Problem(cmd, args, o.problem)
		if err != nil {
			return err
		}
		o.Symbols = o.problem.Symbols
		return a.complete(cmd.Context(), p, o)
	}, "most", complete.MaxOrder, "most-open", complete.MaxOpen)
	command.AddTimeout(cmd)
	addProblem(cmd, &o.problem)
	a.AddWriting(cmd, &o.writing)
	command.Flag(cmd, "method", &o.method, append(complete.Engines(), complete.Search, complete.Parity)...)
	cmd.AddCommand(newGenerate(a), newInstances(a))
	return cmd
}

const explainNodes = 800_000

const completeSchema = "queens.complete/1"

func (a *app) complete(ctx context.Context, p queens.Problem, o completeOptions) error {
	a.Status.Say("completing a board of order %d, %s missing", p.Order, humanize.Plural(p.Order-len(p.Given), "queen"))
	options := complete.Options{Engine: o.method, Seed: o.Seed, Nodes: o.Nodes}
	switch {
	case o.Count:
		options.Counting.Program = command.ProgramName()
		command.SetState(&options.Counting, "")
		c, err := answer.NewCompletions(ctx, p, options)
		return a.Answer(answer.Show(completeSchema, c), err)
	case o.All:
		listed, err := a.EachPlacement("completions", o.writing, counts(o.problem.Base), o.Limit,
			complete.All(ctx, p, options),
			func(q queens.Perm) (printer.Answer, error) { return answer.ShowSolution(q, "", ""), nil })
		if err == nil && listed == 0 {
			err = command.Failf(errs.Refuted, "no completion; without --all the reason is named")
		}
		return err
	}
	var why func(complete.Answer) (complete.Reason, error)
	if o.Reason != "none" {
		why = func(found complete.Answer) (complete.Reason, error) {
			a.Status.Say("there is no completion; looking for the reason")
			budget := uint64(explainNodes)
			if o.Reason == "full" {
				budget = math.MaxUint64
			}
			return complete.Explain(ctx, p, found, budget, options)
		}
	}
	c, err := a.completeOne(ctx, p, o, options, why)
	if err != nil {
		return err
	}
	no := error(nil)
	switch {
	case c.Reason != nil:
		no = command.Failf(errs.Refuted, "no completion: %s", c.Reason.Text)
	case c.Possible != nil && !*c.Possible:
		no = command.Failf(errs.Refuted, "no completion")
	case c.Possible == nil, o.Unique && c.Unique == nil:
		advice := "raise --nodes"
		if o.Nodes == 0 {
			advice = "local repair proves nothing; try another --seed or --method"
		}
		no = command.Failf(errs.Partial, "undecided after placing %s queens; %s", c.Nodes, advice)
	case c.Second != nil:
		no = command.Failf(errs.Refuted, "more than one completion, among them %v and %v", c.Rows, c.Second)
	}
	switch {
	case a.JSON || no == nil && o.format == "text":
		err = a.PrintIn(counts(o.problem.Base), answer.Show(completeSchema, c))
	case no == nil:
		text := ""
		if text, err = o.List(counts(o.problem.Base), c.Rows); err == nil {
			err = a.Page(text)
		}
	}
	return cmp.Or(err, no)
}

func (a *app) completeOne(ctx context.Context, p queens.Problem, o completeOptions, options complete.Options,
	why func(complete.Answer) (complete.Reason, error),
) (c *answer.Complete, err error) {
	if o.Proof == "" {
		return answer.NewComplete(ctx, p, options, o.Unique, why, nil)
	}
	err = a.writeProof(o.Proof, func(paper *certificate) (bool, error) {
		c, err = answer.NewComplete(ctx, p, options, o.Unique, why, func(except queens.Perm) (complete.Proof, error) {
			var nogoods [][]queens.Square
			if except != nil {
				nogoods = [][]queens.Square{except.Squares()}
			}
			return paper.begin(p, nogoods)
		})
		return err == nil && (c.Possible != nil && !*c.Possible || c.Unique != nil && *c.Unique), err
	})
	return c, err
}

func newGenerate(a *app) *cobra.Command {
	o := struct {
		Topology queens.Topology
		Amount   int
		Seed     uint64
		format   string
	}{Seed: 1, format: format.OwnProblem}
	cmd := a.Command("complete generate", &o, func(cmd *cobra.Command, args []string) error {
		n, err := command.OrderBetween(cmd, args[1:], 0, complete.MaxOrder)
		if err != nil {
			return err
		}
		family, err := complete.FindFamily(args[0])
		if err != nil {
			return err
		}
		a.NoteSeed(&o.Seed)
		if !cmd.Flags().Changed("amount") {
			o.Amount = family.Default(n, o.Topology)
		}
		p, err := complete.Generate(family.Name, n, o.Amount, o.Topology, o.Seed)
		if err != nil {
			return err
		}
		head := "// " + shell.Queens("complete", "generate", family.Name, n, "--amount", o.Amount,
			"--topology", o.Topology, "--seed", o.Seed) + "\n"
		return a.printProblem(head, answer.NewProblem(family.Name, o.Seed, p), p, o.format)
	}, "families", command.Summaries(complete.Families(),
		func(f complete.Family) (string, string) { return f.Name, f.Summary }))
	cmd.ValidArgs = named.Names(complete.Families(), func(f complete.Family) string { return f.Name })
	a.AddFormat(cmd, &o.format, append(format.ProblemFormats(true), "json")...)
	return cmd
}

func (a *app) printProblem(head string, object any, p queens.Problem, name string) error {
	if a.JSON {
		return printer.WriteJSON(a.Stdout, printer.JSON{Schema: "queens.problem/1", Value: object})
	}
	out := bufio.NewWriter(a.Stdout)
	if name == format.OwnProblem {
		_, _ = out.WriteString(head) // Flush returns the error
	}
	if err := format.WriteProblem(out, p, name); err != nil {
		return err
	}
	return out.Flush()
}

func newInstances(a *app) *cobra.Command {
	name := format.OwnProblem
	cmd := a.Command("complete instances", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			list := named.Each(complete.Instances(), func(i complete.Instance) listedInstance {
				return listedInstance{i, i.Level()}
			})
			return a.Print(texts.Show("queens.instances/1", map[string]any{"instances": list}))
		}
		i, err := complete.FindInstance(args[0])
		if err != nil {
			return err
		}
		p, err := i.Problem()
		if err != nil {
			return err
		}
		return a.printProblem("", answer.NewProblem(i.Family, i.Seed, p), p, name)
	})
	cmd.ValidArgs = named.Names(complete.Instances(), func(i complete.Instance) string { return i.Name })
	a.AddFormat(cmd, &name, append(format.ProblemFormats(true), "json")...)
	return cmd
}

type listedInstance struct {
	complete.Instance
	Level string `json:"level"`
}
