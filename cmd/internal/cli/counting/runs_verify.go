package counting

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/shell"
)

type runsVerifyOptions struct {
	Sample int
	Seed   uint64
	Repair bool
	Revoke string
	Share  string
	Head   string
	again  count.Options // with Kernel and By only
	sample verify.Sample
	head   *ledger.Hash // recorded earlier, or nil
	others map[string]*verify.Verdict
	tasks  *batch.Run // whose merged ledger it is, or nil
}

func newRunsVerify(a *app) *cobra.Command {
	var o runsVerifyOptions
	cmd := a.Command("runs verify", &o, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		if !cmd.Flags().Changed("sample") {
			o.Sample = verify.AutoSample
		}
		if err := o.parse(args[1:]); err != nil {
			return err
		}
		if dir, ok := batchDir(root, args[0]); ok {
			if err := command.Without(cmd, true, "is not for a directory of tasks", "repair", "revoke"); err != nil {
				return err
			}
			var err error
			if o.tasks, err = batch.ReadRun(dir); err != nil {
				return unlikeErrors(err)
			}
		}
		run, err := a.readRun(cmd.Context(), root, args[0])
		if err != nil {
			return unlikeErrors(err)
		}
		if s, err := methods.Recorded(run.Header); err == nil {
			if err := s.AcceptsWays(run.Header.Order, o.again.By); err != nil {
				return err
			}
		}
		if o.Repair || o.Revoke != "" {
			return a.repairRun(cmd.Context(), run, o)
		}
		return a.verifyRun(cmd.Context(), run, o)
	}))
	command.Flag(cmd, "by", &o.again.By, methods.Ways()...)
	command.Flag(cmd, "kernel", &o.again.Kernel, methods.Kernels()...)
	cmd.ValidArgsFunction = a.completeRuns
	return cmd
}

func (o *runsVerifyOptions) parse(paths []string) error {
	o.sample = verify.Sample{Size: o.Sample, Seed: cmp.Or(o.Seed, command.RandomSeed())}
	if o.Share != "" {
		share, err := plan.ParseShare(o.Share)
		if err != nil {
			return err
		}
		o.sample.Share = &share
	}
	o.others = map[string]*verify.Verdict{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		o.others[path] = new(verify.Verdict)
		if err := json.Unmarshal(text, o.others[path]); err != nil {
			return command.Usagef("%s is not a verdict, as --json prints one: %v", path, err)
		}
	}
	if o.Head == "" {
		return nil
	}
	o.head = new(ledger.Hash)
	return o.head.UnmarshalText([]byte(o.Head))
}

// unlikeErrors gives errors that report a difference the exit code for a failed verification.
func unlikeErrors(err error) error {
	for _, sentinel := range []error{
		ledger.ErrMismatch, ledger.ErrOtherRun, ledger.ErrResidue, ledger.ErrNoLedger, ledger.ErrNoHeader,
		queens.ErrFormat,
	} {
		if errors.Is(err, sentinel) {
			return errs.WithCode(errs.Refuted, err)
		}
	}
	return err
}

// options returns the options for recomputing results; the status line shows doing.
func (a *app) options(o runsVerifyOptions, doing string) count.Options {
	began := time.Now()
	o.again.Program, o.again.Progress = command.ProgramName(), func(p count.Progress) {
		share, left := float64(p.Done)/float64(p.Subproblems), 0.0
		if share > 0 {
			left = time.Since(began).Seconds() * (1/share - 1)
		}
		a.Status.Show(fmt.Sprintf("%s: %d of %s computed again", doing, p.Done,
			humanize.Plural(p.Subproblems, "result")), share, left)
	}
	return o.again
}

func (a *app) verifyRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	since, err := uint64(0), error(nil)
	if o.head != nil {
		since, err = run.Frame(ctx, *o.head)
	}
	var v *verify.Verdict
	if err == nil {
		v, err = verify.Run(ctx, run, a.options(o, "verify"), o.sample)
	}
	if err == nil && o.tasks != nil {
		var flaws []string
		flaws, err = o.tasks.Compare(ctx, run)
		v.Wrong = append(v.Wrong, flaws...)
	}
	if err == nil {
		v.Since = since
		err = v.Join(ctx, run, o.others)
	}
	if err != nil {
		for _, flaw := range run.Recovery.Flaws() {
			a.Warn("%s: %s", nameOf(run), flaw)
		}
		return unlikeErrors(err)
	}
	if o.tasks != nil && run.Tally.Done == nil && v.Verdict == verify.Verified {
		v.Verdict = verify.Incomplete // second counts are missing
	}
	answer := printer.Show("", v, func(s printer.Style) string {
		return texts.Text(s, "queens.verify/1", map[string]any{"V": v, "Run": run, "Command": outcomeOf(run).Command})
	})
	return cmp.Or(a.Print(answer), command.Refuted(!v.Verdict.Right()))
}

