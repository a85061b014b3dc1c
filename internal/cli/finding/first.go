package finding

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/ledger"
	"queens/find/enumerate"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/known"
	"queens/sym"
)

// firstOptions are the flags of `queens first`.
type firstOptions struct {
	class   string
	base    int
	workers int
	json    bool
}

// anyClass is the value of --class for the first of all solutions.
const anyClass = "any"

func newFirst(a *app) *cobra.Command {
	o := firstOptions{class: anyClass}
	cmd := &cobra.Command{
		Use:   "first N",
		Short: "The lexicographically first solution, with proof",
		Long: fmt.Sprintf(`First finds the solution of order N, 0 to %d, that comes first in lexicographic order,
column 1 first. The proof is complete: of each column the least row is taken, and
every smaller row is refuted by a search that finds no completion. --json tells how
many beginnings were refuted and how many queens were placed.

Orders up to 33 take less than a second, some larger ones minutes or hours: it goes
up and down. Where the first solution is known, it is compared. The answer and the
counts of --json are the same for any number of --workers.

--class asks for the first solution of a class among those that are the least of
their images (to order %d).

Exit codes: 0 done, 2 bad argument, 3 there is no solution or the known one differs,
130 interrupted.`, enumerate.MaxFirstOrder, enumerate.MaxOrder),
		Example: `  queens first 8
  queens first 30 --json
  queens first 12 --class central`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderUpTo("first", args, enumerate.MaxFirstOrder)
			if err != nil {
				return err
			}
			if err := kit.CheckBase(o.base); err != nil {
				return err
			}
			if o.workers < 0 {
				return kit.Usagef("first: --workers %d: want 0 (one for each core) or more", o.workers)
			}
			return a.first(cmd.Context(), n, o)
		},
	}
	classes := []string{anyClass}
	for _, class := range sym.Classes() {
		classes = append(classes, class.String())
	}
	kit.AddChoice(cmd, &o.class, "class", classes, "first solution of which class")
	kit.AddBase(cmd, &o.base)
	kit.AddWorkers(cmd, &o.workers, "searches side by side")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// firstReport is the JSON form of the answer, queens.first/1.
type firstReport struct {
	Schema  string  `json:"schema"`
	Order   int     `json:"order"`
	Class   string  `json:"class"`
	Base    int     `json:"base"`
	Rows    []int   `json:"rows"`              // null if there is no solution
	Refuted *int    `json:"refuted,omitempty"` // smaller beginnings searched in vain
	Nodes   string  `json:"nodes,omitempty"`   // queens placed
	Known   bool    `json:"known"`             // equal to a known one
	Seconds float64 `json:"seconds"`
}

// first answers `queens first`.
func (a *app) first(ctx context.Context, n int, o firstOptions) error {
	began := time.Now()
	p, report, err := a.findFirst(ctx, n, o)
	if err != nil {
		return err
	}
	if report.Known, err = isKnownFirst(n, o.class, p); err != nil {
		return err
	}
	if p != nil {
		report.Rows = kit.InBase(p, o.base)
	}
	report.Seconds = time.Since(began).Round(time.Millisecond).Seconds()
	if o.json {
		if err := kit.WriteJSON(a.Stdout, report); err != nil {
			return err
		}
	}
	if p == nil {
		kind := "solution"
		if o.class != anyClass {
			kind = o.class + " solution"
		}
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("first: order %d has no %s", n, kind))
	}
	if o.json {
		return nil
	}
	if a.Talks() && report.Refuted != nil {
		verdict := ""
		if report.Known {
			verdict = "; equal to the known one"
		}
		a.Note("order %d: %s before it refuted, %s queens placed, %s%s",
			n, human.Plural(*report.Refuted, "beginning"), report.Nodes, human.Duration(time.Since(began)), verdict)
	}
	text := kit.PermText(report.Rows, o.base)
	if n == 0 {
		text = p.String()
	}
	_, err = fmt.Fprintln(a.Stdout, text)
	return err
}

// findFirst finds the first solution that is asked for, nil if there is none.
func (a *app) findFirst(ctx context.Context, n int, o firstOptions) (queens.Perm, firstReport, error) {
	report := firstReport{Schema: "queens.first/1", Order: n, Class: o.class, Base: o.base}
	if o.class == anyClass {
		progress := func(p enumerate.FirstProgress) {
			a.Status.Say("order %d: %s refuted, now %v, %d of %s done", n, human.Plural(p.Refuted, "beginning"), p.Beginning, p.Done, human.Plural(p.Parts, "part"))
		}
		r, err := enumerate.First(ctx, n, enumerate.FirstOptions{Workers: o.workers, Progress: progress})
		report.Refuted, report.Nodes = &r.Refuted, strconv.FormatUint(r.Nodes, 10)
		return r.Solution, report, err
	}
	class, err := sym.ParseClass(o.class)
	if err != nil {
		return nil, report, err
	}
	options := enumerate.Options{Fundamental: true, Classes: []sym.Class{class}, Limit: 1, Workers: o.workers}
	list, err := enumerate.Stream(ctx, n, options, noText{}, func([]byte) error { return nil })
	return list.Last, report, err
}

// noText is an encoder for a list of which only the report is wanted.
type noText struct{}

// AppendSolution appends nothing.
func (noText) AppendSolution(b []byte, _ []uint8) []byte { return b }

// isKnownFirst reports whether the first solution of a class is known to be p.
//
// Errors: ledger.ErrMismatch if another one is known.
func isKnownFirst(n int, class string, p queens.Perm) (bool, error) {
	name := "lexicographic-first"
	if class != anyClass {
		name += "-" + class
	}
	s, _ := known.Find(name)
	var want queens.Perm
	for _, v := range s.Row(n) {
		row, _ := v.Value.Uint64()
		want = append(want, int(row)-1)
	}
	switch {
	case want == nil:
		return false, nil
	case !want.Equal(p):
		return false, fmt.Errorf("first: order %d: %v, but the known one is %v: %w", n, p, want, ledger.ErrMismatch)
	}
	return true, nil
}
