package counting

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/plan"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/sym"
)

// burnsideOptions are the flags of `queens burnside`.
type burnsideOptions struct {
	count   bool
	workers int
	state   string
	json    bool
}

func newBurnside(a *app) *cobra.Command {
	var o burnsideOptions
	cmd := &cobra.Command{
		Use:   "burnside N",
		Short: "Solutions each symmetry leaves unchanged; number of orbits",
		Long: fmt.Sprintf(`Burnside counts, for each of the eight symmetries of the board of order N, 0 to %d,
the solutions that it leaves unchanged. Their sum divided by eight is the number of
orbits: Burnside's lemma. Order 1 is an exception to Q = 8A + 4P + 2R (docs/errata.md,
E1).

Solutions unchanged by a turn are counted by searches of their own, which takes about
the square root of the time; reflections leave none unchanged beyond order 1, because
a queen off the axis and her image attack each other. What the identity leaves
unchanged is all of Q(N), which is looked up where it is known (to 27), or counted
with --count; beyond that there is no sum.

The symmetric part of order 26 takes seconds, of order 30 a quarter of an hour on
two cores. A long count is kept in a ledger and goes on where it was stopped: see
"queens count --help".

Exit codes: 0 done, 1 failed, 2 bad argument, 3 a check failed, 130 interrupted.`, plan.MaxOrder),
		Example: `  queens burnside 8
  queens burnside 15 --count
  queens burnside 24 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			order, err := kit.OrderBetween(cmd.Name(), args, 0, plan.MaxOrder)
			if err != nil {
				return err
			}
			return a.burnside(cmd.Context(), cmd, order, o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.count, "count", false, "count all solutions instead of looking Q(N) up")
	kit.AddWorkers(cmd, &o.workers, "pieces counted side by side")
	flags.StringVar(&o.state, "state", "", "state directory for ledgers; none keeps nothing (default: see queens doctor)")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// fixedReport is what one symmetry leaves unchanged.
type fixedReport struct {
	Symmetry  sym.Symmetry  `json:"symmetry"`
	Operation string        `json:"operation"` // po1 to po8
	Fixed     *queens.Total `json:"fixed"`     // null where it is not known
}

// burnsideReport is the JSON form of the answer of `queens burnside`,
// queens.burnside/1.
type burnsideReport struct {
	Schema string        `json:"schema"`
	Order  int           `json:"order"`
	Fixed  []fixedReport `json:"fixed"`
	Sum    *queens.Total `json:"sum"`    // null where Q is not known
	Orbits *queens.Total `json:"orbits"` // the same
	Source string        `json:"source"` // of Q
	Checks []string      `json:"checks"`
}

// burnside answers `queens burnside`.
func (a *app) burnside(ctx context.Context, cmd *cobra.Command, order int, o burnsideOptions) error {
	question := count.Question{Order: order, Of: count.Symmetric}
	if o.count {
		question.Of = count.AllSolutions
	}
	options := count.Options{Workers: o.workers, Program: kit.ProgramName()}
	var err error
	if options.State, err = kit.StateRoot(o.state); err != nil {
		return err
	}
	if err := errors.Join(question.Validate(), options.Validate()); err != nil {
		return err
	}
	options.Progress = a.showProgress
	job, err := count.NewJob(question, options)
	if err != nil {
		return err
	}
	counted, err := a.answer(ctx, commandLine(cmd, order), job, options)
	if err != nil {
		return err
	}
	report, err := newBurnsideReport(counted)
	if err != nil {
		return err
	}
	if o.json {
		return answer.WriteJSON(a.Stdout, report)
	}
	_, err = fmt.Fprint(a.Stdout, report.text())
	return err
}

// newBurnsideReport adds up what was counted.
func newBurnsideReport(c *count.Report) (burnsideReport, error) {
	r := burnsideReport{Schema: "queens.burnside/1", Order: c.Order, Source: "counted", Checks: c.Checks}
	all := c.Solutions
	if all == nil {
		r.Source = "not known"
		if v, ok := known.Lookup("solutions", c.Order); ok {
			all = &v.Value
			r.Source = fmt.Sprintf("%s, %v", v.Source, v.Status)
		}
	}
	q := queens.Total{}
	if all != nil {
		q = *all
	}
	f := sym.FixedPoints(c.Order, q, *c.HalfTurn, *c.QuarterTurn)
	for _, s := range sym.All() {
		entry := fixedReport{Symmetry: s, Operation: fmt.Sprintf("po%d", s.OperationNo()), Fixed: &f[s]}
		if s == sym.Identity {
			entry.Fixed = all
		}
		r.Fixed = append(r.Fixed, entry)
	}
	if all == nil {
		return r, nil
	}
	sum := f.Sum()
	orbits, rest := f.Orbits()
	if rest != 0 {
		return r, kit.WithCode(kit.CodeRefuted, fmt.Errorf("burnside: order %d: the sum of the fixed points, %v, leaves %d modulo 8: a count is wrong", c.Order, sum, rest))
	}
	if want, ok := known.Fundamental(c.Order); ok {
		if want != orbits {
			return r, kit.WithCode(kit.CodeRefuted, fmt.Errorf("burnside: order %d: %v orbits, but %v are known: a count is wrong", c.Order, orbits, want))
		}
		r.Checks = append(r.Checks, "the number of orbits equals the known value")
	}
	r.Sum, r.Orbits = &sum, &orbits
	return r, nil
}

// text is the report for people.
func (r burnsideReport) text() string {
	var b strings.Builder
	for _, f := range r.Fixed {
		fixed, note := "unknown", ""
		if f.Fixed != nil {
			fixed = f.Fixed.String()
		}
		if f.Symmetry == sym.Identity {
			note = "  Q: " + r.Source
		}
		fmt.Fprintf(&b, "%-15v %s%s\n", f.Symmetry, fixed, note)
	}
	if r.Sum == nil {
		fmt.Fprintf(&b, "\nnobody has counted all solutions of order %d: no sum, no number of orbits\n", r.Order)
		return b.String()
	}
	fmt.Fprintf(&b, "\n%-15s %v\n%-15s %v = %v / %d\n", "sum", r.Sum, "orbits", r.Orbits, r.Sum, sym.Count)
	if *r.Orbits == (queens.Total{}) {
		fmt.Fprintf(&b, "order %d has no solution, so no orbit\n", r.Order)
	}
	return b.String()
}
