package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRunsMerge(a *app, state *string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge LEDGER ...",
		Short: "Combine the results of several machines",
		Long: `Merge copies the results of ledgers of the same plan, for instance from "queens
count N --share I/OF", into that plan's run under the state directory. Name a ledger by
its path or by its run's directory. It may be incomplete or still being written.

Merge checks every frame, residue and hash, makes the plan again, and refuses ledgers of
another plan. Equal duplicate results confirm each other. If duplicates differ, merge
names them, uses none of them, and returns exit code 3. It also lists missing results, by
share if all shares come from the same division.

When nothing is missing, the sum is checked and certified, and "queens count" prints it
from then on. Merging the same ledgers again changes nothing.

Exit codes: 0 done, also if results are missing, 1 failed, 2 no such ledger, 3 results
differ, or the ledgers are of different plans or damaged beyond reading.`,
		Example: `  queens runs merge share-*.ledger
  queens runs merge /net/a/n20-parity-0c9a2b11 b/ledger --json`,
		Args: kit.Args(1, math.MaxInt, "the paths of ledgers"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.mergeRuns(cmd.Context(), *state, args) },
	}
	return a.Command(cmd, nil)
}

func (a *app) mergeRuns(ctx context.Context, state string, paths []string) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	var sources []*ledger.Run
	for _, path := range paths {
		run, err := readRun(ctx, root, path)
		if err != nil {
			return unlikeErrors(err)
		}
		for _, sentence := range run.Recovery.Flaws() {
			fmt.Fprintf(a.Stderr, "queens: %s: %s\n", humanize.OneLine(run.Path), sentence)
		}
		sources = append(sources, run)
	}
	a.Status.Say("merging %s", humanize.Plural(len(sources), "ledger"))
	merged, err := upkeep.Merge(ctx, nil, sources, count.Options{State: root, Program: kit.ProgramName()})
	if err != nil {
		return unlikeErrors(a.stoppedCount("", nil, err))
	}
	run, err := ledger.Read(ctx, merged.Ledger)
	if err != nil {
		return err
	}
	run, failure, err := certify(ctx, run)
	if err != nil {
		return err
	}
	r := newMerge(run, merged)
	return cmp.Or(a.Print(r), kit.Refuted(len(r.Disputes) > 0 || len(r.Doubts) > 0), failure)
}

// certify has a run that is complete and has no certificate, or is in doubt, checked and
// certified as a count does it. It returns the run as it is then, and which check failed.
func certify(ctx context.Context, run *ledger.Run) (after *ledger.Run, failure, err error) {
	r, obstacle := runs.Resume(run)
	if !run.Complete() || obstacle != "" || run.Tally.Done != nil && len(runs.Doubts(run)) == 0 {
		return run, nil, nil
	}
	_, failure = count.Solve(ctx, r.Question, count.Options{
		State: r.Root, Scheme: r.Scheme, KeepAll: true, Program: kit.ProgramName(),
	})
	after, err = ledger.Read(ctx, run.Path)
	return after, failure, err
}

func newRunsExport(a *app, state *string) *cobra.Command {
	var o ledger.ExportOptions
	var form kit.Form
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "The results of one run, sorted, for other programs",
		Long: `Export prints the results of a run, one per line, by number of the subproblem:
the number (from 0, as in the plan), the total, and the total modulo 13 and 15. Every
computation of the same plan exports the same bytes, regardless of workers, kernels and
interruptions. --details adds nodes, kernel, evidence and elapsed time, which may differ.

With -o the file appears when it is complete. For an incomplete run, export prints the
results so far, with a note.

Exit codes: 0 done, 1 cannot read or write, 2 no such run, 3 the total is in doubt.`,
		Example: `  queens runs export n18 > n18.csv
  queens runs export n18 --format ndjson --details -o n18.ndjson`,
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			o.Format = form.Format
			return a.exportRun(run, o, form)
		},
	}
	a.AddForm(cmd, &form, nil, ledger.ExportFormats()...)
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
		fmt.Fprintf(a.Stderr, "queens: %s is incomplete: %s subproblems have a result\n",
			runs.NameOf(run), doneText(run.Tally.Results, run.Tally.Subproblems))
	}
	doubts := runs.Doubts(run)
	for _, doubt := range doubts {
		fmt.Fprintf(a.Stderr, "queens: %s is in doubt: %s\n", runs.NameOf(run), humanize.OneLine(doubt))
	}
	return kit.Refuted(len(doubts) > 0)
}

// notUsage keeps a malformed file, which is no typing error, from counting as wrong
// usage.
func notUsage(err error) error {
	if errors.Is(err, queens.ErrFormat) {
		return kit.WithCode(kit.CodeFailed, err)
	}
	return err
}
