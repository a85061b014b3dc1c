package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/verify"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

type runsVerifyOptions struct {
	Sample int
	Seed   uint64
	method []string // schemes, and at most one kernel
	kernel string   // the kernel in method
	by     []string // the schemes in method
	sample verify.Sample
	head   *ledger.Hash // recorded earlier, or nil
	Repair bool
	Revoke string
	Share  string
	Head   string
}

func newRunsVerify(a *app) *cobra.Command {
	o := runsVerifyOptions{kernel: count.Auto}
	cmd := a.Command("runs verify", &o, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		if !cmd.Flags().Changed("sample") {
			o.Sample = verify.AutoSample
		}
		if err := cmp.Or(
			kit.Without(cmd, o.Share != "", "cannot be combined with --share", "sample", "repair", "revoke"),
			kit.Without(cmd, o.Head != "", "cannot be combined with --head", "repair", "revoke"), o.parse(),
		); err != nil {
			return err
		}
		if dir, ok := batchDir(root, args[0]); ok {
			if err := kit.Without(cmd, true, "is not for a directory of tasks", "repair", "revoke",
				"head", "share"); err != nil {
				return err
			}
			return a.verifyBatch(cmd.Context(), dir, o)
		}
		run, err := readRun(cmd.Context(), root, args[0])
		if err != nil {
			return unlikeErrors(err)
		}
		if run.Recovery.NoHeader {
			return kit.Failf(kit.CodeRefuted, "verify %s: the header is lost; a count of the same order "+
				"writes a new one", nameOf(run))
		}
		if s, err := plan.Find(run.Header.Method); err == nil {
			if err := (count.Options{Kernel: o.kernel, By: o.by}).AcceptsWays(run.Header.Order, s); err != nil {
				return err
			}
		}
		if o.Repair || o.Revoke != "" {
			return a.repairRun(cmd.Context(), run, o)
		}
		return a.verifyRun(cmd.Context(), run, o)
	}))
	kit.Flag(cmd, "method", &o.method, append(count.Ways(), count.Kernels()...)...)
	return cmd
}

func (o *runsVerifyOptions) parse() error {
	for _, name := range o.method {
		switch {
		case !slices.Contains(count.Kernels(), name):
			o.by = append(o.by, name)
		case o.kernel != count.Auto:
			return kit.Usagef("--method %s,%s: want one kernel at most", o.kernel, name)
		default:
			o.kernel = name
		}
	}
	o.sample = verify.Sample{Size: o.Sample, Seed: cmp.Or(o.Seed, kit.RandomSeed())}
	if o.Share != "" {
		share, err := plan.ParseShare(o.Share)
		if err != nil {
			return err
		}
		o.sample.Share = &share
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
		ledger.ErrMismatch, ledger.ErrOtherRun, ledger.ErrResidue, ledger.ErrNoLedger, queens.ErrFormat,
	} {
		if errors.Is(err, sentinel) {
			return kit.WithCode(kit.CodeRefuted, err)
		}
	}
	return err
}

// again returns the options for recomputing results; the status line shows doing.
func (a *app) again(o runsVerifyOptions, doing string) count.Options {
	began := time.Now()
	return count.Options{Kernel: o.kernel, By: o.by, Program: kit.ProgramName(), Progress: func(p count.Progress) {
		share, left := float64(p.Finished)/float64(p.Subproblems), 0.0
		if share > 0 {
			left = time.Since(began).Seconds() * (1/share - 1)
		}
		a.Status.Show(fmt.Sprintf("%s: %d of %s computed again", doing, p.Finished,
			humanize.Plural(p.Subproblems, "result")), share, left)
	}}
}

func (a *app) verifyRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	r, err := func() (r *verificationAnswer, err error) {
		var since uint64
		if o.head != nil {
			if since, err = run.Frame(ctx, *o.head); err != nil {
				return nil, err
			}
		}
		v, err := verify.Run(ctx, run, a.again(o, "verify"), o.sample)
		if err != nil {
			return nil, err
		}
		return newVerification(run, v, since)
	}()
	if err != nil {
		for _, flaw := range run.Recovery.Flaws() {
			a.Warn("%s: %s", nameOf(run), flaw)
		}
		return unlikeErrors(err)
	}
	wrong := r.Word != verified && r.Word != incomplete
	return cmp.Or(a.Print(texts.Show("queens.verify/1", r)), kit.Refuted(wrong))
}

