package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

type runsVerifyOptions struct {
	Sample int
	Seed   uint64
	method []string // ways, and at most one kernel
	kernel string   // the one of method
	by     []string // the others
	Repair bool
	Revoke string
	Share  string
	Head   string
}

func newRunsVerify(a *app, state *string) *cobra.Command {
	o := runsVerifyOptions{kernel: count.Auto}
	cmd := a.Command("runs verify", &o)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("sample") {
			o.Sample = upkeep.AutoSample
		}
		if o.Seed == 0 {
			o.Seed = kit.RandomSeed()
		}
		if err := cmp.Or(kit.Apart(cmd, "share", "sample", "repair", "revoke"), kit.Apart(cmd, "head", "repair",
			"revoke")); err != nil {
			return err
		}
		if err := o.split(); err != nil {
			return err
		}
		sample, head, err := o.parse()
		if err != nil {
			return err
		}
		root, err := kit.RunsRoot(*state)
		if err != nil {
			return err
		}
		if dir, ok := batchDir(root, args[0]); ok {
			if err := kit.Without(cmd, true, "is not for a directory of tasks", "repair", "revoke",
				"head", "share"); err != nil {
				return err
			}
			return a.verifyBatch(cmd.Context(), dir, o, sample)
		}
		run, err := readRun(cmd.Context(), root, args[0])
		if err != nil {
			return unlikeErrors(err)
		}
		if run.Recovery.NoHeader {
			return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: verify %s: the header is lost; a count of "+
				"the same order writes a new one", runs.NameOf(run)))
		}
		if s, err := plan.Find(run.Header.Scheme); err == nil {
			if err := (count.Options{Kernel: o.kernel, By: o.by}).AcceptsWays(run.Header.Order, s); err != nil {
				return err
			}
		}
		if o.Repair || o.Revoke != "" {
			return a.repairRun(cmd.Context(), run, o)
		}
		return a.verifyRun(cmd.Context(), run, o, sample, head)
	}
	kit.Flag(cmd, "method", &o.method, append(count.Ways(), count.Kernels()...)...)
	return cmd
}

func (o *runsVerifyOptions) split() error {
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
	return nil
}

// parse reads what is to be computed again, and the head of an earlier day, nil without.
func (o runsVerifyOptions) parse() (sample upkeep.Sample, head *ledger.Hash, err error) {
	sample = upkeep.Sample{Size: o.Sample, Seed: o.Seed}
	if o.Share != "" {
		share, err := plan.ParseShare(o.Share)
		if err != nil {
			return sample, nil, err
		}
		sample.Share = &share
	}
	if o.Head != "" {
		head = new(ledger.Hash)
		err = head.UnmarshalText([]byte(o.Head))
	}
	return sample, head, err
}

// unlikeErrors gives the errors that say that things differ the exit code of a
// verification that failed.
func unlikeErrors(err error) error {
	for _, sentinel := range []error{
		ledger.ErrMismatch, ledger.ErrOtherRun, ledger.ErrResidue, ledger.ErrNoLedger,
		batch.ErrDamaged, queens.ErrFormat,
	} {
		if errors.Is(err, sentinel) {
			return kit.WithCode(kit.CodeRefuted, err)
		}
	}
	return err
}

func (a *app) verifyRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions, sample upkeep.Sample,
	head *ledger.Hash,
) error {
	options := count.Options{Kernel: o.kernel, By: o.by, Progress: func(p count.Progress) {
		a.Status.Say("verify: %d of %s computed again", p.Finished, humanize.Plural(p.Subproblems, "result"))
	}}
	var since uint64
	var err error
	if head != nil {
		since, err = run.Frame(ctx, *head)
	}
	var v upkeep.Verification
	if err == nil {
		v, err = upkeep.Verify(ctx, run, options, sample)
	}
	var r *verificationAnswer
	if err == nil {
		r, err = newVerification(run, v, since)
	}
	if err != nil {
		for _, flaw := range runs.Flaws(run) {
			fmt.Fprintf(a.Stderr, "queens: %s: %s\n", runs.NameOf(run), flaw)
		}
		return unlikeErrors(err)
	}
	return cmp.Or(a.Print(r), kit.Refuted(!r.Verdict.Holds()))
}

func (a *app) repairRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	if filepath.Base(run.Path) != "ledger" {
		return kit.Usagef("--repair and --revoke change a run in place; rename %s to \"ledger\", in a "+
			"directory of its own",
			run.Path)
	}
	revoked := 0
	var err error
	if o.Revoke != "" {
		if revoked, err = upkeep.Revoke(ctx, run, o.Revoke, "revoked by hand", kit.ProgramName()); err != nil {
			return fmt.Errorf("runs: %s: %w", runs.NameOf(run), err)
		}
	}
	if o.Sample == upkeep.AutoSample && o.Revoke != "" {
		o.Sample = 0
	} else if o.Sample == upkeep.AutoSample && len(runs.Doubts(run)) > 0 {
		o.Sample = run.Tally.Results // nothing tells which of them is wrong
	}
	options := count.Options{Kernel: o.kernel, By: o.by, Program: kit.ProgramName(), Progress: func(p count.Progress) {
		a.Status.Say("repair: %d of %s computed again", p.Finished, humanize.Plural(p.Subproblems, "result"))
	}}
	repaired, err := upkeep.Repair(ctx, run, options, o.Sample, o.Seed)
	if err != nil {
		return unlikeErrors(err)
	}
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return err
	}
	run, failure, err := certify(ctx, run)
	if err != nil {
		return err
	}
	r := newRepair(run, revoked, repaired)
	return cmp.Or(a.Print(r), kit.Refuted(len(r.Doubts) > 0), failure)
}

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
