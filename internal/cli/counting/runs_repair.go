package counting

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// runsRepairReport is the JSON form of an answer of `queens runs verify --repair`,
// queens.repair/1.
type runsRepairReport struct {
	Schema  string `json:"schema"`
	Name    string `json:"name"`
	Revoked int    `json:"revoked"` // results withdrawn because of their kernel
	count.Repaired
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`    // of the results that are left
	Doubts      []string     `json:"doubts"` // that are left
	Command     string       `json:"command,omitempty"`
}

// repairRun computes results of a run again and settles what it finds in the ledger.
func (a *app) repairRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	r := runsRepairReport{Schema: "queens.repair/1", Name: runs.NameOf(run)}
	var err error
	if o.revoke != "" {
		if r.Revoked, err = count.Revoke(ctx, run, o.revoke, "revoked by hand", kit.ProgramName()); err != nil {
			return fmt.Errorf("runs: %s: %w", r.Name, err)
		}
	}
	if o.sample == count.AutoSample && o.revoke != "" {
		o.sample = 0
	} else if o.sample == count.AutoSample && len(runs.Doubts(run)) > 0 {
		o.sample = run.Tally.Results // nothing tells which of them is wrong
	}
	options := count.Options{Kernel: o.kernel, Program: kit.ProgramName(), Progress: func(p count.Progress) {
		a.Status.Say("repair: %d of %s computed again", p.Finished, human.Plural(p.Subproblems, "result"))
	}}
	if r.Repaired, err = count.Repair(ctx, run, options, o.sample, o.seed); err != nil {
		return unlikeErrors(err)
	}
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return err
	}
	if resumption, obstacle := runs.Resume(run); obstacle == "" {
		r.Command = resumption.Command()
	}
	run, failure, err := certify(ctx, run)
	if err != nil {
		return err
	}
	r.Subproblems, r.Sum, r.Doubts = run.Tally.Subproblems, run.Tally.Total, append([]string{}, runs.Doubts(run)...)
	if o.json {
		err = answer.WriteJSON(a.Stdout, r)
	} else {
		err = a.printRepair(r, run)
	}
	switch {
	case err != nil:
		return err
	case len(r.Doubts) > 0:
		return kit.Refuted()
	default:
		return failure
	}
}

// printRepair prints what was done, for people.
func (a *app) printRepair(r runsRepairReport, run *ledger.Run) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	say("run", "%s", human.OneLine(r.Name))
	if r.Revoked > 0 {
		say("withdrawn", "%s of a kernel that was revoked", human.Plural(r.Revoked, "result"))
	}
	say("computed again", "%s by kernel %s", human.Plural(len(r.Sample), "result"), human.Dash(strings.Join(r.Kernels, ", ")))
	for _, one := range r.Replaced {
		say("replaced", "subproblem %d: %v by kernel %s was wrong, %v by kernels %s", one.Subproblem+1, one.Wrong, one.By, one.Right, strings.Join(one.Kernels, ", "))
	}
	for _, one := range r.Upheld {
		say("upheld", "subproblem %d: %v by kernels %s; kernel %s found %v here and is not to be trusted", one.Subproblem+1, one.Right, strings.Join(one.Kernels, ", "), one.By, one.Wrong)
	}
	say("confirmed", "%d of %s by a second computation", r.Confirmed, human.Plural(run.Tally.Results, "result"))
	for _, doubt := range r.Doubts {
		say("doubt", "%s", human.OneLine(doubt))
	}
	switch {
	case len(r.Doubts) > 0:
		say("verdict", "%s", a.Paint(answer.Red, "in doubt"))
	case run.Complete():
		say("total", "%v", run.Tally.Total)
		say("verdict", "%s", a.Paint(answer.Green, "complete"))
	default:
		say("verdict", "incomplete: %s", runs.DoneText(run.Tally))
		if r.Command != "" {
			say("to go on", "%s", r.Command)
		}
	}
	return out.Flush()
}