func (a *app) repairRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) (err error) {
	if filepath.Base(run.Path) != "ledger" {
		return kit.Usagef("--repair and --revoke change a run in place; rename %s to \"ledger\", in a directory of "+
			"its own", run.Path)
	}
	revoked := 0
	if o.Revoke != "" {
		if revoked, err = verify.Revoke(ctx, run, o.Revoke, "revoked by hand", kit.ProgramName()); err != nil {
			return fmt.Errorf("runs: %s: %w", nameOf(run), err)
		}
		if revoked == 0 {
			a.Warn("no result of %s is by kernel %q", nameOf(run), o.Revoke)
		}
	}
	if o.Sample == verify.AutoSample && o.Revoke != "" {
		o.Sample = 0
	} else if o.Sample == verify.AutoSample && len(runs.Doubts(run)) > 0 {
		o.Sample = run.Tally.Results // any of them may be wrong
	}
	repaired, err := verify.Repair(ctx, run, a.again(o, "repair"), o.Sample, o.sample.Seed)
	if err != nil {
		return unlikeErrors(err)
	}
	run, failure, err := certify(ctx, run.Path)
	if err != nil {
		return err
	}
	r := &repairAnswer{
		Name: runs.NameOf(run), Revoked: revoked, Repaired: repaired,
		Subproblems: run.Tally.Subproblems, Sum: run.Tally.Total, outcome: outcomeOf(run),
	}
	return cmp.Or(a.Print(texts.Show("queens.repair/1", r)), kit.Refuted(len(r.Doubts) > 0), failure)
}

func newRunsMerge(a *app) *cobra.Command {
	cmd := a.Command("runs merge", nil, a.inRoot(func(cmd *cobra.Command, root string, paths []string) error {
		return a.mergeRuns(cmd.Context(), root, paths)
	}))
	cmd.Args = kit.Args(1, math.MaxInt, "the paths of ledgers")
	return cmd
}

func (a *app) mergeRuns(ctx context.Context, root string, paths []string) error {
	var sources []*ledger.Run
	for _, path := range paths {
		run, err := readRun(ctx, root, path)
		if err != nil {
			return unlikeErrors(err)
		}
		for _, sentence := range run.Recovery.Flaws() {
			a.Warn("%s: %s", humanize.OneLine(run.Path), sentence)
		}
		sources = append(sources, run)
	}
	a.Status.Say("merging %s", humanize.Plural(len(sources), "ledger"))
	merged, err := verify.Merge(ctx, nil, sources, count.Options{State: root, Program: kit.ProgramName()})
	if err != nil {
		return unlikeErrors(a.stoppedCount("", nil, err))
	}
	run, failure, err := certify(ctx, merged.Ledger)
	if err != nil {
		return err
	}
	r := &mergeAnswer{Name: runs.NameOf(run), Merged: merged, outcome: outcomeOf(run)}
	if run.Complete() && len(r.Doubts) == 0 {
		r.Total = &run.Tally.Total
	}
	wrong := len(r.Disputes) > 0 || len(r.Doubts) > 0
	return cmp.Or(a.Print(texts.Show("queens.merge/1", r)), kit.Refuted(wrong), failure)
}

// certify reads a run. If it is complete but in doubt or without a certificate, it is checked and
// certified as after a count. It returns the new state of the run, and the check that failed.
func certify(ctx context.Context, path string) (run *ledger.Run, failure, err error) {
	if run, err = ledger.Read(ctx, path); err != nil {
		return nil, nil, err
	}
	r, obstacle := runs.Resume(run)
	if !run.Complete() || obstacle != "" || run.Tally.Done != nil && len(runs.Doubts(run)) == 0 {
		return run, nil, nil
	}
	r.Options.Program, r.Options.Kernel = kit.ProgramName(), count.Auto
	_, failure = count.Solve(ctx, r.Question, r.Options)
	run, err = ledger.Read(ctx, run.Path)
	return run, failure, err
}

func newRunsExport(a *app) *cobra.Command {
	var form kit.Form
	cmd := a.Plain("runs export", nil, a.ofRun(func(_ context.Context, run *ledger.Run) error {
		name, doubts := nameOf(run), runs.Doubts(run)
		if err := form.WriteTo(a.App, run.Export); err != nil {
			return fmt.Errorf("export %s: %w", name, err)
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
		return kit.Refuted(len(doubts) > 0)
	}))
	kit.Flag(cmd, "output", &form.Output)
	return cmd
}
