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
	cmd := a.Command("runs merge", nil)
	cmd.Args = kit.Args(1, math.MaxInt, "the paths of ledgers")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.mergeRuns(cmd.Context(), *state, args) }
	return cmd
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
	cmd := a.Plain("runs export", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		run, err := namedRun(cmd.Context(), state, args)
		if err != nil {
			return err
		}
		o.Format = form.Format
		return a.exportRun(run, o, form)
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
