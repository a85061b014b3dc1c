package counting

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRunsExport(a *app, state *string) *cobra.Command {
	var o ledger.ExportOptions
	var form kit.Form
	var names []string
	for _, f := range ledger.ExportFormats() {
		names = append(names, f.Name)
	}
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "The results of one run, sorted, for other programs",
		Long: `Export prints the results of a run, one a line by increasing number of the
subproblem, which counts from 0 as in plans: number, total, and the total modulo 13
and 15. Any two computations of one plan export the same bytes, whatever the number
of workers, kernels and interruptions; --details adds nodes, kernel, evidence and elapsed
time, which differ.

With -o the file appears when it is complete. An incomplete run exports what it has
and says so.

Exit codes: 0 done, 1 cannot read or write, 2 no such run, 3 the total is in doubt.`,
		Example: `  queens runs export n18 > n18.csv
  queens runs export n18 --format ndjson --details -o n18.ndjson`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			o.Format = form.Format
			return a.exportRun(run, o, form)
		},
	}
	a.AddForm(cmd, &form, nil, names...)
	kit.Flag(cmd, "details", &o.Details)
	return cmd
}

func (a *app) exportRun(run *ledger.Run, o ledger.ExportOptions, form kit.Form) error {
	err := form.WriteTo(a.App, func(w io.Writer) error { return run.Export(w, o) })
	if err != nil {
		return fmt.Errorf("runs: export %s: %w", runs.NameOf(run), notUsage(err))
	}
	for _, flaw := range runs.Flaws(run) {
		fmt.Fprintf(a.Stderr, "queens: %s: %s\n", runs.NameOf(run), flaw)
	}
	if !run.Complete() {
		fmt.Fprintf(a.Stderr, "queens: %s is incomplete: %s subproblems have a result\n", runs.NameOf(run), doneText(run.Tally.Results, run.Tally.Subproblems))
	}
	doubts := runs.Doubts(run)
	for _, doubt := range doubts {
		fmt.Fprintf(a.Stderr, "queens: %s is in doubt: %s\n", runs.NameOf(run), humanize.OneLine(doubt))
	}
	if len(doubts) > 0 {
		return kit.Refuted()
	}
	return nil
}

// notUsage keeps a malformed file, which nobody typed, from counting as wrong
// usage.
func notUsage(err error) error {
	if errors.Is(err, queens.ErrFormat) {
		return kit.WithCode(kit.CodeFailed, err)
	}
	return err
}
