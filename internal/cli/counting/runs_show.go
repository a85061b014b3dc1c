package counting

import (
	"fmt"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newRunsShow(a *app, state *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Everything about one run",
		Long: `Show prints what the ledger of a run tells: what is counted by which plan, how far it
is, the last frame and its hash, the certificate of a complete run, what is damaged,
remarks, and the command that goes on.

Who writes down frame and hash can later tell whether a ledger still holds all that
it held then.

Exit codes: 0 done, 1 the ledger cannot be read, 2 no such run, 3 the total is in doubt.`,
		Example: `  queens runs show n18-families-3fa94b21
  queens runs show n18 --json`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			r := runs.NewReport(run)
			if asJSON {
				err = answer.WriteJSON(a.Stdout, r)
			} else {
				err = a.printRun(r, run)
			}
			if err == nil && len(r.Doubts) > 0 {
				return kit.Refuted()
			}
			return err
		},
	}
	kit.AddJSONLines(cmd, &asJSON, "")
	return cmd
}

// printRun prints a report for people.
func (a *app) printRun(r runs.Report, run *ledger.Run) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	say("run", "%s", human.OneLine(r.Name))
	if r.Order != nil {
		say("counts", "%s of order %d", r.Counts, *r.Order)
	}
	if r.Plan != "" {
		say("plan", "scheme %s version %d, %d subproblems, %s", r.SchemeName, r.SchemeVersion, r.Subproblems, r.Plan)
		say("begun", "%s by %s", timeText(*r.Created), human.Dash(r.Program))
	}
	say("state", "%s", a.stateText(r, run))
	say("done", "%s, %s", runs.DoneText(run.Tally), runs.PercentText(run.Tally))
	if r.Confirmed > 0 {
		say("confirmed", "%s by a second computation", human.Plural(r.Confirmed, "result"))
	}
	switch {
	case r.Total != nil:
		say("total", "%v", r.Total)
	case r.Complete:
		say("sum", "%v, in doubt", r.Sum)
	default:
		say("sum so far", "%v", r.Sum)
	}
	for _, doubt := range r.Doubts {
		say("doubt", "%s", human.OneLine(doubt))
	}
	say("work", "%s of one worker, %v nodes", human.Duration(r.Work), r.Nodes)
	say("written", "%s", timeText(*r.Written))
	say("file", "%s, %s", filepath.Clean(r.Path), human.Bytes(float64(r.Size)))
	say("last frame", "%d, %s", r.Frame, r.Head)
	if d := r.Certificate; d != nil {
		say("certificate", "%v in %s, %s by %s", d.Total, human.Plural(d.Results, "result"), timeText(d.Time), human.Dash(d.Program))
	}
	for _, flaw := range r.Flaws {
		say("flaw", "%s", human.OneLine(flaw))
	}
	for _, note := range r.Notes {
		say("note", "%s %s", timeText(note.Time), human.OneLine(note.Text))
	}
	switch {
	case r.Command == "":
		say("to go on", "not possible: %s", r.Obstacle)
	case r.Complete:
		say("to read it", "%s", r.Command)
	default:
		say("to go on", "%s", r.Command)
	}
	return out.Flush()
}

// stateText is stateWords in colour.
func (a *app) stateText(r runs.Report, run *ledger.Run) string {
	switch {
	case runs.Damaged(run) || len(r.Doubts) > 0:
		return a.Paint(answer.Red, runs.StateWords(run))
	case r.Complete:
		return a.Paint(answer.Green, runs.StateWords(run))
	default:
		return runs.StateWords(run)
	}
}