func (a *app) repairRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) (err error) {
	if filepath.Base(run.Path) != "ledger" {
		return command.Usagef("--repair and --revoke change a run in place; make a run of this file: %s",
			shell.Queens("runs", "merge", run.Path))
	}
	revoked := 0
	if o.Revoke != "" {
		if revoked, err = verify.Revoke(ctx, run, o.Revoke, "revoked by hand", command.ProgramName()); err != nil {
			return errs.Errorf("%s: %w", nameOf(run), err)
		}
		if revoked == 0 {
			a.Warn("no result of %s is by kernel %q", nameOf(run), o.Revoke)
		}
	}
	if o.Sample == verify.AutoSample && o.Revoke != "" {
		o.Sample = 0
	} else if o.Sample == verify.AutoSample && len(verify.Doubts(run)) > 0 {
		o.Sample = run.Tally.Results // any of them may be wrong
	}
	repaired, err := verify.Repair(ctx, run, a.options(o, "repair"), o.Sample, o.sample.Seed)
	if err != nil {
		return unlikeErrors(err)
	}
	run, failure, err := certify(ctx, run.Path)
	if err != nil {
		return err
	}
	r := &repairAnswer{
		Name: run.Name(), Revoked: revoked, Repaired: repaired,
		Subproblems: run.Tally.Subproblems, Sum: run.Tally.Total, outcome: outcomeOf(run),
	}
	return cmp.Or(a.Print(texts.Show("queens.repair/1", r)), command.Refuted(len(r.Doubts) > 0), failure)
}

func (a *app) mergeRuns(cmd *cobra.Command, root string, paths []string) error {
	ctx := cmd.Context()
	var sources []*ledger.Run
	for _, path := range paths {
		run, err := a.readRun(ctx, root, path)
		if err != nil {
			return unlikeErrors(err)
		}
		for _, sentence := range run.Recovery.Flaws() {
			a.Warn("%s: %s", humanize.OneLine(run.Path), sentence)
		}
		sources = append(sources, run)
	}
	a.Status.Say("merging %s", humanize.Plural(len(sources), "ledger"))
	merged, err := verify.Merge(ctx, nil, sources, count.Options{State: root, Program: command.ProgramName()})
	if err != nil {
		return unlikeErrors(a.stoppedCount("", nil, err))
	}
	run, failure, err := certify(ctx, merged.Ledger)
	if err != nil {
		return err
	}
	r := &mergeAnswer{Name: run.Name(), Merged: merged, outcome: outcomeOf(run)}
	if run.Complete() && len(r.Doubts) == 0 {
		r.Total = &run.Tally.Total
	}
	wrong := len(r.Disputes) > 0 || len(r.Doubts) > 0
	return cmp.Or(a.Print(texts.Show("queens.merge/1", r)), command.Refuted(wrong), failure)
}

// certify reads a run. If it is complete but in doubt or without a certificate, it is checked and
// certified as after a count. It returns the new state of the run, and the check that failed.
func certify(ctx context.Context, path string) (run *ledger.Run, failure, err error) {
	if run, err = ledger.Read(ctx, path); err != nil {
		return nil, nil, err
	}
	r, obstacle := runs.Resume(run)
	if !run.Complete() || obstacle != "" || run.Tally.Done != nil && len(verify.Doubts(run)) == 0 {
		return run, nil, nil
	}
	r.Options.Program, r.Options.Kernel = command.ProgramName(), plan.Auto
	_, failure = count.Solve(ctx, r.Question, r.Options)
	run, err = ledger.Read(ctx, run.Path)
	return run, failure, err
}

func newRunsExport(a *app) *cobra.Command {
	var form command.Form
	cmd := a.Plain("runs export", nil, a.ofRun(func(_ context.Context, run *ledger.Run) error {
		name, doubts := nameOf(run), verify.Doubts(run)
		write := run.Export
		if strings.HasSuffix(form.Output, ".gz") {
			write = func(w io.Writer) error {
				packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
				return cmp.Or(err, run.Export(packed), packed.Close())
			}
		}
		if err := form.WriteTo(a.App, write); err != nil {
			return errs.Errorf("export %s: %w", name, err)
		}
		for _, flaw := range run.Recovery.Flaws() {
			a.Warn("%s: %s", name, flaw)
		}
		if !run.Complete() {
			a.Warn("%s is incomplete: %s subproblems have a result", name,
				doneText(run.Tally.Results, run.Tally.Subproblems))
		}
		for _, doubt := range doubts {
			a.Warn("%s is in doubt: %s", name, humanize.OneLine(doubt))
		}
		return command.Refuted(len(doubts) > 0)
	}))
	command.Flag(cmd, "output", &form.Output)
	return cmd
}
