package finding

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/model/proof"
)

// completeOptions are the flags of `queens complete`.
type completeOptions struct {
	problem     kit.ProblemFlags
	engine      string
	all         bool
	count       bool
	unique      bool
	limit       uint64
	nodes       uint64
	reason      string
	reasonLimit time.Duration
	seed        uint64
	generate    string
	amount      int
	proof       string
	sweep       bool
	frozen      string
	json        bool
}

func newComplete(a *app) *cobra.Command {
	o := completeOptions{engine: complete.Auto, reason: reasonShort, amount: -1}
	var families strings.Builder
	var familyNames []string
	for _, f := range complete.Families() {
		familyNames = append(familyNames, f.Name)
		fmt.Fprintf(&families, "  %-12s %s\n", f.Name, f.Summary)
	}
	cmd := &cobra.Command{
		Use:   "complete N [SQUARE...]",
		Short: "Complete a partial board, or say why that is impossible",
		Long: fmt.Sprintf(`Complete puts queens on the rest of a board of order N, up to %d queens (%d
to list, count or prove). Given queens
are named by their squares, as in chess: a1 is the bottom left corner. Squares can be
blocked, diagonals excluded: s9 is the rising diagonal on which row plus column is 9,
d-2 the falling one on which row minus column is -2, both counted from 1 with row 1 on
top. --board reads all that from a file, or - from standard input; the order is then
left out. Its form, a picture or a list, is in "queens help formats problem".

Without a completion the reason is named: a row or column that few queens or blocked
squares close; rows or columns whose free squares lie on too few other lines; weights of
lines, from a linear program; a set of queens, blocked squares and diagonals that leaves
none, made smaller in less than a second; or a search that left nothing out. --reason full
removes from that set until no part can be spared, or until --reason-limit. The JSON field
minimal is true only if every part is needed. --count, --all, --unique ask for the number
of completions, for each of them, for the only one.

Engines: dfs, a search into the row or column with the fewest free squares, with
restarts; auto, dfs after the rows and columns were matched to the other lines, and a
linear program after a short search; kernel,
for --count only, to order 32; repair, which fills a random board and exchanges rows until
no queen is attacked. Repair never says "none". Auto takes it first where more than %d
queens are missing, and does not search where more than %[2]d are.

--generate makes a random instance of order N and prints it as --board reads it:
%[4]s
With --sweep it decides 20 instances of each of 11 amounts instead, given up after a million queens
placed: how many have a completion, and the median of the queens placed. --benchmark
lists a frozen set of instances with verdict and difficulty, --benchmark=NAME prints one;
scripts/benchmark compares solvers on them (docs/benchmark.md).

--proof writes a proof of "none", or with --unique of "no other", that "queens proof",
drat-trim or VeriPB checks, and the formula beside it: FILE.lrat or FILE.drat with
FILE.cnf, clauses; or FILE.pbp with FILE.opb, linear constraints, which can also count.
FILE.lrat and FILE.pbp have hints and are checked much faster. Where a theorem decides,
only FILE.pbp is written. For clauses no linear program is solved, so boards that need
one may not be decided.

Exit codes: 0 done, 2 bad argument, 3 there is no completion, or with --unique more
than one, 4 given up, undecided, 130 interrupted.`, complete.MaxOrder, complete.MaxOpen, complete.RepairFrom, families.String()),
		Example: `  queens complete 8 d4
  queens complete 8 --given d4 --blocked a5,b1 --excluded s5 --count
  queens complete 8 a1 b7 --all
  queens complete 4 b4 --unique --proof only.pbp
  queens complete --generate blocked 40 --seed 7 | queens complete --board -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.frozen != "":
				return a.benchmark(args, o)
			case o.amount < 0 && cmd.Flags().Changed("amount"):
				return kit.Usagef("complete: --amount %d: want a number from 0 on", o.amount)
			case o.generate != "":
				return a.generateProblem(cmd.Context(), args, o)
			case o.sweep:
				return kit.Usagef("complete: --sweep goes with --generate")
			}
			if len(args) == 0 && !o.problem.FromFile() {
				return kit.Usagef("complete: no order given: queens complete 8 d4")
			}
			p, err := a.Problem(cmd, args, o.problem)
			if err != nil {
				return err
			}
			if err := o.validate(cmd.Flags().Changed); err != nil {
				return err
			}
			return a.complete(cmd.Context(), p, o)
		},
	}
	flags := cmd.Flags()
	kit.AddProblem(cmd, &o.problem)
	kit.AddChoice(cmd, &o.engine, "engine", append(complete.Engines(), complete.Kernel), "how to search")
	flags.BoolVar(&o.all, "all", false, "every completion, one a line, in the order in which the search finds them")
	flags.BoolVar(&o.count, "count", false, "the number of completions")
	flags.BoolVar(&o.unique, "unique", false, "the completion if there is only one")
	kit.AddNumber(flags, &o.limit, "limit", "n", 0, "with --all: stop after so many; 0 means no limit")
	flags.Uint64Var(&o.nodes, "nodes", 0, "give up after about so many queens placed; 0 means never")
	kit.AddChoice(cmd, &o.reason, "reason", []string{reasonNone, reasonShort, reasonFull}, "how much to say where there is no completion")
	flags.DurationVar(&o.reasonLimit, "reason-limit", 10*time.Second, "with --reason full: how long to make the set smaller")
	flags.Uint64Var(&o.seed, "seed", 1, "of the random order of the search; with --generate 0 means a random one")
	kit.AddChoice(cmd, &o.generate, "generate", familyNames, "print a random instance of a family")
	flags.IntVar(&o.amount, "amount", -1, "with --generate: how many queens, blocked squares or diagonals; left out, 7n free squares, 4n/5 queens, n diagonals or n+2 rising ones")
	flags.Lookup("amount").DefValue = "" // what is used depends on family and order
	flags.BoolVar(&o.sweep, "sweep", false, "with --generate: decide instances of many amounts")
	flags.StringVar(&o.frozen, "benchmark", "", "list the frozen set of instances, or print one, --benchmark=NAME")
	flags.Lookup("benchmark").NoOptDefVal = listFrozen
	flags.StringVar(&o.proof, "proof", "", "write a proof to a file, .lrat, .drat or .pbp, and the formula beside it")
	kit.AddJSONLines(cmd, &o.json, "--all")
	return cmd
}

// validate refuses flags that do not go together.
func (o completeOptions) validate(given func(flag string) bool) error {
	asked := 0
	for _, is := range []bool{o.all, o.count, o.unique} {
		if is {
			asked++
		}
	}
	switch {
	case asked > 1:
		return kit.Usagef("complete: --all, --count and --unique ask different questions; take one")
	case o.proof != "" && (o.all || o.count):
		return kit.Usagef("complete: --proof is of no completion, or with --unique of no other; it does not go with --all and --count")
	case given("reason-limit") && o.reason != reasonFull:
		return kit.Usagef("complete: --reason-limit goes with --reason full")
	case o.reasonLimit <= 0:
		return kit.Usagef("complete: --reason-limit %v: want a time, such as 10s", o.reasonLimit)
	case o.limit > 0 && !o.all:
		return kit.Usagef("complete: --limit goes with --all")
	case given("amount"):
		return kit.Usagef("complete: --amount goes with --generate")
	case o.engine == complete.Kernel && !o.count:
		return kit.Usagef("complete: engine %s only counts; add --count", complete.Kernel)
	case o.engine == complete.Repair && (o.all || o.count || o.proof != ""):
		return kit.Usagef("complete: engine %s finds a completion or gives up; it does not go with --all, --count and --proof", complete.Repair)
	case o.nodes > 0 && (o.all || o.count):
		return kit.Usagef("complete: --nodes bounds the search for one completion; it does not go with --all and --count")
	case given("seed") && o.count:
		return kit.Usagef("complete: a count does not depend on --seed")
	}
	return nil
}

// Values of --reason.
const (
	reasonNone  = "none"
	reasonShort = "short"
	reasonFull  = "full"
)

// explainNodes is how many queens may be placed to make a reason smaller.
const explainNodes = 800_000

// complete answers a question about a problem.
func (a *app) complete(ctx context.Context, p queens.Problem, o completeOptions) error {
	a.Status.Say("completing a board of order %d, %s missing", p.Order, human.Plural(p.Order-len(p.Given), "queen"))
	options := complete.Options{Engine: o.engine, Seed: o.seed, Nodes: o.nodes}
	switch {
	case o.count:
		c, err := answer.NewCompletions(ctx, p, options)
		if err != nil {
			return err
		}
		return a.Print(c, o.json)
	case o.all:
		return a.completeAll(ctx, p, o, options)
	}
	var why func(complete.Answer) (complete.Reason, error)
	if o.reason != reasonNone {
		why = func(found complete.Answer) (complete.Reason, error) {
			a.Status.Say("there is no completion; looking for the reason")
			if o.reason == reasonFull {
				return complete.Minimize(ctx, p, found, o.reasonLimit, options)
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
		no = kit.WithCode(kit.CodeRefuted, fmt.Errorf("complete: no completion: %s", c.Reason.Text))
	case c.Possible != nil && !*c.Possible:
		no = kit.WithCode(kit.CodeRefuted, errors.New("complete: no completion"))
	case c.Possible == nil, o.unique && c.Unique == nil:
		advice := "raise --nodes"
		if o.nodes == 0 {
			advice = "local repair proves nothing; take another --seed or another --engine"
		}
		no = kit.WithCode(kit.CodePartial, fmt.Errorf("complete: given up after %s queens placed, undecided; %s", c.Nodes, advice))
	case c.Second != nil:
		no = kit.WithCode(kit.CodeRefuted, fmt.Errorf("complete: more than one completion, among them %v and %v", c.Rows, c.Second))
	}
	if o.json || no == nil {
		if err := a.Print(c, o.json); err != nil {
			return err
		}
	}
	return no
}

// completeOne completes a board, with a proof if one is asked for.
func (a *app) completeOne(ctx context.Context, p queens.Problem, o completeOptions, options complete.Options, why func(complete.Answer) (complete.Reason, error)) (c *answer.Complete, err error) {
	if o.proof == "" {
		return answer.NewComplete(ctx, p, options, o.unique, why, nil)
	}
	paper, err := newCertificate(o.proof)
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
		c, err = answer.NewComplete(ctx, p, options, o.unique, why, begin)
		return err == nil && (c.Possible != nil && !*c.Possible || c.Unique != nil && *c.Unique), err
	})
	return c, err
}

// completeAll prints every completion.
func (a *app) completeAll(ctx context.Context, p queens.Problem, o completeOptions, options complete.Options) error {
	out := bufio.NewWriter(a.Stdout)
	listed, tally := uint64(0), a.Status.Tally("completions")
	for q, err := range complete.All(ctx, p, options) {
		if err != nil {
			_ = out.Flush() // a.Stdout remembers the error
			return err
		}
		if o.json {
			err = answer.WriteJSON(out, answer.NewSolution(q, ""))
		} else {
			_, err = fmt.Fprintln(out, q)
		}
		if err != nil {
			return err
		}
		tally(1)
		if listed++; listed == o.limit {
			break
		}
	}
	if err := out.Flush(); err != nil || listed > 0 {
		return err
	}
	return kit.WithCode(kit.CodeRefuted, errors.New("complete: no completion; without --all the reason is named"))
}

// generateProblem answers `queens complete --generate`.
func (a *app) generateProblem(ctx context.Context, args []string, o completeOptions) error {
	if !o.problem.Plain() || o.all || o.count || o.unique || o.proof != "" {
		return kit.Usagef("complete: --generate goes with --amount, --topology, --seed and --json only")
	}
	if len(args) != 1 {
		return kit.Usagef("complete: %s, want the order: queens complete --generate %s 40", human.Plural(len(args), "argument"), o.generate)
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 0 {
		return kit.Usagef("complete: order %q: want a number from 0 on", args[0])
	}
	topology, err := o.problem.Topology()
	if err != nil {
		return err
	}
	if o.seed == 0 {
		o.seed = kit.RandomSeed()
		a.Note("seed %d", o.seed)
	}
	if o.sweep {
		if o.amount >= 0 {
			return kit.Usagef("complete: --sweep takes many amounts; leave out --amount")
		}
		var failed error
		err := complete.Sweep(ctx, o.generate, n, topology, sweepInstances, o.seed, func(p complete.Point) {
			failed = errors.Join(failed, a.Print(answer.NewSweepPoint(o.generate, n, p), o.json))
		})
		return errors.Join(failed, err)
	}
	family, err := complete.FindFamily(o.generate)
	if err != nil {
		return err
	}
	if o.amount < 0 {
		o.amount = family.Default(n)
	}
	p, err := complete.Generate(o.generate, n, o.amount, topology, o.seed)
	if err != nil {
		return err
	}
	if o.json {
		return answer.WriteJSON(a.Stdout, answer.NewProblem(o.generate, o.seed, p))
	}
	out := bufio.NewWriter(a.Stdout)
	fmt.Fprintf(out, "// queens complete --generate %s %d --amount %d --topology %v --seed %d\n", o.generate, n, o.amount, topology, o.seed)
	if err := format.WriteProblem(out, p); err != nil {
		return err
	}
	return out.Flush()
}

// sweepInstances is the number of instances of an amount in a sweep.
const sweepInstances = 20

// listFrozen is the value of --benchmark without a name.
const listFrozen = "list"

// benchmark answers `queens complete --benchmark`.
func (a *app) benchmark(args []string, o completeOptions) error {
	if len(args) > 0 || !o.problem.Plain() || o.all || o.count || o.unique || o.proof != "" || o.generate != "" {
		return kit.Usagef("complete: --benchmark stands alone, as --benchmark or --benchmark=NAME")
	}
	if o.frozen == listFrozen {
		r, err := answer.NewInstances()
		if err != nil {
			return err
		}
		return a.Print(r, o.json)
	}
	i, err := complete.FindInstance(o.frozen)
	if err != nil {
		return err
	}
	p, err := i.Problem()
	if err != nil {
		return err
	}
	if o.json {
		return answer.WriteJSON(a.Stdout, answer.NewProblem(i.Family, i.Seed, p))
	}
	out := bufio.NewWriter(a.Stdout)
	if err := format.WriteProblem(out, p); err != nil {
		return err
	}
	return out.Flush()
}
